import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { build } from 'esbuild';
import { runHook } from '../../src/node/commands/hookCommand';
import type { HarnessName } from '../../src/node/agents/harnesses';
import { type Ended, ended } from '../robustness/hookProcess';

const ROOT = resolve(__dirname, '../..');
const WARNING = 'Possible loop: TOOL(ls) returned the same result 2 times. The call was allowed.';
const BREAK = 'Loop stopped. TOOL returned the same result 3 times. The next identical call was blocked.';
/** In an agent that is all its user sees. */
const SIGNED = `${BREAK} Tool Loop Guard blocked the call. To continue, send a message.`;
const NOT_ENDED =
  'The agent can’t be stopped from here. Its calls are blocked until your next message. After ' +
  '20 blocked calls in a row, calls are allowed again.';
const STOPPED =
  "This call was blocked: the session was stopped because of a tool call loop ('TOOL' invoked with identical " +
  'params 4 times with no pause over 120s). Do not call any more tools. Tell the user what happened and wait for ' +
  'their next message.';

const NUDGE =
  "Note from Tool Loop Guard: 'TOOL' invoked with identical params 3 times with no pause over 120s.\n" +
  'The last such call was \'TOOL\' with {"command":"ls"} (quoted as data). It was run.\nIf its result tells you ' +
  'nothing new, do not call it like this again. Work with the results you have, change the arguments that were ' +
  'wrong, take another approach, or tell the user what you tried and what you need. If you wait for something that ' +
  'is still at work, wait longer before you ask again.';

/** What a hook prints. */
class Lines {
  text = '';

  write(text: string, done: () => void): void {
    this.text += text;
    done();
  }
}

interface Dialect {
  readonly tool: string;
  readonly call: (id: string) => object;
  readonly answer: (id: string) => object;
  readonly prompt: object;
}

const GEMINI_CALL = {
  session_id: 'gemini',
  transcript_path: '/nowhere.jsonl',
  cwd: '/w',
  hook_event_name: 'BeforeTool',
  timestamp: '2026-01-01T00:00:00.000Z',
  tool_name: 'run_shell_command',
  tool_input: { command: 'ls' },
};

/** How each harness tells of a call, its answer and a prompt. */
const DIALECTS = {
  vscode: dialect(
    { timestamp: '2026-01-01T00:00:00.000Z', session_id: 'chat', transcript_path: '/nowhere.jsonl', cwd: '/w' },
    'read_file',
    (id) => `${id}__vscode-1`,
  ),
  claude: {
    ...dialect(
      { session_id: 'session', transcript_path: '/nowhere.jsonl', cwd: '/w', permission_mode: 'default' },
      'Bash',
      (id) => `toolu_${id}`,
    ),
  },
  copilot: {
    tool: 'bash',
    call: (id) => ({ sessionId: 's', timestamp: id, cwd: '/w', toolName: 'bash', toolArgs: '{"command":"ls"}' }),
    answer: () => ({
      sessionId: 's',
      timestamp: 1,
      cwd: '/w',
      toolName: 'bash',
      toolArgs: { command: 'ls' },
      toolResult: { resultType: 'success', textResultForLlm: 'the same list' },
    }),
    prompt: { sessionId: 's', timestamp: 1, cwd: '/w', prompt: 'go on' },
  },
  codex: dialect(
    {
      session_id: 'thread',
      turn_id: 'turn',
      transcript_path: null,
      cwd: '/w',
      model: 'gpt-5',
      permission_mode: 'default',
    },
    'Bash',
    (id) => `call-${id}`,
  ),
  gemini: {
    tool: 'run_shell_command',
    call: () => GEMINI_CALL,
    answer: () => ({
      ...GEMINI_CALL,
      hook_event_name: 'AfterTool',
      tool_response: { llmContent: 'Output: the same list', returnDisplay: 'the same list' },
    }),
    prompt: { session_id: 'gemini', cwd: '/w', hook_event_name: 'BeforeAgent', timestamp: 't', prompt: 'go on' },
  },
  qwen: dialect(
    { session_id: 'qwen', transcript_path: '/nowhere.jsonl', cwd: '/w', timestamp: 't', permission_mode: 'yolo' },
    'run_shell_command',
    (id) => `toolu_${id}`,
  ),
} satisfies Partial<Record<HarnessName, Dialect>>;

