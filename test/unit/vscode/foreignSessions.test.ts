import assert from 'node:assert/strict';
import type { AgentHooks } from '../../../src/vscode/hooks/agentHooks';
import { AgentSessions } from '../../../src/vscode/window/agentSessions';
import { GuardHarness } from '../../fakes/guardHarness';
import { PausingClock } from '../../fakes/pausingClock';
import { hooksOf } from '../../fakes/windowHooks';

const AGENT_HOST = { VSCODE_ESM_ENTRYPOINT: 'agentHostMain' };
const LOOP = /identical params \d+ times/;

interface Answer {
  readonly permissionDecision?: string;
  readonly permissionDecisionReason?: string;
  readonly continue?: boolean;
  readonly stopReason?: string;
  readonly behavior?: string;
  readonly interrupt?: boolean;
  readonly hookSpecificOutput?: { readonly permissionDecision?: string };
}

describe('sessions of other agents in the window', () => {
  let harness: GuardHarness;
  let hooks: AgentHooks;
  let done: string[];
  let told: unknown[];
  let begun: readonly string[];
  let steerings: (string | undefined)[];

  beforeEach(() => {
    harness = new GuardHarness();
    done = [];
    told = [];
    begun = [];
    steerings = [];
    const say =
      (what: string) =>
      (...given: unknown[]): Promise<void> =>
        Promise.resolve(void done.push([what, ...given].map((each) => JSON.stringify(each)).join(' ')));
    hooks = hooksOf(harness, {
      sessions: new AgentSessions(
        (...news) => void told.push(news),
        undefined,
        () => begun,
      ),
      clock: new PausingClock(),
      agent: {
        cancel: (...given) => say('cancel')(...given).then(() => true),
        ask: say('ask'),
        cancelForeign: (areOthersAtWork) => say('cancelForeign')({ othersAtWork: areOthersAtWork() }).then(() => true),
        stop: say('stop'),
        tellStop: ({ text, call }, { steering }) => {
          done.push(`tell ${text} ${call.conversationId}/${call.callId}`);
          steerings.push(steering);
        },
        tell: (text, named) => void done.push(`tell ${text} ${named?.conversationId ?? ''}/${named?.callId ?? ''}`),
      },
    });
  });

  async function tell(input: object, environment: NodeJS.ProcessEnv = AGENT_HOST): Promise<Answer | undefined> {
    const timed = { ...input, ...('timestamp' in input && { timestamp: (times += 1) }) };
    const { output, afterwards } = await hooks.answer(JSON.stringify(timed), new AbortController().signal, environment);
    afterwards?.();
    return output === '' ? undefined : (JSON.parse(output) as Answer);
  }

  let times = 0;
  const base = { sessionId: 's', timestamp: 0, workingDirectory: '/w' };
  const call = { ...base, toolName: 'view', toolArgs: { path: 'a' } };
  const outcome = (text: string): object => ({
    ...call,
    toolResult: { resultType: 'success', textResultForLlm: text },
  });

  async function loop(environment?: NodeJS.ProcessEnv): Promise<void> {
    for (let count = 1; count <= 4; count++) {
      await tell(call, environment);
      await tell(outcome('same'), environment);
    }
  }

  it('Copilot: a loop is stopped at its fourth call, canceled, and shown, but not in the chat', async () => {
    for (let count = 1; count <= 3; count++) {
      const answer = await tell(call);
      assert.equal(answer?.permissionDecision, undefined, `call ${count}`);
      await tell(outcome('same'));
    }
    const stopped = await tell(call);
    assert.equal(stopped?.permissionDecision, 'deny');
    assert.equal(stopped?.hookSpecificOutput?.permissionDecision, 'deny');
    assert.match(stopped?.permissionDecisionReason ?? '', LOOP);
    assert.equal(done[0], '"cancelForeign" {"othersAtWork":false}');
    // The end of the run wasn't observed.
    assert.match(
      done[1] ?? '',
      /^tell Blocking calls; the agent couldn’t be stopped at once\. view\(a\) returned the same result 3/,
    );
    const called = harness.guard.status('s').stopped?.callId ?? '';
    assert.ok(called !== '' && done[1]?.endsWith(` s/${called}`), done[1]);
    assert.equal((await tell({ ...call, toolArgs: { path: 'b' } }))?.permissionDecision, 'deny');
    assert.equal(done.filter((each) => each.startsWith('tell')).length, 1);
    await tell({ ...base, prompt: 'Go on.' });
    assert.equal(await tell(call), undefined);
    assert.ok(done.every((each) => !/^"(ask|reveal|cancel)"/.test(each)));
  });

  it('Copilot: nothing is canceled while a new chat without hooks may have the focus', async () => {
    begun = ['s', 'new'];
    await loop();
    assert.equal(done[0], '"cancelForeign" {"othersAtWork":true}');
    begun = ['s'];
    await tell(call);
    assert.equal(done.at(-1), '"cancelForeign" {"othersAtWork":false}', 'at the next call');
  });

  async function stopClaude(): Promise<void> {
    const read = { session_id: 'c', cwd: '/w', transcript_path: '/none', tool_name: 'Read', tool_input: { path: 'a' } };
    for (let count = 1; count <= 4; count++) {
      const asked = { ...read, tool_use_id: String(count) };
      await tell({ ...asked, hook_event_name: 'PreToolUse' });
      await tell({ ...asked, hook_event_name: 'PostToolUse', tool_response: 'same' });
    }
  }

  it('Claude: a stopped session doesn’t keep a Copilot session from being ended', async () => {
    await stopClaude();
    await loop();
    assert.deepEqual(
      done.filter((each) => each.startsWith('"cancelForeign"')),
      ['"cancelForeign" {"othersAtWork":false}'],
    );
  });

  async function compactClaude(): Promise<void> {
    harness.settings = { user: { detectors: ['idleTurns'] } };
    for (let count = 1; count <= 6; count++) {
      const compacted = { session_id: 'c', cwd: '/w', transcript_path: '/none', trigger: 'auto' };
      await tell({ ...compacted, hook_event_name: 'PreCompact' });
    }
  }

  for (const { at, stop } of [
    { at: 'a call', stop: stopClaude },
    { at: 'a compaction', stop: compactClaude },
  ]) {
    for (const { last, isOffered } of [
      { last: 'c', isOffered: true },
      { last: 'another', isOffered: false },
    ]) {
      const offers = isOffered ? 'offers' : 'does not offer';
      it(`Claude: a stop at ${at} ${offers} what to tell the agent after a message in ${last}`, async () => {
        for (const session of ['c', last]) {
          const spoken = { session_id: session, cwd: '/w', transcript_path: '/none', prompt: 'Why?' };
          await tell({ ...spoken, hook_event_name: 'UserPromptSubmit' });
        }
        await stop();
        assert.equal(steerings.length, 1);
        assert.equal(steerings[0] !== undefined, isOffered, 'it would land in the chat that is in front');
      });
    }
  }

  it('have a type and a folder', async () => {
    await tell(call);
    assert.deepEqual(told, [['s', { type: 'agentHostCopilot', folder: '/w' }]]);
  });

  it('Copilot: a call named `Read` before it runs and `view` after is one call', async () => {
    const asked = { session_id: 's', cwd: '/w', tool_input: { path: 'a' } };
    const result = { tool_result: { text_result_for_llm: 'x' } };
    await tell({ ...asked, hook_event_name: 'PreToolUse', tool_name: 'Read' });
    await tell({ ...asked, hook_event_name: 'PostToolUse', tool_name: 'view', ...result });
    assert.deepEqual(harness.guard.unanswered('s'), []);
  });

  it('Copilot: the run ends at the next request if the request for an existing file doesn’t come', async () => {
    const create = { ...base, toolName: 'create', toolArgs: { path: '/w/a', file_text: 'a' } };
    const shell = { ...base, toolName: 'bash', toolArgs: { command: 'ls' } };
    const asked = { ...base, hookName: 'permissionRequest' };
    await tell(create);
    await tell({ ...asked, toolName: 'edit', toolInput: { file_path: '/w/a' } });
    await tell({ ...create, toolResult: { textResultForLlm: 'Created file /w/a' } });
    for (let count = 1; count <= 3; count++) {
      await tell(shell);
      await tell({ ...asked, toolName: 'bash', toolInput: { command: 'ls' } });
      await tell({ ...shell, toolResult: { textResultForLlm: 'same' } });
    }
    assert.equal(await tell({ ...shell, timestamp: 9 }), undefined, 'stopped, and passed on');
    assert.equal(await tell({ ...create, timestamp: 9 }), undefined, 'passed on, too');
    const ended = await tell({ ...asked, toolName: 'bash', toolInput: { command: 'ls' } });
    assert.deepEqual([ended?.behavior, ended?.interrupt], ['deny', true]);
  });

  it('Copilot: a command of ours releases no agent, and tells the user where to go', async () => {
    await loop();
    done = [];
    for (const prompt of ['/tool-loop-status', '/tool-loop-reset', '!/set(mode=warn)']) {
      assert.equal(await tell({ ...base, prompt }), undefined);
    }
    assert.deepEqual(done, Array(3).fill('tell Open Tool Loop Guard: Show Menu for this session. /'));
    assert.equal((await tell(call))?.permissionDecision, 'deny');
    await tell({ ...base, prompt: 'What is /tool-loop-reset?' });
    assert.equal(await tell(call), undefined);
  });

  it('Copilot in a terminal: nothing in the window is canceled, and the user sees that it continues', async () => {
    await loop({ COPILOT_PROJECT_DIR: '/w' });
    assert.deepEqual(
      done.map((each) => each.split(' ')[0]),
      ['tell'],
    );
    assert.match(done[0] ?? '', /Blocking calls.*; the agent couldn’t.*The agent can’t be stopped from here\./);
  });

  it('Copilot: a subagent’s session belongs to its parent, whose run it ends', async () => {
    const child = { ...call, sessionId: 'child' };
    await tell({ ...base, prompt: 'Let somebody look.' });
    await tell({ ...base, toolName: 'task', toolArgs: { prompt: 'Look.', agent_type: 'general-purpose' } });
    await tell({ ...base, sessionId: 'child', prompt: 'Look.' });
    for (let count = 1; count <= 3; count++) {
      assert.notEqual((await tell(child))?.permissionDecision, 'deny');
      await tell({ ...outcome('same'), sessionId: 'child' });
    }
    assert.equal((await tell(child))?.permissionDecision, 'deny');
    assert.equal(done.at(-2), '"cancelForeign" {"othersAtWork":false}');
    assert.equal(harness.guard.status('s').stopped?.tool, 'view');
    assert.equal(harness.guard.status('child').counts.calls, 0);
    await tell({ ...base, sessionId: 'child', reason: 'complete' });
    await tell({ ...base, prompt: 'Go on.' });
    assert.equal(await tell(call), undefined);
  });
});
