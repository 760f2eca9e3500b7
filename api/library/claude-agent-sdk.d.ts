/** For the Claude Agent SDK: `@anthropic-ai/claude-agent-sdk`. */
import type { Guard } from './index.js';

/** What the SDK passes to a hook. Each event has more fields. */
interface HookInput {
  readonly hook_event_name: string;
  readonly session_id: string;
  readonly agent_id?: string;
}

interface HookOutput {
  continue?: false;
  stopReason?: string;
  systemMessage?: string;
  hookSpecificOutput?:
    | { hookEventName: 'PreToolUse'; permissionDecision: 'deny' | 'ask'; permissionDecisionReason: string }
    | { hookEventName: 'PostToolUse' | 'PostToolUseFailure'; additionalContext: string };
}

interface HookMatcher {
  hooks: ((input: HookInput) => Promise<HookOutput>)[];
}

/**
 * Hooks for `options.hooks` of `query`. Sessions and their subagents are checked separately, so you can use one guard
 * for all. A loop stops the run.
 */
export function loopHooks(
  guard: Guard,
): Record<'UserPromptSubmit' | 'PreToolUse' | 'PostToolUse' | 'PostToolUseFailure', HookMatcher[]>;
