import { parseMessage } from '../../src/core/chat/command';
import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import type { Messages } from '../../src/core/words/messages';
import { Guard } from '../../src/engine/guard';
import { parseConfiguration } from '../../src/core/settings/parse';
import { inEnglish } from '../../src/core/words/language';
import { digestOf } from '../../src/node/files/hash';
import { createHookAddress } from '../../src/node/transport/hookAddress';
import { askWindow } from '../../src/node/transport/hookClient';
import { HookServer } from '../../src/node/transport/hookServer';
import { HARNESSES } from '../../src/node/agents/harnesses';
import { PLAIN_NAMES } from '../../src/core/words/callNames';
import { replyTo } from '../../src/node/hooks/callAnswer';
import { parseHookInput } from '../fakes/windowHooks';
import type { Answer, Step, Trajectory } from './notation';
import { runs } from './player';

/**
 * Plays a trajectory by the questions of hook processes, over the socket, and reads the decisions from what they print.
 */
export async function playThroughHooks({ settings, steps }: Trajectory): Promise<Answer[]> {
  const configuration = parseConfiguration({ user: settings });
  const faults: unknown[] = [];
  const guard = new Guard({
    hash: digestOf,
    settingsFor: new ConversationSettings(() => configuration).settingsFor,
    report: () => undefined,
  });
  const address = createHookAddress();
  const server = new HookServer(
    address,
    (text) => ({ output: answer(guard, text, configuration.messages) }),
    (error) => faults.push(error),
  );
  await server.listen();
  const actions: Answer[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      const printed = await ask(address.path, address.token, questionOf(step, index));
      if (step.kind === 'call') {
        const action = actionOf(printed);
        actions.push(action);
        if (runs(action) && step.result !== undefined) {
          await ask(address.path, address.token, {
            hook_event_name: 'PostToolUse',
            ...subject(step.tool, step.arguments, index),
            tool_response: step.result,
          });
        }
      }
    }
  } finally {
    server.dispose();
  }
  if (faults.length > 0) {
    throw new Error(`The server failed: ${String(faults[0])}`);
  }
  return actions;
}

function questionOf(step: Step, index: number): object {
  switch (step.kind) {
    case 'call':
      return { hook_event_name: 'PreToolUse', ...subject(step.tool, step.arguments, index) };
    case 'prompt':
      return { hook_event_name: 'UserPromptSubmit', prompt: step.text };
    case 'hookEvent':
      return { hook_event_name: step.name };
    default:
      throw new Error(`A step "${step.kind}" does not come through a hook.`);
  }
}

function subject(tool: string, toolInput: unknown, index: number): object {
  return { tool_name: tool, tool_input: toolInput, tool_use_id: `call__vscode-${index}` };
}

function ask(socket: string, token: string, question: object): Promise<string> {
  const input = { timestamp: '2026-01-01T00:00:00Z', session_id: 'session', cwd: '/', ...question };
  return askWindow({ socket, token }, JSON.stringify(input), {});
}

function answer(guard: Guard, text: string, messages: Messages): string {
  const input = parseHookInput(text);
  switch (input?.event) {
    case 'preToolUse': {
      const call = { id: input.callId ?? '', tool: input.tool, arguments: input.arguments };
      const verdict = guard.check(input.sessionId, call, 0);
      const reply = replyTo(verdict, input.arguments, { translate: inEnglish, messages, names: PLAIN_NAMES });
      // As the window does, which ends the run itself.
      return HARNESSES.vscode.write(
        reply.kind === 'stop'
          ? { kind: 'deny', toModel: verdict.action === 'break' ? reply.toPerson : reply.toModel, toPerson: undefined }
          : reply,
      );
    }
    case 'postToolUse':
      guard.record(input.sessionId, { callId: input.callId ?? '', result: input.result, isError: false });
      return '';
    case 'userPrompt':
      if (parseMessage(input.prompt) === undefined) {
        guard.beginTurn(input.sessionId);
      }
      return '';
    default:
      return '';
  }
}

interface Printed {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly permissionDecision?: string; readonly permissionDecisionReason?: string };
}

/** Reads a decision as the person and the model would: from the JSON and its words. */
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
