import { HARNESSES } from '../../src/node/hooks/harnesses/registry';
import { type HookInput, parseRawInput, translateInput } from '../../src/node/hooks/input';

/** A hook input of VS Code's own agent, as the window reads it. */
export function parseHookInput(text: string): HookInput | undefined {
  return translateInput(parseRawInput(text), HARNESSES.vscode);
}

/** What a PreToolUse hook prints to have a call not run. */
export function denyOutput(toModel: string, toPerson?: string): string {
  return HARNESSES.vscode.write({ kind: 'deny', toModel, toPerson });
}

/** What a hook prints to show the person a message and let the agent go on. */
export function messageOutput(toPerson: string): string {
  return HARNESSES.vscode.write({ kind: 'warn', toPerson });
}
