import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ADDRESS_VARIABLE, PIPE_VARIABLE, TOKEN_VARIABLE } from '../../../src/node/transport/hookAddress';
import type { DetectionSummary } from '../../../api/tool-loop-guard';
import { ActivatedWindow } from '../../fakes/activatedWindow';

const HOOK_SCRIPT = resolve(__dirname, '../../../plugin/hook.sh');

describe('activation', () => {
  let window: ActivatedWindow;

  beforeEach(() => (window = new ActivatedWindow()));
  afterEach(() => window.deactivate());

  it('answers hooks, and undoes everything when VS Code ends', async () => {
    await window.activate();
    await expectGuarded(window);
    window.deactivate();
    assert.deepEqual([process.env[ADDRESS_VARIABLE], process.env[TOKEN_VARIABLE]], [undefined, undefined]);
    assert.deepEqual([window.commands.size, window.views.size, window.statusBarItems.length], [0, 0, 0]);
  });

  it('also answers hooks on named pipes, once it has tested them', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    window.installation = join(window.home, 'extension');
    const plugin = join(window.installation, 'plugin');
    mkdirSync(plugin, { recursive: true });
    copyFileSync(HOOK_SCRIPT, join(plugin, 'hook.sh'));
    // hook.js isn't needed as built: the program that replaces it only prints its arguments.
    writeFileSync(join(plugin, 'hook.js'), '');
    await window.activate();
    const pipes = await until(() => process.env[PIPE_VARIABLE]);
    const folder = pipes.slice(pipes.indexOf(' ') + 1);
    const input = (session: string, id: number): object => ({
      hook_event_name: 'PreToolUse',
      session_id: session,
      cwd: '/elsewhere',
      tool_name: 'read',
      tool_input: {},
      tool_use_id: `call-${id}`,
    });
    const inherits = { [PIPE_VARIABLE]: pipes };
    const answers: string[] = [];
    for (const id of [1, 2, 3, 4]) {
      answers.push(await script(plugin, input('one', id), inherits));
    }
    assert.match(answers.at(-1) ?? '', /"deny"/);
    writeFileSync(join(window.home, '.local/state/tool-loop-guard/node'), '/bin/echo\n');
    assert.equal(
      await script(plugin, input('two', 1), {}),
      `${join(plugin, 'hook.js')} \n`,
      'a session of a folder that is not open here',
    );
    window.deactivate();
    assert.equal(process.env[PIPE_VARIABLE], undefined);
    assert.equal(existsSync(folder), false);
    assert.equal(existsSync(join(window.home, '.local/state/tool-loop-guard/pipe')), false);
  });

  it('checks calls of other extensions, and reports detections without their arguments', async () => {
    const { api = assert.fail('There is no API.') } = await window.activate();
    const heard: DetectionSummary[] = [];
    api.onDetection((detection) => heard.push(detection));
    const conversation = api.openConversation('one');
    const check = (id: number) => conversation.check({ id: `${id}`, tool: 't', arguments: { secret: 'marker' } });
    const verdicts = [1, 2, 3, 4, 5].map((id) => {
      const verdict = check(id);
      conversation.record({ callId: `${id}`, result: 'same', isError: false });
      return verdict;
    });
    assert.deepEqual(
      verdicts.map(({ action }) => action),
      ['allow', 'allow', 'warn', 'break', 'stopped'],
    );
    assert.match(verdicts[3]?.userText ?? '', /Loop stopped/);
    assert.deepEqual(
      heard.map(({ action, count, limit }) => [action, count, limit]),
      [
        ['warn', 3, 3],
        ['break', 4, 4],
      ],
    );
    assert.doesNotMatch(JSON.stringify([verdicts, heard]), /marker/);
    conversation.beginTurn();
    assert.equal(check(6).action, 'allow');
  });

  it('answers hooks in an editor that only lacks model providers', async () => {
    delete (window.module.lm as Partial<typeof window.module.lm>).registerLanguageModelChatProvider;
    await window.activate();
    await expectGuarded(window);
    assert.deepEqual(
      window.logLines.filter((line) => line.startsWith('Fault')),
      [],
    );
    assert.equal(window.statusBarItems.length, 1);
  });

  it('answers hooks if a feature fails, logs its name, and starts the others', async () => {
    window.module.window.createStatusBarItem = () => {
      throw new Error('There is no status bar.');
    };
    await window.activate();
    await expectGuarded(window);
    assert.deepEqual(
      window.logLines.filter((line) => line.startsWith('Fault')),
      ['Fault of the guard (starting status); the agent goes on: Error: There is no status bar.'],
    );
    assert.ok(window.commands.has('toolLoopGuard.showTimeline'));
    assert.ok(window.commands.has('toolLoopGuard.tryIt'));
  });

  it('starts, and answers other extensions, even if problems in settings can’t be shown', async () => {
    window.settingsText = '{ "toolLoopGuard.maxRepeats": "many" }';
    const open = window.module.window.createOutputChannel;
    window.module.window.createOutputChannel = (...given) => ({
      ...open(...given),
      warn: () => {
        throw new Error('The log is full.');
      },
    });
    await window.activate();
    await expectGuarded(window);
    assert.equal(window.api?.version, 1);
    assert.deepEqual(
      window.logLines.filter((line) => line.includes('(starting')),
      ['Fault of the guard (starting settings); the agent goes on: Error: The log is full.'],
    );
  });
});

async function expectGuarded(window: ActivatedWindow): Promise<void> {
  const base = { hook_event_name: 'PreToolUse', session_id: 's', timestamp: 't', tool_name: 'read', tool_input: {} };
  const answers: string[] = [];
  for (const id of [1, 2, 3, 4]) {
    answers.push(await window.ask({ ...base, tool_use_id: `call-${id}` }, process.env));
  }
  assert.deepEqual(
    answers.map((answer) => answer.includes('"deny"')),
    [false, false, false, true],
  );
}

/** Runs hook.sh like a harness; prints a message instead of starting its program. */
async function script(plugin: string, input: object, environment: NodeJS.ProcessEnv): Promise<string> {
  const asked = promisify(execFile)('/bin/sh', ['-c', '. "$0"', join(plugin, 'hook.sh')], {
    env: {
      HOME: process.env['HOME'],
      PATH: process.env['PATH'],
      TOOL_LOOP_GUARD_PLUGIN: plugin,
      ...environment,
    },
  });
  asked.child.stdin?.end(JSON.stringify(input));
  return (await asked).stdout;
}

async function until<Value>(read: () => Value | undefined): Promise<Value> {
  for (;;) {
    const value = read();
    if (value !== undefined) {
      return value;
    }
    await new Promise((done) => setTimeout(done, 5));
  }
}
