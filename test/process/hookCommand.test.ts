import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { runHook } from '../../src/node/commands/hookCommand';
import type { HarnessName } from '../../src/node/agents/harnesses';
import { Sink } from '../fakes/sink';
import { buildDoor, type Ended, ended } from '../robustness/hookProcess';

const WARNING = 'Possible loop: Bash(ls) returned the same result 2 times. The call was allowed.';
const BREAK =
  '[Tool Loop Guard] Loop stopped. Bash returned the same result 3 times. The next identical call was blocked. ' +
  'To continue, send a message.';

const NUDGE =
  "Note from Tool Loop Guard: 'Bash' invoked with identical params 3 times with no pause over 120s.\n" +
  'The last such call was \'Bash\' with {"command":"ls"} (quoted as data). It was run.\nIf its result tells you ' +
  'nothing new, do not call it like this again. Work with the results you have, change the arguments that were ' +
  'wrong, take another approach, or tell the user what you tried and what you need. If you wait for something that ' +
  'is still at work, wait longer before you ask again.';

/** How Claude Code reports a call, its answer, and a prompt. */
const SESSION = { session_id: 'session', transcript_path: '/nowhere.jsonl', cwd: '/w', permission_mode: 'default' };
const toolEvent = (event: string, id: string): object => ({
  ...SESSION,
  hook_event_name: event,
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: `toolu_${id}`,
});
const call = (id: string): object => toolEvent('PreToolUse', id);
const answer = (id: string): object => ({ ...toolEvent('PostToolUse', id), tool_response: 'the same list' });
const PROMPT = { ...SESSION, hook_event_name: 'UserPromptSubmit', prompt: 'go on' };

describe('tool-loop-guard hook', () => {
  const home = mkdtempSync(join(tmpdir(), 'hook-command-'));
  const cli = join(home, 'cli.js');
  let state: string;
  let settings: string;

  before(() => buildDoor('cli', cli));

  beforeEach(() => {
    state = mkdtempSync(join(home, 'state-'));
    settings = join(state, 'settings.json');
    writeFileSync(settings, JSON.stringify({ 'editor.tabSize': 2, 'toolLoopGuard.maxRepeats': 4 }));
  });

  after(() => discard(home));

  async function run(
    input: object,
    harness: HarnessName | 'auto' = 'auto',
    environment: NodeJS.ProcessEnv = {},
  ): Promise<Ended> {
    const [output, errors] = [new Sink(), new Sink()];
    const options = { harness, settingsFile: settings, stateFolder: state };
    await runHook(options, JSON.stringify(input), output, errors, environment);
    return { code: 0, stdout: output.text, stderr: errors.text };
  }

  const start = (more: readonly string[] = []): ChildProcessWithoutNullStreams =>
    spawn(process.execPath, [cli, 'hook', '--state', state, '--settings', settings, ...more], {
      stdio: 'pipe',
      env: {},
    });
  const runProcess = (input: object, more: readonly string[] = []): Promise<Ended> =>
    ended(start(more), JSON.stringify(input));

  const silent: Ended = { code: 0, stdout: '', stderr: '' };
  const denied = ({ stdout }: Ended): boolean => /"deny"|"continue":false/.test(stdout);

  it('warns, nudges, stops, and starts again with exactly these texts', async () => {
    const outputs: unknown[] = [];
    const told: unknown[] = [];
    for (const id of ['1', '2', '3', '4', '5']) {
      const ended = await runProcess(call(id));
      assert.deepEqual([ended.code, ended.stderr], [0, '']);
      outputs.push(ended.stdout === '' ? undefined : JSON.parse(ended.stdout));
      if (!denied(ended)) {
        const after = await runProcess(answer(id));
        assert.deepEqual([after.code, after.stderr], [0, '']);
        told.push(after.stdout === '' ? undefined : JSON.parse(after.stdout));
      }
    }
    const stop = { continue: false, stopReason: BREAK };
    const decided = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: BREAK };
    assert.deepEqual(outputs, [
      undefined,
      undefined,
      { systemMessage: WARNING },
      { ...stop, hookSpecificOutput: decided },
      { ...stop, hookSpecificOutput: decided },
    ]);
    const nudge = { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: NUDGE } };
    assert.deepEqual(told, [undefined, undefined, nudge]);
    assert.deepEqual(await runProcess(PROMPT), silent);
    assert.deepEqual(await runProcess(call('6')), silent);
  });

  it('answers in the format of the named harness, whatever the input', async () => {
    writeFileSync(settings, '{ "maxRepeats": 2 }');
    await run(call('1'), 'codex');
    const { stdout } = await run(call('2'), 'codex');
    assert.deepEqual(Object.keys(JSON.parse(stdout) as object), ['systemMessage', 'hookSpecificOutput']);
  });

  it('uses settings from the environment, which the file overrides', async () => {
    writeFileSync(settings, '{}');
    const environment = { TOOL_LOOP_MAX_REPEATS: '2' };
    await run(call('1'), 'auto', environment);
    assert.ok(denied(await run(call('2'), 'auto', environment)));
    writeFileSync(settings, '{ "enabled": false }');
    assert.deepEqual(await run(call('3'), 'auto', environment), silent);
  });

  it('lets the call run, with one error line, if a settings file can’t be read, and uses the others', async () => {
    writeFileSync(settings, '{ "maxRepeats": ');
    const { code, stdout, stderr } = await run(call('1'));
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /^tool-loop-guard: [^\n]*settings[^\n]*\n$/);
    await run(call('2'), 'auto', { TOOL_LOOP_MAX_REPEATS: '2' });
    assert.ok(denied(await run(call('3'), 'auto', { TOOL_LOOP_MAX_REPEATS: '2' })));
  });

  for (const [what, given, more] of [
    ['what is wrong', 'no JSON', []],
    ['its answer', call('1'), []],
    ['how it is used', '', ['--colour']],
  ] as const) {
    it(`lets the call run if nobody reads ${what}`, async () => {
      writeFileSync(settings, '{ "maxRepeats": ');
      const child = start(more);
      child.stdout.destroy();
      child.stderr.destroy();
      child.stdin.on('error', () => undefined).end(typeof given === 'string' ? given : JSON.stringify(given));
      assert.equal(await new Promise((done) => child.on('close', done)), 0);
    });
  }

  for (const more of [['--harness', 'emacs'], ['--colour'], ['surplus']]) {
    it(`lets calls run if called with ${more.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runProcess(call('1'), more);
      assert.deepEqual([code, stdout], [0, '']);
      assert.match(stderr, /^tool-loop-guard: [^\n]+\n {2}hook \[--harness /);
    });
  }
});
