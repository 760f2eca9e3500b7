import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfiguration } from '../../../../src/core/settings/parse';
import { HookSession } from '../../../../src/node/commands/hookSession';
import type { SessionState } from '../../../../src/node/commands/storedSessions';
import { StateFolder } from '../../../../src/node/state/stateFile';
import type { Reply } from '../../../../src/node/wire/harness';
import { HARNESSES, type HarnessName } from '../../../../src/node/agents/harnesses';
import { translateInput } from '../../../../src/node/wire/input';
import { MOST_REFUSALS_IN_A_ROW } from '../../../../src/node/hooks/callAnswer';

const LOOP = /^Loop stopped\. bash returned the same result 3 times/;
const LET_GO = /^The agent kept going after it was stopped/;

/** Each answer is given by a session of its own, as each hook is a process of its own. */
describe('a hook that decides alone', () => {
  let parent: string;
  let nowMs: number;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'hook-session-'));
    nowMs = 1_000_000;
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  function tell(harness: HarnessName, raw: object, user: object = {}, isAttended = false): Promise<Reply> {
    const configuration = parseConfiguration({ user: { ...user } });
    const session = new HookSession(
      HARNESSES[harness],
      configuration,
      new StateFolder(parent),
      assert.fail,
      () => Promise.resolve(),
      undefined,
      () => isAttended,
    );
    nowMs += 10;
    const input = { ...raw, ...('timestamp' in raw && { timestamp: nowMs }) };
    return session.answer(translateInput(input, HARNESSES[harness]), nowMs);
  }

  const stateText = (): string =>
    readdirSync(join(parent, 'sessions'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(parent, 'sessions', name), 'utf8'))
      .join('');

  it('uses the settings of the model that the session names', async () => {
    const transcript = join(parent, 'session.jsonl');
    const answer = { type: 'assistant', message: { model: 'claude-one', content: [] } };
    writeFileSync(transcript, `${JSON.stringify(answer)}\n`);
    const call = { session_id: 'c', transcript_path: transcript, tool_name: 'Read', tool_input: { file_path: 'a' } };
    const user = { modelOverrides: { 'anthropic/claude-*': { maxRepeats: 6 } } };
    const kinds: string[] = [];
    for (let id = 1; id <= 6; id++) {
      const input = { ...call, tool_use_id: String(id) };
      kinds.push((await tell('claude', { ...input, hook_event_name: 'PreToolUse' }, user)).kind);
      await tell('claude', { ...input, hook_event_name: 'PostToolUse', tool_response: 'same' }, user);
    }
    assert.equal(kinds.indexOf('stop'), 5);
  });

  for (const [name, isCounted, again = {}] of [
    ['is one of a program at once after the end', true],
    ['is a person’s a second later', false, { afterMs: 1_000 }],
    ['is a person’s where there is a terminal', false, { isAttended: true }],
    ['is a person’s in other words', false, { prompt: 'Go on, please.' }],
  ] as const) {
    it(`the same message ${name}`, async () => {
      const {
        afterMs = 0,
        isAttended = false,
        prompt = 'Go on.',
      } = again as {
        afterMs?: number;
        isAttended?: boolean;
        prompt?: string;
      };
      const claude = (event: string, more: object): Promise<Reply> =>
        tell('claude', { session_id: 'c', cwd: '/w', hook_event_name: event, ...more }, {}, isAttended);
      const look = async (id: string): Promise<string> => {
        const call = { tool_name: 'Read', tool_input: { file_path: 'a' }, tool_use_id: id };
        const { kind } = await claude('PreToolUse', call);
        await claude('PostToolUse', { ...call, tool_response: 'same' });
        return kind;
      };
      await look('before the first message');
      await claude('UserPromptSubmit', { prompt: 'Go on.' });
      for (const id of ['1', '2', '3']) {
        await look(id);
      }
      await claude('Stop', {});
      nowMs += afterMs;
      await claude('UserPromptSubmit', { prompt });
      assert.equal((await look('4')) === 'stop', isCounted);
    });
  }

  describe('for Copilot', () => {
    const base = { sessionId: 's', timestamp: 0, cwd: '/w' };
    const shell = { ...base, toolName: 'bash', toolArgs: { command: 'ls' } };
    const permission = { ...base, hookName: 'permissionRequest', toolName: 'bash', toolInput: { command: 'ls' } };
    const view = { ...base, toolName: 'view', toolArgs: { path: 'a' } };
    const prompt = { ...base, prompt: 'Go on.' };
    const copilot = (raw: object): Promise<Reply> => tell('copilot', raw);
    const kindOf = async (raw: object): Promise<string> => (await copilot(raw)).kind;

    /** One call that the harness runs, where the hook lets it, with its request for permission. */
    async function run(call: object, asks: boolean): Promise<Reply> {
      const reply = await copilot(call);
      if (reply.kind === 'deny' || reply.kind === 'stop') {
        return reply;
      }
      const asked = asks ? await copilot({ ...permission, toolName: (call as typeof shell).toolName }) : reply;
      if (asked.kind !== 'interrupt') {
        await copilot({ ...call, toolResult: { textResultForLlm: 'same' } });
      }
      return asked.kind === 'interrupt' ? asked : reply;
    }

    async function runTimes(count: number, call: object, asks: boolean): Promise<string[]> {
      const kinds: string[] = [];
      for (let at = 0; at < count; at++) {
        kinds.push((await run(call, asks)).kind);
      }
      return kinds;
    }

    it('ends the run at the request for permission of the fourth call, and tells why', async () => {
      assert.deepEqual(await runTimes(3, shell, true), ['allow', 'allow', 'warn']);
      const ended = await run(shell, true);
      assert.equal(ended.kind, 'interrupt');
      assert.match(ended.kind === 'interrupt' ? ended.toPerson : '', LOOP);
    });

    it('refuses where no request has come in this session, and for tools without that step', async () => {
      assert.deepEqual(await runTimes(4, shell, false), ['allow', 'allow', 'warn', 'stop']);
      await copilot(prompt);
      await run(shell, true);
      assert.deepEqual(await runTimes(4, view, false), ['allow', 'allow', 'warn', 'stop']);
      assert.equal(await kindOf(view), 'stop');
      assert.equal(await kindOf(shell), 'allow', 'a call with the step ends it');
      assert.equal(await kindOf(permission), 'interrupt');
    });

    it('does not wait twice for a request that did not come', async () => {
      await runTimes(3, shell, true);
      assert.deepEqual([await kindOf(shell), await kindOf(shell), await kindOf(shell)], ['allow', 'stop', 'stop']);
      assert.equal(await kindOf(permission), 'interrupt', 'it comes late');
    });

    it('answers a request as usual once the user has spoken', async () => {
      await runTimes(3, shell, true);
      await copilot(shell);
      await copilot(prompt);
      assert.equal(await kindOf(permission), 'allow');
      assert.equal(await kindOf(shell), 'allow');
    });

    it('lets a tool that ends the work pass its request for permission', async () => {
      await runTimes(3, shell, true);
      await copilot(shell);
      const wayOut = { ...base, toolName: 'task_complete', toolArgs: {} };
      assert.equal(await kindOf(wayOut), 'allow');
      assert.equal(await kindOf({ ...permission, toolName: 'task_complete', toolInput: {} }), 'allow');
    });

    it('never ends the main agent at the request of a subagent, which names its parent', async () => {
      await runTimes(3, shell, true);
      await copilot(shell);
      assert.equal(await kindOf({ ...permission, agentId: 'child' }), 'allow');
      assert.equal(await kindOf(permission), 'interrupt');
    });

    it('lets a stubborn agent go after many refusals in a row, says so, and refuses the loop again', async () => {
      await runTimes(3, view, false);
      const kinds = await runTimes(MOST_REFUSALS_IN_A_ROW - 1, view, false);
      assert.deepEqual(new Set(kinds), new Set(['stop']));
      const letGo = await run(view, false);
      assert.equal(letGo.kind, 'warn');
      assert.match(letGo.kind === 'warn' ? letGo.toPerson : '', LET_GO);
      assert.deepEqual(await runTimes(2, view, false), ['stop', 'stop']);
      assert.deepEqual(await runTimes(2, { ...view, toolArgs: { path: 'other' } }, false), ['allow', 'allow']);
    });

    it('counts refusals from zero with a message of the user, and not with words of autopilot', async () => {
      await runTimes(3 + MOST_REFUSALS_IN_A_ROW - 1, view, false);
      await copilot({ ...base, prompt: 'You have not yet marked the task as complete using the tool.' });
      assert.equal(await kindOf(view), 'warn');
      await runTimes(3 + MOST_REFUSALS_IN_A_ROW - 1, view, false);
      await copilot(prompt);
      assert.deepEqual(await runTimes(5, view, false), ['allow', 'allow', 'warn', 'stop', 'stop']);
    });

    it('keeps names of tools', async () => {
      await runTimes(3, shell, true);
      const { state } = JSON.parse(stateText()) as { state: SessionState };
      assert.deepEqual(state.permissions, { tools: ['bash'], awaited: [] });
    });
  });

  describe('for Codex', () => {
    const base = { session_id: 's', turn_id: 't', model: 'gpt-5', permission_mode: 'default', tool_name: 'Bash' };
    let calls = 0;
    const call = (more: object = {}): Promise<Reply> =>
      tell('codex', {
        ...base,
        hook_event_name: 'PreToolUse',
        tool_input: { command: 'ls' },
        tool_use_id: `${++calls}`,
        ...more,
      });

    it('says that it cannot end the agent, and lets it go after many refusals in a row', async () => {
      for (let at = 0; at < 3; at++) {
        await call();
      }
      const stop = await call();
      assert.match(stop.kind === 'stop' ? stop.toPerson : '', /can’t be stopped from here/);
      const wayOut = await call({ tool_name: 'update_goal', tool_input: { status: 'blocked' } });
      assert.equal(wayOut.kind, 'allow');
      for (let at = 2; at < MOST_REFUSALS_IN_A_ROW; at++) {
        assert.equal((await call()).kind, 'stop');
      }
      const letGo = await call();
      assert.match(letGo.kind === 'warn' ? letGo.toPerson : '', LET_GO);
      assert.match(HARNESSES.codex.write(letGo), /^\{"systemMessage":"The agent kept going after it was stopped/);
      assert.equal((await call()).kind, 'stop', 'the call that it was stopped for');
      assert.equal((await call({ tool_input: { command: 'pwd' } })).kind, 'allow');
    });

    it('refuses a loop that could continue at its first repeat, and more often before calls run again', async () => {
      const kinds: string[] = [];
      for (let at = 1; at <= 3 + 3 * MOST_REFUSALS_IN_A_ROW; at++) {
        kinds.push((await call({ tool_input: { command: 'make' } })).kind);
      }
      const refused = (count: number) => Array<string>(count).fill('stop');
      const [first, second] = [refused(MOST_REFUSALS_IN_A_ROW - 1), refused(2 * MOST_REFUSALS_IN_A_ROW - 1)];
      assert.deepEqual(kinds, ['allow', 'allow', 'warn', ...first, 'warn', ...second, 'warn']);
      assert.equal((await call({ tool_input: { command: 'make test' } })).kind, 'allow', 'other work goes on');
      await tell('codex', { ...base, hook_event_name: 'UserPromptSubmit', prompt: 'Go on.' });
      assert.equal((await call({ tool_input: { command: 'make' } })).kind, 'allow', 'the person has spoken');
      assert.equal((await call({ tool_input: { command: 'make' } })).kind, 'allow');
    });

    it('counts the refusals of each agent for itself', async () => {
      const refused = async (agent: object): Promise<void> => {
        for (let at = 0; at < 3 + MOST_REFUSALS_IN_A_ROW - 1; at++) {
          await call(agent);
        }
      };
      await refused({});
      await refused({ agent_id: 'child' });
      assert.equal((await call({ agent_id: 'child' })).kind, 'warn');
      assert.equal((await call({})).kind, 'warn');
    });
  });

  it('writes a line about each stop, for runs that nobody watches, and no text of calls', async () => {
    for (let id = 1; id <= 6; id++) {
      const call = { tool_name: 'Bash', tool_input: { command: 'make secret' }, tool_use_id: `${id}` };
      await tell('claude', { session_id: 's', permission_mode: 'default', hook_event_name: 'PreToolUse', ...call });
    }
    assert.equal(
      readFileSync(join(parent, 'stops.log'), 'utf8'),
      '1970-01-01T00:16:40.040Z claude: a tool call loop was stopped (repeat, 4 calls, Bash)\n',
    );
  });

  it('writes one line about a stop, whatever the tool is called', async () => {
    for (let id = 1; id <= 6; id++) {
      const call = { tool_name: 'mcp__x__y\n1970 forged: a line', tool_input: {}, tool_use_id: `${id}` };
      await tell('claude', { session_id: 's', permission_mode: 'default', hook_event_name: 'PreToolUse', ...call });
    }
    assert.match(readFileSync(join(parent, 'stops.log'), 'utf8'), /^[^\n]* mcp__x__y 1970 forged: a line\)\n$/);
  });

  it('tells the main agent once, next to its own result, that a subagent was stopped', async () => {
    const told = async (event: string, more: object): Promise<Reply> =>
      tell('claude', { session_id: 's', permission_mode: 'default', hook_event_name: event, ...more });
    const agent = { tool_name: 'Agent', tool_input: { prompt: 'Look.' }, tool_use_id: 'agent-1' };
    await told('PreToolUse', agent);
    for (let id = 1; id <= 5; id++) {
      const call = { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: `${id}`, agent_id: 'child' };
      await told('PreToolUse', call);
      assert.equal((await told('PostToolUse', { ...call, tool_response: 'done' })).kind, id === 3 ? 'nudge' : 'allow');
    }
    const reply = await told('PostToolUse', { ...agent, tool_response: 'no output' });
    assert.match(
      reply.kind === 'nudge' ? reply.toModel : '',
      /a subagent was stopped because of a tool call loop \('Bash' invoked with identical params 4 times/,
    );
    assert.equal((await told('PostToolUse', { ...agent, tool_response: 'no output' })).kind, 'allow');
    const call = { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: '6', agent_id: 'child' };
    await told('PreToolUse', call);
    assert.equal((await told('PostToolUse', { ...agent, tool_response: 'no output' })).kind, 'allow');
  });

  describe('in Claude Code', () => {
    const callOf =
      (tool: string, toolInput: object) =>
      (id: number): Promise<Reply> =>
        tell('claude', {
          session_id: 's',
          permission_mode: 'default',
          hook_event_name: 'PreToolUse',
          tool_name: tool,
          tool_input: toolInput,
          tool_use_id: `${id}`,
        });

    it('ends by the answer that all versions obey when one has not obeyed, and runs nothing', async () => {
      const call = callOf('Bash', { command: 'make' });
      const replies: Reply[] = [];
      for (let id = 1; id <= 6; id++) {
        replies.push(await call(id));
      }
      assert.deepEqual(
        replies.map(({ kind }) => kind),
        ['allow', 'allow', 'warn', 'stop', 'end', 'end'],
      );
      const { hookSpecificOutput, ...others } = JSON.parse(HARNESSES.claude.write(replies[4] as Reply)) as {
        readonly continue: boolean;
        readonly hookSpecificOutput: object;
      };
      assert.equal(others.continue, false);
      assert.deepEqual(hookSpecificOutput, {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { command: 'true' },
      });
    });

    it('lets a call run to end the agent only after many refusals, where no input does nothing', async () => {
      const call = callOf('mcp__shop__order', { item: 1 });
      const kinds: string[] = [];
      for (let id = 1; id <= 3 + 2 * MOST_REFUSALS_IN_A_ROW; id++) {
        kinds.push((await call(id)).kind);
      }
      const round = [...Array<string>(MOST_REFUSALS_IN_A_ROW - 1).fill('stop'), 'end'];
      assert.deepEqual(kinds, ['allow', 'allow', 'warn', ...round, ...round]);
    });
  });
});
