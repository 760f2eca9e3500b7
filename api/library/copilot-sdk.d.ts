/** For the GitHub Copilot SDK: `@github/copilot-sdk`. */
import type { Guard } from './index.js';

/** What the SDK passes to a hook. Each hook has more fields. */
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
   * Makes a loop stop the run of this session. A hook alone can't do that.
   * @returns the session
   */
  readonly endOnLoop: <Session extends { readonly sessionId: string; abort(): Promise<unknown> }>(
    session: Session,
  ) => Session;
}

/** Hooks for `createSession`. Sessions and their subagents are checked separately, so you can use one guard for all. */
export function loopHooks(guard: Guard): LoopHooks;