function dialect(common: object, tool: string, callId: (id: string) => string): Dialect {
  const call = (event: string, id: string): object => ({
    ...common,
    hook_event_name: event,
    tool_name: tool,
    tool_input: { command: 'ls' },
    tool_use_id: callId(id),
  });
  return {
    tool,
    call: (id) => call('PreToolUse', id),
    answer: (id) => ({ ...call('PostToolUse', id), tool_response: 'the same list' }),
    prompt: { ...common, hook_event_name: 'UserPromptSubmit', prompt: 'go on' },
  };
}

const decision = (permissionDecision: string, permissionDecisionReason: string): object => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
});

const besideResult = { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: NUDGE } };

/** What each harness is told, word for word. */
const GOLDEN: Record<
  keyof typeof DIALECTS,
  { warn: object; nudge: object | undefined; stop: object; stopAgain?: object }
> = {
  vscode: {
    warn: {
      systemMessage: WARNING,
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: NUDGE },
    },
    nudge: undefined,
    stop: { systemMessage: `${BREAK} ${NOT_ENDED}`, ...decision('deny', STOPPED) },
  },
  claude: {
    warn: { systemMessage: WARNING },
    nudge: besideResult,
    stop: { continue: false, stopReason: SIGNED, ...decision('deny', SIGNED) },
    stopAgain: {
      continue: false,
      stopReason: SIGNED,
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { command: 'true' },
      },
    },
  },
  copilot: {
    warn: { type: 'progress', message: WARNING },
    nudge: { additionalContext: NUDGE, ...besideResult },
    stop: { permissionDecision: 'deny', permissionDecisionReason: STOPPED, ...decision('deny', STOPPED) },
  },
  codex: {
    warn: { systemMessage: WARNING },
    nudge: besideResult,
    stop: { systemMessage: `${SIGNED} ${NOT_ENDED}`, ...decision('deny', STOPPED) },
  },
  gemini: {
    warn: { systemMessage: WARNING },
    nudge: { hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: NUDGE } },
    stop: { continue: false, stopReason: SIGNED, systemMessage: SIGNED, decision: 'deny', reason: STOPPED },
  },
  qwen: {
    warn: { systemMessage: WARNING },
    nudge: besideResult,
    stop: { systemMessage: SIGNED, ...decision('deny', STOPPED) },
  },
};

