import assert from 'node:assert/strict';
import { askWindow } from '../../../src/node/hooks/hookClient';
import { ADDRESS_VARIABLE, NODE_VARIABLE, OFF_VARIABLE, TOKEN_VARIABLE } from '../../../src/node/hooks/hookAddress';
import { ActivatedWindow } from '../../fakes/activatedWindow';

describe('activation', () => {
  let window: ActivatedWindow;

  beforeEach(() => (window = new ActivatedWindow()));
  afterEach(() => window.deactivate());

  it('answers hooks, and takes everything back when VS Code ends', async () => {
    await window.activate();
    await expectGuarded();
    window.deactivate();
    for (const name of [ADDRESS_VARIABLE, TOKEN_VARIABLE, NODE_VARIABLE, OFF_VARIABLE]) {
      assert.equal(process.env[name], undefined, name);
    }
    assert.deepEqual([window.commands.size, window.views.size, window.statusBarItems.length], [0, 0, 0]);
  });

  it('answers hooks in an editor without model providers, in which nothing else is missing', async () => {
    delete (window.module.lm as Partial<typeof window.module.lm>).registerLanguageModelChatProvider;
    await window.activate();
    await expectGuarded();
    assert.deepEqual(
      window.logLines.filter((line) => line.startsWith('Fault')),
      [],
    );
    assert.equal(window.statusBarItems.length, 1);
  });

  it('answers hooks when a feature fails, names it in the log, and starts the others', async () => {
    window.module.window.createStatusBarItem = () => {
      throw new Error('There is no status bar.');
    };
    await window.activate();
    await expectGuarded();
    assert.deepEqual(
      window.logLines.filter((line) => line.startsWith('Fault')),
      ['Fault of the guard (starting status); the agent goes on: Error: There is no status bar.'],
    );
    assert.ok(window.commands.has('toolLoopGuard.showTimeline'));
    assert.ok(window.commands.has('toolLoopGuard.tryIt'));
  });
});

/** The fourth of identical calls is refused. */
async function expectGuarded(): Promise<void> {
  const answers: string[] = [];
  for (const id of [1, 2, 3, 4]) {
    answers.push(await ask({ tool_name: 'read', tool_input: {}, tool_use_id: `call-${id}` }));
  }
  assert.deepEqual(
    answers.map((answer) => answer.includes('"deny"')),
    [false, false, false, true],
  );
}

/** Asks as the process of an agent's hook does, by what the environment says. */
function ask(fields: object): Promise<string> {
  const input = { hook_event_name: 'PreToolUse', session_id: 's', timestamp: 't', ...fields };
  const { [ADDRESS_VARIABLE]: socket = '', [TOKEN_VARIABLE]: token = '' } = process.env;
  return askWindow({ socket, token }, Buffer.from(JSON.stringify(input)), process.env);
}
