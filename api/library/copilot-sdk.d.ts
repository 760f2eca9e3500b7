/** For the GitHub Copilot SDK: `@github/copilot-sdk`. */
import type { Guard } from './index.js';

/** What the SDK tells a hook; each has more. */
interface HookInput {
  readonly sessionId: string;
}

type Hook<Output> = (input: HookInput, invocation: { sessionId: string }) => Output;

interface LoopHooks {
  readonly hooks: {
    onUserPromptSubmitted: Hook<void>;
    onPreToolUse: Hook<{ permissionDecision?: 'deny' | 'ask'; permissionDecisionReason?: string }>;
    onPostToolUse: Hook<{ additionalContext?: string }>;
    onPostToolUseFailure: Hook<{ additionalContext?: string }>;
  };
  /**
   * Has a loop end the run of this session, which a hook alone cannot.
   * @returns the session
   */
  readonly endOnLoop: <Session extends { readonly sessionId: string; abort(): Promise<unknown> }>(
    session: Session,
  ) => Session;
}

/** Hooks for `createSession`. Sessions and their sub-agents are told apart, so one guard serves all. */
export function loopHooks(guard: Guard): LoopHooks;
