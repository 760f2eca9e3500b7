import assert from 'node:assert/strict';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { opencodePlugin, type OpencodePorts } from '../../../../src/node/commands/opencodePlugin';
import { sharedFolder } from '../../../../src/node/plugin/sharedFolder';
import { temporaryStateFolder } from '../../../../src/node/state/stateFolder';
import { newFolderForEach } from '../../../fakes/newFolder';

describe('the plugin of opencode', () => {
  let home: string;
  let aborted: string[];
  let toasts: string[];
  let logged: string[];

  newFolderForEach((folder) => {
    home = folder;
    [aborted, toasts, logged] = [[], [], []];
  });

  function plugin(environment: NodeJS.ProcessEnv = {}) {
    const client = {
      session: { abort: ({ path }: { path: { id: string } }) => Promise.resolve(aborted.push(path.id)) },
      tui: { showToast: ({ body }: { body: { message: string } }) => Promise.resolve(toasts.push(body.message)) },
      app: { log: ({ body }: { body: { message: string } }) => Promise.resolve(logged.push(body.message)) },
    };
    return opencodePlugin({ client, directory: home }, environment, home);
  }

  /** Makes a call with this result. @returns what the model reads */
  async function call(hooks: ReturnType<typeof plugin>, id: number, text = 'same', sessionID = 's'): Promise<string> {
    const input = { tool: 'bash', sessionID, callID: `call_${id}` };
    const args = { command: 'make', description: `Attempt ${id}` };
    try {
      await hooks['tool.execute.before'](input, { args });
    } catch (error) {
      return (error as Error).message;
    }
    const result = { output: text };
    await hooks['tool.execute.after']({ ...input, args }, result);
    return result.output;
  }

  it('nudges next to the third result, and refuses and aborts at the fourth call', async () => {
    const hooks = plugin();
    const read: string[] = [];
    for (let id = 1; id <= 4; id++) {
      read.push(await call(hooks, id));
    }
    assert.deepEqual(read.slice(0, 2), ['same', 'same']);
    assert.match(read[2] ?? '', /^same\n\nNote from Tool Loop Guard: 'bash' invoked with identical params 3 times/);
    assert.match(read[3] ?? '', /^This call was blocked: the session was stopped/);
    assert.deepEqual(aborted, ['s']);
    assert.match(toasts.join('\n'), /Possible loop:[^]*Loop stopped\./);
    assert.deepEqual(logged, []);
  });

  it('uses another folder and other settings only in a guarded run', async () => {
    const settings = join(home, 'off.json');
    writeFileSync(settings, '{ "enabled": false }');
    mkdirSync(sharedFolder(home), { recursive: true });
    const folder = mkdtempSync(join(sharedFolder(home), 'run-'));
    const blocked = async (state: string): Promise<boolean> => {
      const hooks = plugin({ TOOL_LOOP_GUARD_RUN_STATE: state, TOOL_LOOP_GUARD_RUN_SETTINGS: settings });
      const read: string[] = [];
      for (let id = 1; id <= 4; id++) {
        read.push(await call(hooks, id));
      }
      return read.some((text) => text.startsWith('This call was blocked'));
    };
    assert.deepEqual([await blocked(home), await blocked(''), await blocked(folder)], [true, true, false]);
  });

  it('handles tools that throw, and adds the text for the model to their error', async () => {
    const hooks = plugin();
    const parts = [1, 2, 3].map((id) => ({
      ...{ type: 'tool', tool: 'edit', callID: `call_${id}`, messageID: `message_${id}`, sessionID: 's' },
      state: { status: 'error', input: { oldString: 'a' }, error: 'Not found.' },
    }));
    for (const part of parts) {
      const { tool, sessionID, callID, state } = part;
      await hooks['tool.execute.before']({ tool, sessionID, callID }, { args: state.input });
      void hooks.event({ event: { properties: { part } } });
    }
    await hooks['experimental.chat.messages.transform']({}, { messages: [{ parts }] });
    const errors = parts.map(({ state }) => state.error);
    assert.deepEqual(errors.slice(0, 2), ['Not found.', 'Not found.']);
    assert.match(errors[2] ?? '', /^Not found\.\n\nNote from Tool Loop Guard: 'edit'/);
    const fourth = { tool: 'edit', sessionID: 's', callID: 'call_4' };
    await assert.rejects(hooks['tool.execute.before'](fourth, { args: { oldString: 'a' } }));
    assert.match(toasts.join('\n'), /Loop stopped\. edit failed 3 times/);
    assert.deepEqual(aborted, ['s']);
  });

  it('treats a command with a nonzero exit code as a failure', async () => {
    const hooks = plugin();
    const input = { tool: 'bash', sessionID: 's', callID: 'call_1' };
    for (const id of [1, 2, 3]) {
      const ran = { ...input, callID: `call_${id}`, args: { command: 'sh test.sh' } };
      await hooks['tool.execute.before'](ran, ran);
      await hooks['tool.execute.after'](ran, { output: 'test 3', metadata: { exit: 1 } });
    }
    const fourth = { ...input, callID: 'call_4' };
    await assert.rejects(hooks['tool.execute.before'](fourth, { args: { command: 'sh test.sh' } }));
    assert.match(toasts.join('\n'), /Loop stopped\. bash failed 3 times/);
  });

  it('refuses and aborts nothing when the model gets its chance', async () => {
    const hooks = plugin({ TOOL_LOOP_MODE: 'chance_then_break' });
    for (let id = 1; id <= 3; id++) {
      await call(hooks, id);
    }
    assert.match(await call(hooks, 4), /^This call was blocked\. Tool call loop/);
    assert.deepEqual(aborted, []);
  });

  it('restarts with a user message, and separates sessions', async () => {
    const hooks = plugin();
    for (let id = 1; id <= 4; id++) {
      await call(hooks, id);
    }
    assert.equal(await call(hooks, 5, 'same', 'other'), 'same');
    const note = { type: 'text', text: 'The background task has ended.', synthetic: true };
    await hooks['chat.message']({ sessionID: 's' }, { parts: [note] });
    assert.match(await call(hooks, 7), /^This call was blocked/);
    await hooks['chat.message']({ sessionID: 's' }, { parts: [note, { type: 'text', text: 'Try again.' }] });
    assert.equal(await call(hooks, 6), 'same');
  });

  it('lets calls run if their state is unavailable, and logs why', async () => {
    mkdirSync(join(home, '.local/state/tool-loop-guard'), { recursive: true });
    writeFileSync(join(home, '.local/state/tool-loop-guard/sessions'), '');
    const hooks = plugin();
    for (let id = 1; id <= 5; id++) {
      assert.equal(await call(hooks, id), 'same');
    }
    assert.ok(logged.length > 0);
    assert.deepEqual(readdirSync(join(home, '.local/state/tool-loop-guard')), ['sessions']);
  });

  it('stores its state in a private temporary folder if the home folder isn’t writable', async () => {
    mkdirSync(join(home, '.local/state'), { recursive: true });
    writeFileSync(join(home, '.local/state/tool-loop-guard'), '');
    const before = tmpdir();
    process.env['TMPDIR'] = mkdtempSync(join(home, 'tmp-'));
    try {
      const hooks = plugin();
      for (let id = 1; id <= 3; id++) {
        await call(hooks, id);
      }
      assert.match(await call(hooks, 4), /^This call was blocked/);
      assert.equal(statSync(temporaryStateFolder()).mode & 0o777, 0o700);
      if (process.getuid?.() === 0) {
        chownSync(temporaryStateFolder(), 1, 1);
        assert.doesNotMatch(await call(hooks, 5), /^This call was blocked/, 'a folder of another user');
      }
    } finally {
      process.env['TMPDIR'] = before;
    }
  });

  for (const [what, client] of [
    ['has no screen and no log', { session: {}, tui: undefined, app: undefined }],
    [
      'fails at once',
      {
        session: { abort: broken },
        tui: { showToast: broken },
        app: { log: broken },
      },
    ],
  ] as const) {
    it(`blocks only calls of a loop when opencode ${what}`, async () => {
      const hooks = opencodePlugin({ client: client as unknown as OpencodePorts['client'], directory: home }, {}, home);
      await hooks['chat.message']({ sessionID: 's' }, {});
      const read: string[] = [];
      for (let id = 1; id <= 4; id++) {
        read.push(await call(hooks, id));
      }
      assert.deepEqual(read.slice(0, 2), ['same', 'same']);
      assert.match(read[2] ?? '', /^same\n\nNote from Tool Loop Guard/);
      assert.match(read[3] ?? '', /^This call was blocked: the session was stopped/);
    });
  }
});

function broken(): never {
  throw new Error('broken');
}