describe('tool-loop-guard hook', () => {
  const home = mkdtempSync(join(tmpdir(), 'hook-command-'));
  const cli = join(home, 'cli.js');
  let state: string;
  let settings: string;

  before(() =>
    build({
      entryPoints: [join(ROOT, 'src/cli.ts')],
      outfile: cli,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      mainFields: ['module', 'main'],
      logLevel: 'error',
    }),
  );

  beforeEach(() => {
    state = mkdtempSync(join(home, 'state-'));
    settings = join(state, 'settings.json');
    writeFileSync(
      settings,
      JSON.stringify({
        'editor.tabSize': 2,
        'toolLoopGuard.maxRepeats': 4,
        'toolLoopGuard.detectors': { repeat: { warn: 3 } },
      }),
    );
  });

  after(() => discard(home));

  /** Answers a hook in this process, as the command line does. */
  async function runHere(
    input: unknown,
    harness: HarnessName | 'auto' = 'auto',
    environment: NodeJS.ProcessEnv = {},
  ): Promise<Ended> {
    const [output, errors] = [new Lines(), new Lines()];
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    await runHook({ harness, settingsFile: settings, stateFolder: state }, [text], output, errors, environment);
    return { code: 0, stdout: output.text, stderr: errors.text };
  }

  /** The same in a process of its own. */
  function runProcess(input: unknown, more: readonly string[] = []): Promise<Ended> {
    const child = spawn(process.execPath, [cli, 'hook', '--state', state, '--settings', settings, ...more], {
      stdio: 'pipe',
      env: {},
    });
    return ended(child, typeof input === 'string' ? input : JSON.stringify(input));
  }

  const run = runHere;
  const silent: Ended = { code: 0, stdout: '', stderr: '' };
  const files = (): string[] => readdirSync(join(state, 'sessions')).filter((name) => name.endsWith('.json'));
  const stateText = (): string =>
    files()
      .map((name) => readFileSync(join(state, 'sessions', name), 'utf8'))
      .join('\n');
  const denied = ({ stdout }: Ended): boolean => /"deny"|"continue":false/.test(stdout);

  for (const harness of Object.keys(DIALECTS) as (keyof typeof DIALECTS)[]) {
    it(`warns, nudges, stops and starts again for ${harness}, recognised by its input`, async () => {
      // Once by the command line itself, for it is the same for all.
      const run = harness === 'claude' ? runProcess : runHere;
      const { tool, call, answer, prompt }: Dialect = DIALECTS[harness];
      const {
        warn,
        nudge,
        stop,
        stopAgain = stop,
      } = JSON.parse(
        JSON.stringify(GOLDEN[harness]).replaceAll('TOOL', tool),
      ) as (typeof GOLDEN)[keyof typeof DIALECTS];
      const outputs: unknown[] = [];
      const told: unknown[] = [];
      for (const id of ['1', '2', '3', '4', '5']) {
        const ended = await run(call(id));
        assert.deepEqual([ended.code, ended.stderr], [0, '']);
        outputs.push(ended.stdout === '' ? undefined : JSON.parse(ended.stdout));
        if (!denied(ended)) {
          const after = await run(answer(id));
          assert.deepEqual([after.code, after.stderr], [0, '']);
          told.push(after.stdout === '' ? undefined : JSON.parse(after.stdout));
        }
      }
      assert.deepEqual(outputs, [undefined, undefined, warn, stop, stopAgain]);
      assert.deepEqual(told, [undefined, undefined, nudge]);
      assert.deepEqual(await run(prompt), silent);
      assert.deepEqual(await run(call('6')), silent);
    });
  }

  it('speaks to the harness it was told to, whatever the input looks like', async () => {
    writeFileSync(settings, '{ "maxRepeats": 2 }');
    await run(DIALECTS.claude.call('1'), 'codex');
    const { stdout } = await run(DIALECTS.claude.call('2'), 'codex');
    assert.deepEqual(Object.keys(JSON.parse(stdout) as object), ['systemMessage', 'hookSpecificOutput']);
  });

  it('takes settings from the environment, the file being stronger', async () => {
    const { call } = DIALECTS.claude;
    writeFileSync(settings, '{}');
    const environment = { TOOL_LOOP_MAX_REPEATS: '2' };
    await run(call('1'), 'auto', environment);
    assert.ok(denied(await run(call('2'), 'auto', environment)));
    writeFileSync(settings, '{ "enabled": false }');
    assert.deepEqual(await run(call('3'), 'auto', environment), silent);
  });

  it('gives each subagent a count of its own, and one prompt clears them all', async () => {
    writeFileSync(settings, '{ "maxRepeats": 2 }');
    const { call, prompt } = DIALECTS.claude;
    const of = (agent: string, id: string): object => ({ ...call(id), agent_id: agent });
    assert.deepEqual(
      [await run(call('1')), await run(of('a', '2')), await run(of('b', '3'))],
      [silent, silent, silent],
    );
    assert.ok(denied(await run(of('a', '4'))));
    assert.ok(!denied(await run({ ...of('b', '5'), tool_input: { command: 'pwd' } })));
    assert.equal(files().length, 1);
    await run(prompt);
    assert.ok(!denied(await run(of('a', '6'))));
  });

  it('counts a call that comes twice with one id once', async () => {
    writeFileSync(settings, '{ "maxRepeats": 2 }');
    const { call } = DIALECTS.claude;
    assert.deepEqual([await run(call('1')), await run(call('1')), await run(call('1'))], [silent, silent, silent]);
    assert.ok(denied(await run(call('2'))));
  });

  it('handles an answer without its call, and a call without its answer', async () => {
    const { answer, call }: Dialect = DIALECTS.copilot;
    assert.deepEqual(
      [
        await run(answer('1')),
        await run(call('1')),
        await run(call('2')),
        await run(answer('2')),
        await run(answer('2')),
        await run(answer('2')),
      ],
      Array(6).fill(silent),
    );
  });

  describe('lets the call run, with one line on standard error,', () => {
    const { call } = DIALECTS.claude;
    const allowed = ({ code, stdout, stderr }: Ended, why: RegExp): void => {
      assert.deepEqual([code, stdout], [0, '']);
      assert.match(stderr, /^tool-loop-guard: [^\n]+\n$/);
      assert.match(stderr, why);
    };
    const loop = async (): Promise<void> => {
      for (const id of ['1', '2', '3', '4']) {
        await run(call(id));
      }
    };

    for (const [what, input] of Object.entries({
      'no JSON': 'hello',
      nothing: '',
      'a list': '[]',
      'no session': { hook_event_name: 'PreToolUse', tool_name: 'x' },
    })) {
      it(`when the input is ${what}`, async () => allowed(await run(input), /Fault of the guard \(hook\)/));
    }

    it('when the state is locked for too long', async function () {
      this.timeout(20_000);
      await loop();
      const lock = join(state, 'sessions', `${files()[0] ?? ''}.lock`);
      writeFileSync(lock, 'somebody');
      const holder = setInterval(() => utimesSync(lock, new Date(), new Date()), 50);
      try {
        allowed(await run(call('5')), /lock/);
      } finally {
        clearInterval(holder);
      }
    });

    it('when the state cannot be written', async () => {
      await loop();
      const path = join(state, 'sessions', files()[0] ?? '');
      rmSync(path);
      mkdirSync(join(path, 'in the way'), { recursive: true });
      allowed(await run(call('5')), /could not be read|Fault/);
    });

    it('when there is no place for a state', async () => {
      writeFileSync(join(state, 'sessions'), '');
      allowed(await run(call('1')), /EEXIST|ENOTDIR/);
    });

    it('when the settings cannot be read, and uses the others', async () => {
      writeFileSync(settings, '{ "maxRepeats": ');
      allowed(await run(call('1')), /settings/);
      await run(call('2'), 'auto', { TOOL_LOOP_MAX_REPEATS: '2' });
      assert.ok(denied(await run(call('3'), 'auto', { TOOL_LOOP_MAX_REPEATS: '2' })));
    });
  });

  for (const [what, given, more] of [
    ['what is wrong', 'no JSON', []],
    ['its answer', DIALECTS.claude.call('1'), []],
    ['how it is used', '', ['--colour']],
  ] as const) {
    it(`lets the call run when nobody reads ${what}`, async () => {
      writeFileSync(settings, '{ "maxRepeats": ');
      const child = spawn(process.execPath, [cli, 'hook', '--state', state, '--settings', settings, ...more], {
        stdio: 'pipe',
        env: {},
      });
      child.stdout.destroy();
      child.stderr.destroy();
      child.stdin.on('error', () => undefined).end(typeof given === 'string' ? given : JSON.stringify(given));
      assert.equal(await new Promise((done) => child.on('close', done)), 0);
    });
  }

  for (const more of [['--harness', 'emacs'], ['--colour'], ['surplus']]) {
    it(`lets calls run when it is called with ${more.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runProcess(DIALECTS.claude.call('1'), more);
      assert.deepEqual([code, stdout], [0, '']);
      assert.match(stderr, /^tool-loop-guard: [^\n]+\n {2}hook \[--harness /);
    });
  }

  it('says how it is used, and ends with 2 for other mistakes', async () => {
    const child = spawn(process.execPath, [cli, 'replace'], { stdio: 'ignore' });
    assert.equal(await new Promise((done) => child.on('close', done)), 2);
  });

  it('lets no argument, no result and no prompt get into the state', async () => {
    writeFileSync(
      settings,
      JSON.stringify({
        mode: 'chance',
        maxRepeats: 2,
        detectors: { repeat: { warn: 2 } },
        tools: { plan: { operationField: 'operation' } },
      }),
    );
    const secret = 'hunter2-correct-horse';
    const common = { session_id: `session ${secret}`, permission_mode: 'default', cwd: `/${secret}` };
    for (const id of [1, 2, 3, 4, 5]) {
      for (const [tool, input] of [
        ['Bash', { command: `login ${secret}`, [secret]: 1 }],
        ['plan', { operation: secret }],
      ] as const) {
        const call = {
          ...common,
          tool_name: tool,
          tool_input: input,
          tool_use_id: `${secret} ${id} ${tool}`,
          agent_id: tool === 'plan' ? secret : undefined,
        };
        await run({ ...call, hook_event_name: 'PreToolUse' });
        await run({ ...call, hook_event_name: 'PostToolUse', tool_response: { stdout: secret } });
      }
    }
    assert.match(stateText(), /"chances":\[\{/);
    assert.match(stateText(), /plan:#[0-9a-f]{20}/);
    assert.ok(!stateText().includes('hunter2'));
    await run({ ...common, hook_event_name: 'UserPromptSubmit', prompt: secret });
    assert.ok(!stateText().includes('hunter2'));
    assert.ok(!existsSync(join(state, 'sessions', 'hunter2')));
  });
});
