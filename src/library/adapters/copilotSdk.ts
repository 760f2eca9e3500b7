import type * as published from '../../../api/library/copilot-sdk';
import type { Call } from '../../../api/library/index';
import { AUTOPILOT_PROMPT, withoutShellId } from '../../node/hooks/harnesses/copilotTexts';

/** What hooks are told; each a part of it. */
interface Input {
  /** In a sub-agent another one than the invocation's. */
  readonly sessionId: string;
  readonly prompt?: string;
  readonly toolName?: string;
  readonly toolArgs?: unknown;
  readonly toolResult?: { readonly textResultForLlm?: string };
  readonly error?: unknown;
}

export const loopHooks: typeof published.loopHooks = (guard) => {
  const sessions = new Map<string, WeakRef<{ abort(): Promise<unknown> }>>();
  return {
    hooks: {
      onUserPromptSubmitted: ({ sessionId, prompt }: Input, invocation) => {
        // Sub-agents are given tasks, and autopilot submits texts of its own: neither is a message of the person.
        if (sessionId === invocation.sessionId && prompt?.startsWith(AUTOPILOT_PROMPT) !== true) {
          guard.beginTurn(sessionId);
        }
      },
      onPreToolUse: (input, invocation) => {
        const verdict = guard.before(callOf(input));
        // A loop of a sub-agent is refused; ending the session would end the work of others too.
        if (verdict.ends && input.sessionId === invocation.sessionId) {
          void sessions
            .get(invocation.sessionId)
            ?.deref()
            ?.abort()
            .catch(() => undefined);
        }
        const permissionDecision = verdict.action === 'ask' ? 'ask' : 'deny';
        return verdict.runs ? {} : { permissionDecision, permissionDecisionReason: verdict.forModel };
      },
      onPostToolUse: (input: Input) => {
        const text = input.toolResult?.textResultForLlm;
        const result = text === undefined ? input.toolResult : withoutShellId(text);
        return noted(guard.after(callOf(input), { result }));
      },
      onPostToolUseFailure: (input: Input) => noted(guard.after(callOf(input), { error: input.error })),
    },
    endOnLoop: (session) => {
      sessions.set(session.sessionId, new WeakRef(session));
      return session;
    },
  };
};

function noted(additionalContext: string | undefined): { additionalContext?: string } {
  return additionalContext === undefined ? {} : { additionalContext };
}

function callOf({ sessionId: conversation, toolName = '', toolArgs }: Input): Call {
  return { tool: toolName, arguments: toolArgs, conversation };
}
