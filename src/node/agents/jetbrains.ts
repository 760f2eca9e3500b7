import type { Reply } from '../wire/harness';
import { defineAgent } from './agent';
import { copilot } from './copilot';

/**
 * GitHub Copilot in JetBrains' editors, and earlier versions of the cloud agent: Copilot's format without a session.
 * Not run: it needs an editor and an account. It reads hooks only from the repository, `install --repository` writes
 * them.
 * Source: microsoft/copilot-intellij-feedback#1653 and #1819: six events in camelCase; of what a hook answers only a
 * `deny` at the top level is obeyed.
 */
export const jetbrains = defineAgent({
  id: 'jetbrains',
  wire: {
    ...copilot.harness,
    looksLike: (input) =>
      input['sessionId'] === undefined &&
      input['session_id'] === undefined &&
      input['hook_event_name'] === undefined &&
      typeof input['cwd'] === 'string' &&
      typeof input['timestamp'] === 'number',
    // Chats in the same folder can't be told apart.
    completed: (input) => ({ ...input, sessionId: `jetbrains ${String(input['cwd'])}` }),
    canAsk: false,
    canAnswerPrompt: false,
    write,
  },
});

function write(reply: Reply): string {
  switch (reply.kind) {
    case 'deny':
    case 'stop':
    case 'end':
      return JSON.stringify({ permissionDecision: 'deny', permissionDecisionReason: reply.toModel });
    default:
      return '';
  }
}
