import type * as published from '../../../api/library/claude-agent-sdk';
import type { Call, Verdict } from '../../../api/library/index';

type Matcher = ReturnType<typeof published.loopHooks>['PreToolUse'][number];
type Input = Parameters<Matcher['hooks'][number]>[0];
type Output = Awaited<ReturnType<Matcher['hooks'][number]>>;

/** What the events of tools have. */
interface ToolInput extends Input {
  readonly tool_name: string;
  readonly tool_input: unknown;
  readonly tool_use_id: string;
  readonly tool_response?: unknown;
  readonly error?: unknown;
}

export const loopHooks: typeof published.loopHooks = (guard) => ({
  // Sub-agents are given tasks, which are no messages of the person.
  UserPromptSubmit: noting(({ session_id, agent_id }) => agent_id ?? guard.beginTurn(session_id)),
  PreToolUse: [{ hooks: [(input) => Promise.resolve(answer(guard.before(callOf(input as ToolInput))))] }],
  PostToolUse: noting((input) => guard.after(callOf(input), { result: input.tool_response })),
  PostToolUseFailure: noting((input) => guard.after(callOf(input), { error: input.error })),
});

/** A hook that only listens. */
function noting(listen: (input: ToolInput) => unknown): Matcher[] {
  return [{ hooks: [(input) => Promise.resolve(listen(input as ToolInput)).then(() => ({}))] }];
}

function callOf({ session_id, agent_id, tool_use_id, tool_name, tool_input }: ToolInput): Call {
  // A loop of a sub-agent ends the sub-agent, and not the work of others.
  const conversation = agent_id === undefined ? session_id : `${session_id}/${agent_id}`;
  return { id: tool_use_id, tool: tool_name, arguments: tool_input, conversation };
}

function answer(verdict: Verdict): Output {
  const { action, ends, forPerson = '' } = verdict;
  const told = forPerson === '' ? {} : { systemMessage: forPerson };
  if (verdict.runs) {
    return told;
  }
  return {
    ...told,
    ...(ends ? { continue: false, stopReason: forPerson } : {}),
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: action === 'ask' ? 'ask' : 'deny',
      permissionDecisionReason: verdict.forModel,
    },
  };
}
