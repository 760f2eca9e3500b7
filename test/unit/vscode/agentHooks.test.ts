import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { AgentHooks } from '../../../src/vscode/hooks/agentHooks';
import type { AgentControl, AgentRun, AwayNotice } from '../../../src/vscode/chatPanel/chatPanel';
import type { NamedCall, Notice } from '../../../src/vscode/chatPanel/notification';
import type { RawInput } from '../../../src/node/wire/harness';
import { recall, Timeline } from '../../../src/core/timeline/timeline';
import { callLabel } from '../../../src/core/words/callLabel';
import { inEnglish } from '../../../src/core/words/language';
import { breakText } from '../../../src/core/words/words';
import { Budgets } from '../../../src/core/budget/budgets';
import { GuardHarness } from '../../fakes/guardHarness';
import { jsonLines } from '../../fakes/jsonLines';
import { hooksOf } from '../../fakes/windowHooks';

const MINUTE_MS = 60_000;

interface Answer {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string;
    readonly permissionDecisionReason?: string;
    readonly additionalContext?: string;
  };
}

class NotedChat implements AgentControl {
  readonly told: string[] = [];
  readonly runs: AgentRun[] = [];
  hits = false;

  async cancel(conversationId: string, run: AgentRun): Promise<boolean> {
    // An answer that doesn't wait for the cancellation would be recorded before it.
    await new Promise((resolve) => setImmediate(resolve));
    this.runs.push(run);
    this.told.push(`cancel ${conversationId}`);
    return this.hits;
  }

  ask(conversationId: string, message: string, notice?: AwayNotice): Promise<void> {
    const told =
      notice?.isProbablyAway === true
        ? `tell away of ${conversationId}: ${notice.text}`
        : `ask ${conversationId} ${message}`;
    return Promise.resolve(void this.told.push(told));
  }

  cancelForeign(): Promise<boolean> {
    return Promise.resolve(this.told.push('cancelForeign') > 0);
  }

  tell(text: string, _call?: NamedCall, stop?: () => Promise<void>): void {
    this.told.push(`tell${stop === undefined ? '' : ' while it runs:'} ${text}`);
  }

  tellStop({ text }: Notice): void {
    this.told.push(`tell ${text}`);
  }

  stop(conversationId: string): Promise<void> {
    return Promise.resolve(void this.told.push(`stop ${conversationId}`));
  }
}

