import type { HookFile } from '../../core/protection/facts';
import { copilotUserFile } from '../plugin/copilotUserFile';
import { isIntact } from '../plugin/copyDigests';
import { HOOK_FILES } from '../plugin/hookFiles';
import { readForeignText } from './looseJson';

/** How the hook file of Copilot sessions looks. Never throws. */
export function copilotFileState(environment: NodeJS.ProcessEnv, home?: string): HookFile {
  const text = readForeignText(copilotUserFile(environment, home));
  if (text === undefined) {
    return 'absent';
  }
  if (!isOurHookFile(text)) {
    return 'foreign';
  }
  const folder = copyIn(text);
  return folder !== undefined && isIntact(folder, HOOK_FILES) ? 'ours' : 'broken';
}

/** Whether a text is one that we wrote: it tells where the hook lies by a variable of ours. */
export function isOurHookFile(text: string | undefined): boolean {
  return text !== undefined && copyIn(text) !== undefined;
}

function copyIn(text: string): string | undefined {
  try {
    const { hooks } = JSON.parse(text) as { hooks?: { preToolUse?: { command?: unknown }[] } };
    const command = hooks?.preToolUse?.[0]?.command;
    return typeof command === 'string' ? /TOOL_LOOP_GUARD_PLUGIN="([^"]+)"/.exec(command)?.[1] : undefined;
  } catch {
    return undefined;
  }
}
