import { CLAUDE_FIELDS, claudeOutput, namedEvent } from '../wire/claudeFormat';
import { withoutHookContext } from '../transport/hookContext';
import { defineAgent } from './agent';

/**
 * The agent of VS Code (its "Local" sessions).
 * Source: tried in VS Code 1.139; "Hooks reference", Visual Studio Code documentation. No hook reports a failure. A
 * subagent has its parent's session, and only SubagentStart and SubagentStop name it, by the id of the call that
 * started it; its calls don't (the field is read in case they do one day). `continue: false` doesn't end the agent's
 * loop, so a stop is a refusal that asks the model to end. VS Code doesn't wait for the hook after a call, so its text
 * comes a request too late; the text of the hook before the call stands next to the result. The results of its own file
 * and search tools are handed over as an empty text.
 */
export const vscode = defineAgent({
  id: 'vscode',
  wire: {
    vendor: 'unknown',
    looksLike: (input) => input['timestamp'] !== undefined && input['permission_mode'] === undefined,
    fields: CLAUDE_FIELDS,
    eventOf: namedEvent,
    resultOf: (result) => (typeof result === 'string' ? withoutHookContext(result) || undefined : result),
    canAsk: true,
    canAnswerPrompt: true,
    nudges: 'beforeCall',
    canEnd: false,
    write: (reply) =>
      reply.kind === 'nudgeBefore' || (reply.kind === 'warn' && reply.toModel !== undefined)
        ? JSON.stringify({
            systemMessage: reply.kind === 'warn' ? reply.toPerson : undefined,
            hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: reply.toModel },
          })
        : claudeOutput(reply),
  },
});
