import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfiguration } from '../../../../src/core/settings/parse';
import { ConversationSettings } from '../../../../src/core/settings/conversationSettings';
import type { SessionState } from '../../../../src/node/commands/storedSessions';
import { answerAlone } from '../../../../src/node/commands/hookCommand';
import { StateFolder } from '../../../../src/node/state/stateFolder';
import type { Reply } from '../../../../src/node/wire/harness';
import { HARNESSES, type HarnessName } from '../../../../src/node/agents/harnesses';
import { translateInput } from '../../../../src/node/wire/input';
import { MOST_REFUSALS_IN_A_ROW } from '../../../../src/node/hooks/callAnswer';
import { newFolderForEach } from '../../../fakes/newFolder';

/** Each answer comes from a separate session, as each hook is a separate process. */
describe('a hook that decides alone', () => {
  let parent: string;
  let nowMs: number;

  newFolderForEach((folder) => {
    parent = folder;
    nowMs = 1_000_000;
  });

  function tell(harness: HarnessName, raw: object, user: object = {}, isAttended = false): Promise<Reply> {
    const configuration = parseConfiguration({ user: { ...user } });
    const ports = {
      harness: HARNESSES[harness],
      settings: new ConversationSettings(() => configuration),
      folder: new StateFolder<SessionState>(parent),
      onProblem: assert.fail,
      pause: () => Promise.resolve(),
      isAttended: () => isAttended,
    };
    nowMs += 10;
    const input = { ...raw, ...('timestamp' in raw && { timestamp: nowMs }) };
    return answerAlone(translateInput(input, HARNESSES[harness]), nowMs, ports);
  }

  const stateText = (): string =>
    readdirSync(join(parent, 'sessions'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(parent, 'sessions', name), 'utf8'))
      .join('');

  it('uses the settings of the session’s model', async () => {
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

    /** A call with its request for permission; it runs if the hook allows it. */
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

    it('refuses if no request has come in this session, and for tools without that step', async () => {
      assert.deepEqual(await runTimes(4, shell, false), ['allow', 'allow', 'warn', 'stop']);
      await copilot(prompt);
      await run(shell, true);
      assert.deepEqual(await runTimes(4, view, false), ['allow', 'allow', 'warn', 'stop']);
      assert.equal(await kindOf(view), 'stop');
      assert.equal(await kindOf(shell), 'allow', 'a call with the step ends it');
      assert.equal(await kindOf(permission), 'interrupt');
    });

    it('doesn’t wait again for a request that didn’t come', async () => {
      await runTimes(3, shell, true);
      assert.deepEqual([await kindOf(shell), await kindOf(shell), await kindOf(shell)], ['allow', 'stop', 'stop']);
      assert.equal(await kindOf(permission), 'interrupt', 'it comes late');
    });

    it('answers a request as usual after a user message', async () => {
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

    it('resets refusals at a user message, but not at one from autopilot', async () => {
      await runTimes(3 + MOST_REFUSALS_IN_A_ROW - 1, view, false);
      await copilot({ ...base, prompt: 'You have not yet marked the task as complete using the tool.' });
      assert.equal(await kindOf(view), 'warn');
      await runTimes(3 + MOST_REFUSALS_IN_A_ROW - 1, view, false);
      await copilot(prompt);
      assert.deepEqual(await runTimes(5, view, false), ['allow', 'allow', 'warn', 'stop', 'stop']);
    });

    it('stores names of tools', async () => {
      await runTimes(3, shell, true);
      const { state } = JSON.parse(stateText()) as { state: SessionState };
      assert.deepEqual(state.permissions, { tools: ['bash'], awaited: [] });
    });
  });

  it('writes one line about a stop, whatever the tool is called', async () => {
    for (let id = 1; id <= 6; id++) {
      const call = { tool_name: 'mcp__x__y\n1970 forged: a line', tool_input: {}, tool_use_id: `${id}` };
      await tell('claude', { session_id: 's', permission_mode: 'default', hook_event_name: 'PreToolUse', ...call });
    }
    assert.match(readFileSync(join(parent, 'stops.log'), 'utf8'), /^[^\n]* mcp__x__y …: a line\)\n$/);
  });
});
