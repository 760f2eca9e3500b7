import type { Detection } from '../../engine/decision/verdict';
import { cutInTheMiddle } from './callLabel';
import type { Translate } from './language';
import { maskText } from './secrets/mask';

const CHARACTERS = 100;

/** For a command line at a stop. No arguments of calls, and no character in a name that a shell could act on. */
export function stopFacts(
  { tool, finding }: Detection,
  agent: string,
  chat: string | undefined,
  translate: Translate,
): Readonly<Record<string, string>> {
  const [safeTool, safeChat, safeAgent] = [plain(tool), plain(chat ?? ''), plain(agent)];
  const { count } = finding;
  return {
    TOOL_LOOP_AGENT: safeAgent,
    TOOL_LOOP_CHAT: safeChat,
    TOOL_LOOP_KIND: finding.detector,
    TOOL_LOOP_TOOL: safeTool,
    TOOL_LOOP_COUNT: String(count),
    TOOL_LOOP_TEXT:
      safeChat === ''
        ? translate('Loop stopped: {tool} ×{count}', { tool: safeTool, count })
        : translate('Loop stopped in {chat}: {tool} ×{count}', { chat: safeChat, tool: safeTool, count }),
  };
}

/** Letters, digits, and a few signs that mean nothing to any shell; secrets are masked first. */
function plain(text: string): string {
  const safe = maskText(text)
    .replace(/[^\p{L}\p{N}\p{M} .,:_/?-]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
  return cutInTheMiddle(safe, CHARACTERS);
}