describe('the hooks of an agent', () => {
  let harness: GuardHarness;
  let chat: NotedChat;
  let hooks: AgentHooks;
  let calls: number;
  let questions: RawInput[];

  beforeEach(() => {
    questions = [];
    harness = new GuardHarness();
    chat = new NotedChat();
    hooks = hooksOf(harness, { agent: chat, onQuestion: (input) => void questions.push(input) });
    calls = 0;
  });
  afterEach(() => mock.timers.reset());

  function tell(event: string, fields: object, conversation = 's') {
    const input = { session_id: conversation, hook_event_name: event, timestamp: 't', ...fields };
    return hooks.answer(JSON.stringify(input), new AbortController().signal);
  }

  async function call(conversation = 's'): Promise<Answer & { readonly afterwards?: (() => void) | undefined }> {
    const fields = { tool_name: 'read', tool_input: { path: 'a' }, tool_use_id: `call-${(calls += 1)}` };
    const { output, afterwards } = await tell('PreToolUse', fields, conversation);
    chat.told.push(`answered ${conversation}`);
    const answer = JSON.parse(output === '' ? '{}' : output) as Answer;
    // VS Code passes the hook's output from before the call on to the hook after it, at the end of the result.
    const said = answer.hookSpecificOutput?.additionalContext;
    const context = said === undefined ? '' : `\n\n<PreToolUse-context>\n${said}\n</PreToolUse-context>`;
    await tell('PostToolUse', { ...fields, tool_response: `same${context}` }, conversation);
    return { ...answer, afterwards };
  }

  async function calling(count: number, conversation = 's'): ReturnType<typeof call> {
    for (let at = 1; at < count; at++) {
      await call(conversation);
    }
    return call(conversation);
  }

  it('nudge the model next to the result of a likely loop, and block nothing', async () => {
    harness.settings = { user: {} };
    await calling(2);
    const fields = { tool_name: 'read', tool_input: { path: 'a' }, tool_use_id: 'third' };
    const { hookSpecificOutput } = JSON.parse((await tell('PreToolUse', fields)).output) as {
      hookSpecificOutput: { permissionDecision?: string; additionalContext: string };
    };
    assert.equal(hookSpecificOutput.permissionDecision, undefined);
    assert.match(hookSpecificOutput.additionalContext, /^Note from Tool Loop Guard: 'read'.*\n.*\{"path":"a"\}/);
    assert.equal(harness.eventsOf('nudged').length, 0, 'not before the result is there');
    assert.equal((await tell('PostToolUse', { ...fields, tool_response: 'same' })).output, '');
    assert.equal(harness.eventsOf('nudged').length, 1);
  });

  it('ask at the limit of a budget, and stop if the user says so', async () => {
    const budgets = new Budgets({
      settings: () => ({ perMessage: { calls: 2 } }),
      alwaysAllows: () => false,
      report: () => undefined,
    });
    harness = new GuardHarness(undefined, { report: (event) => budgets.note(event) });
    hooks = hooksOf(harness, { budgets, agent: chat });
    const { hookSpecificOutput } = await calling(3);
    assert.equal(hookSpecificOutput?.permissionDecision, 'ask');
    assert.match(hookSpecificOutput.permissionDecisionReason ?? '', /^Budget reached: 2 tool calls for this message/);
    budgets.choose('s', 'stop');
    const stopped = await call();
    assert.equal(stopped.hookSpecificOutput?.permissionDecision, 'deny');
    assert.deepEqual(chat.runs.length, 1);
  });

  it('cancel the run before they answer with the refusal, and explain it in the chat afterwards', async () => {
    const { hookSpecificOutput, afterwards } = await calling(4);
    assert.equal(hookSpecificOutput?.permissionDecision, 'deny');
    assert.deepEqual(chat.told.slice(-2), ['cancel s', 'answered s']);
    afterwards?.();
    assert.equal(chat.told.at(-1), 'ask s Why did you stop the agent?');
  });

  it('continue refusing after the stop, cancel again, and explain nothing twice', async () => {
    await calling(4);
    const { hookSpecificOutput, afterwards } = await call();
    assert.equal(hookSpecificOutput?.permissionDecision, 'deny');
    assert.deepEqual([chat.runs.length, afterwards], [2, undefined]);
  });

  it('know which agents of other conversations are running', async () => {
    await call('other');
    await calling(4);
    assert.equal(chat.runs.at(-1)?.othersAtWork, true);
    await tell('Stop', {}, 'other');
    await call();
    assert.equal(chat.runs.at(-1)?.othersAtWork, false);
  });

  it('cancel the run of an agent that is repeatedly told to continue, and say why in its chat', async () => {
    harness.settings = { user: { detectors: ['idleTurns'] } };
    chat.hits = true;
    const outputs: string[] = [];
    for (let times = 0; times < 6; times++) {
      const { output, afterwards } = await tell('Stop', { stop_hook_active: true });
      outputs.push(output);
      afterwards?.();
    }
    assert.equal(
      outputs.findIndex((output) => output.includes('told to continue 3 times')),
      2,
    );
    assert.deepEqual(chat.told, ['cancel s', 'ask s Why did you stop the agent?']);
  });

  it('treat an agent as ended if they canceled its run, because VS Code calls no hook then', async () => {
    chat.hits = true;
    await calling(4, 'other');
    await calling(4);
    assert.equal(chat.runs.at(-1)?.othersAtWork, false);
  });

  it('treat an agent as running if its run continued despite the cancellation', async () => {
    await calling(4, 'other');
    await calling(4);
    assert.equal(chat.runs.at(-1)?.othersAtWork, true);
  });

  it('treat an agent as ended if it has called no hook for 15 minutes', async () => {
    mock.timers.enable({ apis: ['Date'] });
    await call('other');
    mock.timers.tick(16 * MINUTE_MS);
    await calling(4);
    assert.equal(chat.runs.at(-1)?.othersAtWork, false);
  });

  it('report a run that a guarded model ended in its chat, or elsewhere if the user is in another', async () => {
    await hooks.explain('s');
    assert.deepEqual(chat.told, ['ask s Why did you stop the agent?']);
    await call('other');
    await hooks.explain('s');
    assert.equal(chat.told.at(-1), 'tell away of s: Agent stopped.');
    await tell('UserPromptSubmit', { prompt: 'Go on.' });
    await hooks.explain('s');
    assert.equal(chat.told.at(-1), 'ask s Why did you stop the agent?', 'the person spoke there last');
  });

  describe('for calls that VS Code refuses before a hook', () => {
    let folder: string;
    let path: string;
    /** When the next answers are recorded; undefined if the transcript doesn't say. */
    let timestamp: string | undefined;
    beforeEach(async () => {
      timestamp = undefined;
      folder = mkdtempSync(join(tmpdir(), 'agent-hooks-'));
      path = join(folder, 't.jsonl');
      writeFileSync(path, '');
      await tell('UserPromptSubmit', { prompt: 'Go on.', transcript_path: path });
    });
    afterEach(() => {
      hooks.dispose();
      rmSync(folder, { recursive: true });
    });

    /** Asks for tools that don't exist, one call per answer, and then for one that does. */
    async function refused(...inputs: object[]): Promise<void> {
      const lines = [...inputs, {}].map((input, at) => ({
        type: 'assistant.message',
        id: `${calls}/${at}`,
        timestamp,
        data: { toolRequests: [{ toolCallId: `${calls}/${at}`, name: 'no_such_tool', arguments: input }] },
      }));
      appendFileSync(path, jsonLines(lines));
      const fields = { tool_name: 'read', tool_input: { path: `${calls}` }, tool_use_id: `${calls}/${inputs.length}` };
      calls += 1;
      await tell('PreToolUse', { ...fields, transcript_path: path });
    }

    it('end the run at the fourth such call and say why, once', async () => {
      await refused({ path: 'a' }, { path: 'a' }, { path: 'a' });
      assert.deepEqual([chat.runs.length, harness.eventsOf('recorded').length], [0, 4]);
      await tell('UserPromptSubmit', { prompt: 'Once more.', transcript_path: path });
      await refused(...Array.from({ length: 5 }, () => ({ path: 'a' })));
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(
        chat.told.filter((text) => !text.startsWith('tell')),
        ['cancel s', 'ask s Why did you stop the agent?', 'cancel s'],
        'the second time for the call that a hook was asked about',
      );
      const timeline = new Timeline();
      harness.events.forEach((event) => timeline.note(event));
      const [stopped] = harness.eventsOf('detection').filter(({ detection }) => detection.action === 'break');
      assert.ok(stopped);
      const text = breakText(stopped.detection, {
        translate: inEnglish,
        names: { label: callLabel, recall: (detection) => recall(timeline, detection, true) },
      });
      assert.match(text, /^Loop stopped\. no_such_tool\(a\) failed 3 times\. VS Code didn’t run the call/);
      const outcomes = harness.eventsOf('outcome').map(({ recorded }) => recorded.isError);
      assert.deepEqual(outcomes, Array<boolean>(6).fill(true));
    });

    for (const [what, askedAfterMs, cancelled] of [
      ['not again for a call that was made before the end, however late it is read', -1, 1],
      ['again for one that was made after it', 1, 2],
    ] as const) {
      it(`end the run ${what}`, async () => {
        mock.timers.enable({ apis: ['Date'], now: MINUTE_MS });
        await refused(...Array.from({ length: 4 }, () => ({ path: 'a' })));
        await new Promise((resolve) => setImmediate(resolve));
        const { length } = chat.runs;
        timestamp = new Date(MINUTE_MS + askedAfterMs).toISOString();
        mock.timers.tick(MINUTE_MS);
        await refused({ path: 'a' });
        assert.equal(chat.runs.length - length, cancelled, 'one is for the call that a hook was asked about');
      });
    }

    it('show nothing to the user, except in the shield, while the guard acts', async () => {
      harness.settings = { user: {} };
      await refused({ path: 'a' }, { path: 'a' }, { path: 'a' });
      assert.deepEqual(
        harness.eventsOf('detection').map(({ detection }) => detection.action),
        ['nudge'],
      );
      assert.deepEqual(chat.told, []);
    });

    it('warn the user if the model can’t be informed', async () => {
      harness.settings = { user: { mode: 'warn' } };
      await refused(...Array.from({ length: 5 }, () => ({ path: 'a' })));
      assert.deepEqual(chat.told.length, 1);
      assert.match(
        chat.told[0] ?? '',
        /^tell Possible loop: no_such_tool.* 3 times\. VS Code didn’t run the call: there is no such tool/,
      );
    });

    it('report no other calls, and none that a guarded model saw', async () => {
      harness.guard.check('s', { id: '0/0', tool: 'no_such_tool', arguments: { path: 'a' } }, Date.now());
      await refused({ path: 'a' });
      assert.equal(harness.eventsOf('recorded').length, 2);
      await refused({ other: 1 });
      assert.deepEqual(chat.told, []);
    });

    it('report nothing after the agent has ended', async () => {
      await tell('Stop', {});
      path = join(folder, 'another.jsonl');
      writeFileSync(path, '');
      await refused({ path: 'a' }, { path: 'a' }, { path: 'a' });
      const events = harness.eventsOf('recorded').length;
      assert.equal(events, 1, 'what was written before it is followed is not told');
    });
  });

  it('pass on each parsed input, even for unknown events', async () => {
    await tell('UserPromptSubmit', { prompt: 'Go on.' });
    await tell('Unknown', {});
    await assert.rejects(hooks.answer('{', new AbortController().signal));
    assert.deepEqual(
      questions.map((input) => [input['session_id'], input['hook_event_name']]),
      [
        ['s', 'UserPromptSubmit'],
        ['s', 'Unknown'],
      ],
    );
  });
});
