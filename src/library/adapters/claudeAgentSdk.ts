import type * as published from '../../../api/library/claude-agent-sdk';
import type { Call, Verdict } from '../../../api/library/index';
import { programPrompt } from '../../node/wire/programPrompts';

type Matcher = ReturnType<typeof published.loopHooks>['PreToolUse'][number];
type Input = Parameters<Matcher['hooks'][number]>[0];
type Output = Awaited<ReturnType<Matcher['hooks'][number]>>;

interface ToolInput extends Input {
  readonly tool_name: string;
  readonly tool_input: unknown;
  readonly tool_use_id: string;
  readonly tool_response?: unknown;
  readonly prompt?: string;
  readonly error?: unknown;
}

export const loopHooks: typeof published.loopHooks = (guard) => ({
  // The tasks of subagents and the texts of programs are not messages from the user.
  UserPromptSubmit: hook(({ session_id, agent_id, prompt = '' }) => {
    if (agent_id === undefined && programPrompt('claude', prompt) === undefined) {
      guard.beginTurn(session_id);
    }
    return {};
  }),
  PreToolUse: hook((input) => answer(guard.before(callOf(input)))),
  PostToolUse: hook((input) => noted(input, guard.after(callOf(input), { result: input.tool_response }))),
  PostToolUseFailure: hook((input) => noted(input, guard.after(callOf(input), { error: input.error }))),
});

function hook(work: (input: ToolInput) => Output): Matcher[] {
  return [{ hooks: [(input) => Promise.resolve(work(input as ToolInput))] }];
}

function noted({ hook_event_name }: ToolInput, additionalContext: string | undefined): Output {
  return additionalContext === undefined
    ? {}
    : { hookSpecificOutput: { hookEventName: hook_event_name as 'PostToolUse', additionalContext } };
}

function callOf({ session_id, agent_id, tool_use_id, tool_name, tool_input }: ToolInput): Call {
  // A loop of a subagent ends only that subagent.
  const conversation = agent_id === undefined ? session_id : `${session_id}/${agent_id}`;
  return { id: tool_use_id, tool: tool_name, arguments: tool_input, conversation };
}

function answer(verdict: Verdict): Output {
  const { action, ends, forPerson = '' } = verdict;
  const told = forPerson === '' ? {} : { systemMessage: forPerson };
  return verdict.runs
    ? told
    : {
        ...told,
        ...(ends ? { continue: false, stopReason: forPerson } : {}),
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: action === 'ask' ? 'ask' : 'deny',
          permissionDecisionReason: verdict.forModel,
        },
      };
}
