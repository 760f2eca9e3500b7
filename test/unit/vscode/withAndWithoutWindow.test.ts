import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawInput } from '../../../src/node/wire/harness';
import type { HarnessName } from '../../../src/node/agents/harnesses';
import { MOST_REFUSALS_IN_A_ROW } from '../../../src/node/hooks/callAnswer';
import { jsonLines } from '../../fakes/jsonLines';
import { HANDLERS, type HookHandler } from '../../fakes/bothHandlers';

const LET_GO = /kept going/;
const LOOP = /returned the same result 3 times|identical params \d+ times/;

interface Answer {
  readonly continue?: boolean;
  readonly stopReason?: string;
  readonly systemMessage?: string;
  readonly decision?: string;
  readonly reason?: string;
  readonly permissionDecision?: string;
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string;
    readonly permissionDecisionReason?: string;
    readonly additionalContext?: string;
  };
}

interface AgentCall {
  readonly agent?: string;
  readonly tool?: string;
  readonly input?: object;
}

/** The fields of an agent's inputs, except those of the call. */
const BASES: Partial<Record<HarnessName, RawInput>> = {
  claude: { session_id: 's', permission_mode: 'default' },
  codex: { session_id: 's', turn_id: 't', model: 'gpt-5', permission_mode: 'default' },
  gemini: { session_id: 's' },
  qwen: { session_id: 's', timestamp: 't', permission_mode: 'default' },
};

const read = (id: number) => ({ tool_name: 'Read', tool_input: { file_path: 'a' }, tool_use_id: `toolu_${id}` });
const view = { sessionId: 's', toolName: 'view', toolArgs: { path: 'a' } };

/** An agent whose calls always have the same result. */
class AgentAtWork {
  #calls = 0;
  readonly #names: readonly [before: string, after: string, prompt: string];

  constructor(
    private readonly name: HarnessName,
    private readonly handler: HookHandler,
  ) {
    this.#names =
      name === 'gemini'
        ? ['BeforeTool', 'AfterTool', 'BeforeAgent']
        : ['PreToolUse', 'PostToolUse', 'UserPromptSubmit'];
  }

  async prompt(prompt: string, agent?: string): Promise<Answer> {
    return this.#tell({
      hook_event_name: this.#names[2],
      prompt,
      ...(agent !== undefined && { agent_id: agent }),
    });
  }

  /** A call that runs if the hook allows it. */
  async call({ agent, tool = 'Bash', input = { command: 'make' } }: AgentCall = {}): Promise<Answer> {
    const call = {
      tool_name: tool,
      tool_input: input,
      ...(this.name !== 'gemini' && { tool_use_id: `call-${++this.#calls}` }),
      ...(agent !== undefined && { agent_id: agent }),
    };
    const before = await this.#tell({ ...call, hook_event_name: this.#names[0] });
    if (effectOf(before) === 'runs' || effectOf(before) === 'warned') {
      const after = await this.#tell({ ...call, hook_event_name: this.#names[1], tool_response: 'same' });
      const told = after.hookSpecificOutput?.additionalContext;
      return told === undefined ? before : { ...before, hookSpecificOutput: { additionalContext: told } };
    }
    return before;
  }

  async calls(count: number, call?: AgentCall): Promise<string[]> {
    const effects: string[] = [];
    for (let at = 0; at < count; at++) {
      effects.push(effectOf(await this.call(call)));
    }
    return effects;
  }

  async #tell(input: RawInput): Promise<Answer> {
    const output = await this.handler.answer({ ...BASES[this.name], ...input });
    return output === '' ? {} : (JSON.parse(output) as Answer);
  }
}

function effectOf(answer: Answer): string {
  const { hookSpecificOutput, decision, systemMessage } = answer;
  const decided = hookSpecificOutput?.permissionDecision ?? answer.permissionDecision ?? decision;
  if (answer.continue === false) {
    return decided === 'deny' ? 'stopped' : 'ended';
  }
  return decided === 'deny' ? 'denied' : decided === 'ask' ? 'asked' : systemMessage === undefined ? 'runs' : 'warned';
}

const denied = (count: number): string[] => Array<string>(count).fill('denied');

