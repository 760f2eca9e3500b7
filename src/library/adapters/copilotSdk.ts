import type * as published from '../../../api/library/copilot-sdk';
import type { Call } from '../../../api/library/index';
import { programPrompt } from '../../node/wire/programPrompts';
import { failureInShell, withoutShellId } from '../../node/wire/failedCommand';

/** Each hook receives a part of this. */
interface Input {
  /** In a subagent, it differs from the invocation's. */
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
      onUserPromptSubmitted: ({ sessionId, prompt = '' }: Input, invocation) => {
        // The tasks of subagents and the texts of programs are not messages from the user.
        if (sessionId === invocation.sessionId && programPrompt('copilot', prompt) === undefined) {
          guard.beginTurn(sessionId);
        }
      },
      onPreToolUse: (input, invocation) => {
        const verdict = guard.before(callOf(input));
        // A loop of a subagent is only blocked, because ending the session would also end the other agents.
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
        const error = text === undefined ? undefined : failureInShell(text);
        const result = text === undefined ? input.toolResult : withoutShellId(text);
        return noted(guard.after(callOf(input), error === undefined ? { result } : { error }));
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
