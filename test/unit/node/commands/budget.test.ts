import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfiguration } from '../../../../src/core/settings/parse';
import { ConversationSettings } from '../../../../src/core/settings/conversationSettings';
import type { SessionState } from '../../../../src/node/commands/storedSessions';
import { answerAlone } from '../../../../src/node/commands/hookCommand';
import { StateFolder } from '../../../../src/node/state/stateFolder';
import { notedStops } from '../../../../src/node/state/stopsLog';
import { HARNESSES, type HarnessName } from '../../../../src/node/agents/harnesses';
import { translateInput } from '../../../../src/node/wire/input';

const REACHED = 'Budget reached: 3 tool calls for this message.';

describe('a budget on the command line, without a question', () => {
  let folder: string;
  let problems: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'budget-'));
    problems = [];
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
    assert.deepEqual(problems, []);
  });

  /** Each input is a separate process that only knows the state folder. */
  async function answer(name: HarnessName, budget: object, input: object): Promise<string> {
    const harness = HARNESSES[name];
    const configuration = parseConfiguration({ user: { budget } });
    const ports = {
      harness,
      settings: new ConversationSettings(() => configuration),
      folder: new StateFolder<SessionState>(folder),
      onProblem: (problem: string) => problems.push(problem),
      pause: () => Promise.resolve(),
    };
    return harness.write(await answerAlone(translateInput({ session_id: 's', ...input }, harness), 1_000_000, ports));
  }

  const callOf = (id: number, tool = 'Bash'): object => ({
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: { command: `echo ${id}` },
    tool_use_id: String(id),
  });

  async function calls(name: HarnessName, budget: object, ids: readonly number[]): Promise<string[]> {
    const outputs: string[] = [];
    for (const id of ids) {
      outputs.push(await answer(name, budget, callOf(id)));
    }
    return outputs;
  }

  for (const [where, budget] of [
    ['says so', { perMessage: { calls: 3 }, unattended: 'stop' }],
    ['says nothing', { perMessage: { calls: 3 } }],
  ] as const) {
    it(`ends the agent if the setting ${where}, but allows tools that end its work`, async () => {
      const [, , third, fourth = '', fifth = ''] = await calls('claude', budget, [1, 2, 3, 4, 5]);
      assert.equal(third, '');
      const stop = JSON.parse(fourth) as { continue: boolean; stopReason: string };
      assert.equal(stop.continue, false);
      assert.ok(stop.stopReason.startsWith(`[Tool Loop Guard] Agent stopped. ${REACHED}`));
      assert.match(fifth, /"continue":false/);
      assert.deepEqual(notedStops(folder), [{ atMs: 1_000_000, text: `claude: ${REACHED}` }]);
      assert.equal(await answer('claude', budget, callOf(6, 'ExitPlanMode')), '');
      await answer('claude', budget, { hook_event_name: 'UserPromptSubmit', prompt: 'go on' });
      assert.equal(await answer('claude', budget, callOf(7)), '');
    });
  }

  for (const [name, warned] of [
    ['claude', 'systemMessage'],
    ['codex', 'systemMessage'],
    ['copilot', 'message'],
    ['vscode', 'systemMessage'],
  ] as const) {
    it(`warns ${name} at the limit and at twice the limit if the setting says so`, async () => {
      const budget = { perMessage: { calls: 3 }, unattended: 'warn' };
      const outputs = await calls(name, budget, [1, 2, 3, 4, 5, 6, 7, 8]);
      assert.deepEqual(
        outputs.map((output) => output !== ''),
        [false, false, false, true, false, false, true, false],
      );
      const { [warned]: text } = JSON.parse(outputs[3] ?? '') as Record<string, string>;
      assert.equal(text, `${REACHED} The agent continues, up to twice the limit.`);
    });

    it(`refuses further calls of ${name} with a text that names the budget`, async () => {
      const outputs = await calls(name, { perMessage: { calls: 3 } }, [1, 2, 3, 4]);
      assert.match(outputs[3] ?? '', /"permissionDecision":"deny"/);
      assert.ok(outputs[3]?.includes(REACHED));
    });
  }

  it('counts subagents without storing their IDs', async () => {
    const budget = { perMessage: { subAgents: 1 } };
    await answer('claude', budget, callOf(1));
    assert.equal(await answer('claude', budget, { ...callOf(2), agent_id: 'agent-one' }), '');
    assert.equal(await answer('claude', budget, callOf(3)), '');
    const second = await answer('claude', budget, { ...callOf(4), agent_id: 'agent-two' });
    assert.match(second, /Budget reached: 1 subagent for this message/);
    const [file = ''] = readdirSync(join(folder, 'sessions')).filter((name) => name.endsWith('.json'));
    assert.doesNotMatch(readFileSync(join(folder, 'sessions', file), 'utf8'), /agent-one|agent-two/);
  });

  it('stores nothing if no budget is set', async () => {
    await calls('claude', {}, [1, 2, 3, 4]);
    const [file = ''] = readdirSync(join(folder, 'sessions')).filter((name) => name.endsWith('.json'));
    assert.doesNotMatch(readFileSync(join(folder, 'sessions', file), 'utf8'), /budget/);
  });

  it('of tokens ends an agent based on the tokens in its log', async () => {
    const log = join(folder, 'log.jsonl');
    const budget = { perMessage: { tokens: 5000 } };
    const ask = (id: number): Promise<string> => answer('claude', budget, { ...callOf(id), transcript_path: log });
    const took = (id: string, tokens: number): void => {
      const usage = { input_tokens: 9, cache_read_input_tokens: tokens - 19, output_tokens: 10 };
      appendFileSync(log, `${JSON.stringify({ type: 'assistant', message: { id, usage, model: 'm' } })}\n`);
    };
    assert.equal(await ask(1), '', 'there is no log yet');
    took('a', 1000);
    took('a', 3000);
    assert.equal(await ask(2), '');
    took('b', 2000);
    assert.equal(await ask(3), '');
    appendFileSync(log, 'no line of ours\n');
    took('c', 2000);
    assert.match(await ask(4), /Budget reached: 5000 tokens for this message/);
    await answer('claude', budget, { hook_event_name: 'UserPromptSubmit', prompt: 'go on', transcript_path: log });
    assert.equal(await ask(5), '');
  });
});