for (const [which, open] of Object.entries(HANDLERS)) {
  describe(`a hook ${which}`, () => {
    let handler: HookHandler;
    afterEach(() => handler.dispose());

    const work = (name: HarnessName, user: Readonly<Record<string, unknown>> = {}): AgentAtWork => {
      handler = open(name, user);
      return new AgentAtWork(name, handler);
    };

    /** The outcome of a Claude Code call that may not be reported to its hooks. */
    const made = async (call: object, outcome: object = {}, runs: () => void = () => undefined): Promise<string> => {
      const output = await handler.answer({ ...BASES.claude, hook_event_name: 'PreToolUse', ...call });
      runs();
      await handler.answer({ ...BASES.claude, hook_event_name: 'PostToolUse', ...call, ...outcome });
      return output === '' ? 'runs' : effectOf(JSON.parse(output) as Answer);
    };

    for (const name of ['codex', 'gemini'] as const) {
      it(`gives the model a second chance in ${name}, which can’t ask the user`, async () => {
        const agent = work(name, { actions: ['ask', 'break'] });
        assert.deepEqual((await agent.calls(3)).slice(0, 2), ['runs', 'runs']);
        const fourth = await agent.call();
        assert.equal(effectOf(fourth), 'denied');
        const read = fourth.reason ?? fourth.hookSpecificOutput?.permissionDecisionReason ?? '';
        assert.match(read, /If you make the same call again, the session will be stopped/);
        assert.match(effectOf(await agent.call()), /denied|stopped/);
      });
    }

    it('ends a run of Qwen Code before its model reads about the stop, and allows a new run', async () => {
      const agent = work('qwen');
      const request = (): Promise<Answer> => agent.prompt('');
      assert.deepEqual([await agent.calls(3), await request()], [['runs', 'runs', 'warned'], {}]);
      const stop = await agent.call();
      assert.equal(effectOf(stop), 'denied');
      assert.doesNotMatch(stop.systemMessage ?? '', /still running|keep/, 'it is not only blocked');
      const { decision, reason = '' } = await request();
      assert.deepEqual([decision, /Loop stopped\. /.test(reason)], ['block', true]);
      assert.deepEqual(await agent.calls(1, { agent: 'a' }), ['runs'], 'a subagent');
      await agent.prompt('Go on.');
      assert.deepEqual([await request(), await agent.calls(1)], [{}, ['runs']]);
    });

    it('only blocks calls of a subagent of Qwen Code', async () => {
      const agent = work('qwen');
      assert.equal((await agent.calls(4, { agent: 'a' }))[3], 'denied');
      assert.deepEqual(await agent.prompt(''), {});
    });

    it('asks in Claude Code, where the user can answer', async () => {
      const agent = work('claude', { actions: ['ask', 'break'] });
      assert.equal((await agent.calls(4))[3], 'asked');
    });

    for (const name of ['claude', 'codex'] as const) {
      it(`stops only a subagent of ${name}: its parent, which is informed, and its siblings continue`, async () => {
        const agent = work(name);
        await agent.call({ tool: 'Agent', input: { prompt: 'Look.' } });
        const stopped = name === 'claude' ? 'stopped' : 'denied';
        assert.deepEqual(await agent.calls(4, { agent: 'a' }), ['runs', 'runs', 'warned', stopped]);
        const other = { input: { command: 'pwd' } };
        assert.deepEqual(await agent.calls(1, { ...other, agent: 'b' }), ['runs'], 'a sibling');
        const parent = await agent.call(other);
        assert.equal(effectOf(parent), 'runs');
        assert.match(
          parent.hookSpecificOutput?.additionalContext ?? '',
          /a subagent was stopped because of a tool call loop/,
        );
        assert.equal((await agent.call({ input: { command: 'id' } })).hookSpecificOutput, undefined, 'told once');
        assert.notEqual((await agent.calls(1, { agent: 'a' }))[0], 'runs', 'it stays stopped');
      });
    }

    it('doesn’t treat a subagent’s prompt as a user message, and keeps the subagent stopped', async () => {
      const agent = work('codex');
      await agent.calls(2, { agent: 'a' });
      await agent.prompt('Do this part.', 'a');
      assert.deepEqual(await agent.calls(2, { agent: 'a' }), ['warned', 'denied']);
      await agent.prompt('Do this part, please.', 'a');
      assert.deepEqual(await agent.calls(1, { agent: 'a' }), ['denied']);
    });

    it('refuses only calls of the loop if it can’t end the agent, until there is something new', async () => {
      const agent = work('codex');
      assert.deepEqual(await agent.calls(5), ['runs', 'runs', 'warned', 'denied', 'denied']);
      assert.deepEqual(await agent.calls(1, { input: { command: 'pwd' } }), ['runs']);
      assert.deepEqual(await agent.calls(1), ['runs']);
      const ended = work('claude');
      await ended.calls(4);
      assert.notEqual((await ended.calls(1, { input: { command: 'pwd' } }))[0], 'runs');
    });

    it('refuses a released loop at its first repeat, and twice as often each time', async () => {
      const agent = work('codex');
      const [first, second] = [denied(MOST_REFUSALS_IN_A_ROW - 1), denied(2 * MOST_REFUSALS_IN_A_ROW - 1)];
      assert.deepEqual(await agent.calls(3 + 3 * MOST_REFUSALS_IN_A_ROW), [
        ...['runs', 'runs', 'warned', ...first, 'warned'],
        ...[...second, 'warned'],
      ]);
      assert.deepEqual(await agent.calls(1), ['denied']);
      assert.deepEqual(await agent.calls(1, { input: { command: 'make test' } }), ['runs'], 'other work goes on');
      await agent.prompt('Once more, please.');
      assert.deepEqual(await agent.calls(2), ['runs', 'runs'], 'the person has spoken');
    });

    it('says if the agent can’t be stopped', async () => {
      const agent = work('codex');
      await agent.calls(3);
      assert.match((await agent.call()).systemMessage ?? '', /can’t be stopped from here/);
    });

    it('counts the refusals of each agent separately', async () => {
      const agent = work('codex');
      await agent.calls(3 + MOST_REFUSALS_IN_A_ROW - 1);
      await agent.calls(3 + MOST_REFUSALS_IN_A_ROW - 1, { agent: 'a' });
      assert.match((await agent.call({ agent: 'a' })).systemMessage ?? '', LET_GO);
      assert.match((await agent.call()).systemMessage ?? '', LET_GO);
    });

    it('pauses longer and longer before it refuses an agent that can’t be ended, and no other', async () => {
      const codex = work('codex');
      await codex.calls(3 + 9);
      assert.deepEqual(
        handler.pauses.filter((ms) => ms > 0),
        [1000, 2000, 3000, 3000, 3000, 3000],
      );
      handler.dispose();
      const claude = work('claude');
      await claude.calls(3 + 9, { tool: 'mcp__shop__order', input: { item: 1 } });
      assert.deepEqual(handler.pauses, []);
    });

    it('ends Claude Code at the end of the answer with the blocked call', async () => {
      const agent = work('claude');
      const over = { ...BASES.claude, hook_event_name: 'PostToolBatch', tool_calls: [] };
      assert.deepEqual(await agent.calls(3), ['runs', 'runs', 'warned']);
      assert.equal(await handler.answer(over), '');
      assert.deepEqual(await agent.calls(1), ['stopped']);
      assert.equal(await handler.answer({ ...over, agent_id: 'a' }), '', 'a subagent goes on');
      assert.equal(effectOf(JSON.parse(await handler.answer(over)) as Answer), 'ended');
    });

    it('ends Claude Code after many refusals, again and again', async () => {
      const agent = work('claude');
      const round = [...Array<string>(MOST_REFUSALS_IN_A_ROW - 1).fill('stopped'), 'ended'];
      const effects = await agent.calls(3 + 2 * MOST_REFUSALS_IN_A_ROW, { tool: 'mcp__a__b', input: { item: 1 } });
      assert.deepEqual(effects, ['runs', 'runs', 'warned', ...round, ...round]);
    });

    it('ends Claude Code at edits that it refuses before a hook is asked, after a hint', async () => {
      handler = open('claude', {});
      const edit = { tool_name: 'Edit', tool_input: { file_path: 'a', old_string: 'b', new_string: 'c' } };
      const answers: Answer[] = [];
      for (let id = 1; id <= 4; id++) {
        const refused = {
          ...edit,
          tool_use_id: `call-${id}`,
          tool_response: '<tool_use_error>Not found.</tool_use_error>',
        };
        const fine = { ...read(id), tool_response: 'same' };
        const output = await handler.answer({
          ...BASES.claude,
          hook_event_name: 'PostToolBatch',
          tool_calls: [fine, refused],
        });
        answers.push(output === '' ? {} : (JSON.parse(output) as Answer));
      }
      assert.deepEqual(answers.map(effectOf), ['runs', 'runs', 'warned', 'ended']);
      const [, , nudged, ended] = answers;
      assert.match(nudged?.hookSpecificOutput?.additionalContext ?? '', /Note from Tool Loop Guard: 'Edit'/);
      assert.match(ended?.stopReason ?? '', /Loop stopped\. Edit failed 3 times/);
    });

    it('writes a line about each stop, with the masked beginning of its call', async () => {
      const agent = work('claude');
      const input = { command: 'make --token=ghp_0123456789abcdefghijklmnopqrstuvwxyz' };
      await agent.calls(6, { input });
      await agent.calls(5, { agent: 'a', input });
      const line = /1970-\S+Z claude: a tool call loop was blocked \(identical calls: 4 of 4, Bash\(make [^\n]*\n/g;
      assert.equal(handler.stops().replaceAll(line, '.'), '..');
      assert.doesNotMatch(handler.stops(), /ghp_/);
    });

    it('writes the result next to it if calls of the main agent failed and its file has the result', async () => {
      handler = open('claude', {});
      const folder = mkdtempSync(join(tmpdir(), 'failed-'));
      const transcript = join(folder, 'session.jsonl');
      const fails = { tool_name: 'Bash', tool_input: { command: 'sql' }, transcript_path: transcript };
      const failed = { is_error: true, content: 'Exit code 1\nerror: no such table' };
      for (const agent of [undefined, 'a']) {
        for (let id = 1; id <= 4; id++) {
          const parts = [
            { type: 'tool_use', id: `toolu_${id}`, name: 'Bash', input: fails.tool_input },
            { type: 'tool_result', tool_use_id: `toolu_${id}`, ...failed },
          ];
          const lines = parts.map((part, at) => ({ type: ['assistant', 'user'][at], message: { content: [part] } }));
          const call = { ...fails, tool_use_id: `${agent}${id}`, agent_id: agent };
          await made(call, { tool_response: failed.content });
          writeFileSync(transcript, jsonLines(lines));
        }
      }
      rmSync(folder, { recursive: true });
      assert.match(handler.stops(), /, failed with: error: no such table\)\n.*Bash\(sql\)\)\n$/);
    });

    it('ends Copilot at the expected request for permission, and never at that of a subagent', async () => {
      handler = open('copilot', {});
      // Calls with the same time belong to one answer.
      const base = { sessionId: 's', timestamp: 0, cwd: '/w' };
      const shell = { ...base, toolName: 'bash', toolArgs: { command: 'ls' } };
      const permission = { ...base, hookName: 'permissionRequest', toolName: 'bash', toolInput: { command: 'ls' } };
      for (let at = 0; at < 3; at++) {
        await handler.answer({ ...shell, timestamp: at });
        assert.equal(await handler.answer(permission), '');
        await handler.answer({ ...shell, toolResult: { textResultForLlm: 'same' } });
      }
      assert.equal(await handler.answer({ ...shell, timestamp: 4 }), '', 'passed on to the request');
      assert.equal(await handler.answer({ ...permission, agentId: 'child' }), '');
      assert.match(
        await handler.answer(permission),
        /^\{"behavior":"deny","message":"\[Tool Loop Guard\] Loop stopped\. bash returned.*"interrupt":true\}$/,
      );
    });

    it('learns from a subagent’s request in its parent’s session that a tool has that step', async () => {
      handler = open('copilot', {});
      const shell = { sessionId: 's', toolName: 'bash', toolArgs: { command: 'ls' } };
      const permission = { sessionId: 's', hookName: 'permissionRequest', toolName: 'bash', toolInput: {} };
      await handler.answer({ ...view, timestamp: -1 });
      assert.equal(await handler.answer({ ...permission, agentId: 'child' }), '');
      for (let at = 0; at < 3; at++) {
        await handler.answer({ ...shell, timestamp: at });
        await handler.answer({ ...shell, toolResult: { textResultForLlm: 'same' } });
      }
      assert.equal(await handler.answer({ ...shell, timestamp: 4 }), '', 'passed on to the request');
      assert.match(await handler.answer(permission), /"interrupt":true/);
    });

    for (const [event, fields] of [
      ['Stop', { stop_hook_active: true }],
      ['PreCompact', { trigger: 'auto' }],
    ] as const) {
      it(`ends an agent at repeated ${event}, and records that`, async () => {
        handler = open('claude', {});
        const outputs: string[] = [];
        for (let times = 0; times < 6; times++) {
          outputs.push(await handler.answer({ ...BASES.claude, hook_event_name: event, ...fields }));
        }
        assert.deepEqual(
          outputs.map((output) => output.includes('"continue":false')),
          [false, false, false, false, false, true],
        );
        assert.match(handler.stops(), /^1970-\S+Z claude: a tool call loop was blocked [^\n]*\n$/);
        const read = { tool_name: 'Read', tool_input: { file_path: 'a' }, tool_use_id: 'toolu_next' };
        const next = await handler.answer({ ...BASES.claude, hook_event_name: 'PreToolUse', ...read });
        assert.match(next, /"continue":false/);
      });
    }

    for (const name of ['claude', 'codex', 'gemini'] as const) {
      it(`answers a command that is typed in ${name}, which isn’t a message`, async () => {
        const agent = work(name);
        await agent.calls(4);
        const status = await agent.prompt('/tool-loop-status');
        assert.match(`${status.decision}: ${status.reason}`, /^(?:block|deny): .*1 loop stopped/s);
        const why = await agent.prompt(' !/tool_loop_why');
        assert.match(why.reason ?? '', LOOP);
        assert.match((await agent.prompt('/tool-loop-mode')).reason ?? '', /break, chance_then_break, warn\./);
        assert.notEqual(effectOf(await agent.call()), 'runs', 'still stopped');
        assert.match((await agent.prompt('/tool-loop-reset')).reason ?? '', /^Counters reset\./);
        assert.equal(effectOf(await agent.call()), 'runs');
      });
    }

    for (const [name, notice, inputs] of [
      [
        'claude',
        '<task-notification>\n<task-id>b1</task-id>\n</task-notification>',
        {
          before: (id: number) => ({ ...BASES.claude, hook_event_name: 'PreToolUse', ...read(id) }),
          after: (id: number) => ({ ...BASES.claude, hook_event_name: 'PostToolUse', ...read(id), tool_response: 'a' }),
          prompt: (prompt: string) => ({ ...BASES.claude, hook_event_name: 'UserPromptSubmit', prompt }),
        },
      ],
      [
        'copilot',
        '<system_notification>\nAgent "part" is now idle.\n</system_notification>',
        {
          before: () => view,
          after: () => ({ ...view, toolResult: { textResultForLlm: 'a' } }),
          prompt: (prompt: string) => ({ sessionId: 's', prompt }),
        },
      ],
    ] as const) {
      it(`releases no agent of ${name} if a program writes the prompt`, async () => {
        handler = open(name, {});
        for (let id = 1; id <= 3; id++) {
          assert.doesNotMatch(await handler.answer(inputs.before(id)), /"deny"/);
          await handler.answer(inputs.after(id));
          await handler.answer(inputs.prompt(notice));
        }
        assert.match(await handler.answer(inputs.before(4)), /"deny"/);
        await handler.answer(inputs.prompt(notice));
        assert.notEqual(await handler.answer(inputs.before(5)), '');
        await handler.answer(inputs.prompt(`Why do I read this?\n${notice}`));
        assert.equal(await handler.answer(inputs.before(6)), '');
      });
    }

    it('tells an agent that it is woken for nothing, and finally ends it', async () => {
      const agent = work('claude', { detectors: ['idleTurns'] });
      const notice = '<task-notification>\n<task-id>b1</task-id>\n</task-notification>';
      const woken: string[] = [];
      for (let turn = 0; turn < 8; turn++) {
        await agent.calls(1);
        woken.push(effectOf(await agent.prompt(notice)));
      }
      assert.deepEqual(woken, ['runs', 'runs', 'runs', 'warned', 'runs', 'runs', 'ended', 'ended']);
    });

    it('doesn’t end the parent in Gemini CLI if its subagent was stopped', async () => {
      handler = open('gemini', {});
      const tell = (event: string, tool: string, input: object, result?: string) =>
        handler.answer({
          ...BASES.gemini,
          hook_event_name: event,
          tool_name: tool,
          tool_input: input,
          ...(result !== undefined && { tool_response: { llmContent: result } }),
        });
      const task = ['invoke_agent', { prompt: 'Do this part.' }] as const;
      const make = ['run_shell_command', { command: 'make' }] as const;
      await tell('BeforeTool', ...task);
      for (let id = 1; id <= 4; id++) {
        const before = await tell('BeforeTool', ...make);
        assert.equal(before.includes('"continue":false'), id === 4);
        if (id < 4) {
          await tell('AfterTool', ...make, 'same');
        }
      }
      assert.match(await tell('AfterTool', ...task, 'It ended.'), /a subagent was stopped because of a tool call loop/);
      assert.doesNotMatch(await tell('BeforeTool', 'run_shell_command', { command: 'ls' }), /"decision":"deny"/);
      assert.match(await tell('BeforeTool', ...make), /"decision":"deny"/, 'the same loop once more');
    });

    it('uses the settings of the hook’s model', async () => {
      const agent = work('codex', { modelOverrides: { 'openai/gpt-5': { maxRepeats: 6 } } });
      assert.deepEqual(await agent.calls(6), ['runs', 'runs', 'runs', 'runs', 'warned', 'denied']);
    });

    it('reads a file whose content hooks don’t get: only new content is a new answer', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'read-'));
      const file = join(folder, 'a.txt');
      const effects: string[] = [];
      handler = open('claude', {});
      for (let id = 1; id <= 8; id++) {
        writeFileSync(file, id < 5 ? `content ${id}` : 'the same');
        const call = { tool_name: 'Read', tool_input: { file_path: file }, tool_use_id: `toolu_${id}`, cwd: folder };
        effects.push(await made(call));
      }
      rmSync(folder, { recursive: true });
      assert.deepEqual(effects, ['runs', 'runs', 'runs', 'runs', 'runs', 'runs', 'warned', 'stopped']);
    });

    it('recognizes a file’s earlier content, whatever the edits say', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'edited-'));
      const path = join(folder, 'a.ts');
      writeFileSync(path, 'one');
      handler = open('claude', { detectors: ['revert'] }, 1000);
      const effects: string[] = [];
      for (const [id, content] of ['two', 'one', 'two', 'one', 'two', 'one', 'two'].entries()) {
        const input = { path, code: `// …\n${content}` };
        const call = { tool_name: 'EditFile', tool_input: input, tool_use_id: `toolu_${id}`, cwd: folder };
        effects.push(await made(call, { tool_response: 'The file was edited.' }, () => writeFileSync(path, content)));
      }
      rmSync(folder, { recursive: true });
      assert.deepEqual(effects, ['runs', 'runs', 'runs', 'warned', 'runs', 'runs', 'stopped']);
    });

    it('matches an outcome to the newest such call if calls have no ID', async () => {
      handler = open('copilot', {});
      const stopped: boolean[] = [];
      for (let time = 1; time <= 5; time++) {
        stopped.push((await handler.answer({ ...view, timestamp: time })).includes('"deny"'));
        // The outcome of the first call never comes.
        if (time > 1) {
          await handler.answer({ ...view, toolResult: { textResultForLlm: time < 5 ? `${time}` : '4' } });
        }
      }
      assert.deepEqual(stopped, [false, false, false, false, false]);
    });

    it('lets all calls of an excluded agent run', async () => {
      const agent = work('claude', { enabled: false });
      assert.deepEqual(await agent.calls(6), Array<string>(6).fill('runs'));
      assert.deepEqual(await agent.prompt('Go on.'), {});
    });
  });
}
