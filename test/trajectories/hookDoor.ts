import { HANDLERS } from '../fakes/bothHandlers';
import type { Answer, Step, Trajectory } from './notation';
import { runs } from './player';

/** Plays a trajectory as questions of hook processes to a window, and reads the decisions from their output. */
export async function playThroughHooks({ settings = {}, steps }: Trajectory): Promise<Answer[]> {
  const window = HANDLERS['with a window']('vscode', settings);
  const ask = (question: object): Promise<string> =>
    window.answer({ timestamp: '2026-01-01T00:00:00Z', session_id: 'session', cwd: '/', ...question });
  const actions: Answer[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      const printed = await ask(questionOf(step, index));
      if (step.kind === 'call') {
        const action = actionOf(printed);
        actions.push(action);
        if (runs(action) && step.result !== undefined) {
          const subject = subjectOf(step.tool, step.arguments, index);
          await ask({ hook_event_name: 'PostToolUse', ...subject, tool_response: step.result });
        }
      }
    }
  } finally {
    window.dispose();
  }
  return actions;
}

function questionOf(step: Step, index: number): object {
  switch (step.kind) {
    case 'call':
      return { hook_event_name: 'PreToolUse', ...subjectOf(step.tool, step.arguments, index) };
    case 'prompt':
      return { hook_event_name: 'UserPromptSubmit', prompt: step.text };
    default:
      throw new Error(`A step "${step.kind}" does not come through a hook.`);
  }
}

function subjectOf(tool: string, toolInput: unknown, index: number): object {
  return { tool_name: tool, tool_input: toolInput, tool_use_id: `call__vscode-${index}` };
}

interface Printed {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly permissionDecision?: string; readonly permissionDecisionReason?: string };
}

/** Reads a decision from the JSON and its words, like the user and the model. */
function actionOf(printed: string): Answer {
  if (printed === '') {
    return 'allow';
  }
  const { systemMessage, hookSpecificOutput } = JSON.parse(printed) as Printed;
  if (hookSpecificOutput?.permissionDecision === undefined) {
    return systemMessage?.startsWith('Possible loop') === true ? 'warn' : 'hint';
  }
  if (hookSpecificOutput.permissionDecision === 'ask') {
    return 'ask';
  }
  const reason = hookSpecificOutput.permissionDecisionReason ?? '';
  if (reason.includes('the session was stopped because')) {
    return 'stopped';
  }
  return reason.includes('If you make the same call again') ? 'chance' : 'break';
}
