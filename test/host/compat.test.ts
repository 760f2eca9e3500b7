import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { commands, extensions, lm, version } from 'vscode';
import { call, newChatForEach, repeat, report, script, send, until } from '../e2e/agent';
import { page } from '../e2e/page';
import { userSettings } from '../e2e/settings';
import { readLog } from './ourLog';
import { say } from './say';

const GUARD = 'tool-loop-guard.tool-loop-guard';
const LOOP = [...repeat(6, call('scripted_probe', { path: 'a' })), 'Never said.'];
const NO_HOOKS = 'its own agent is not guarded';

interface Hook {
  readonly command?: string;
  readonly windows?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Our hooks that VS Code gives its agent with a prompt. */
async function handedHooks(): Promise<readonly Hook[]> {
  await script('Hello', ['Done.']);
  await send('Hello');
  const hooks = await commands.executeCommand<{ readonly PreToolUse?: readonly Hook[] } | undefined>('bareAgent.hooks');
  return hooks?.PreToolUse ?? [];
}

async function run({ command, windows, env }: Hook, input: object): Promise<string> {
  const child = spawn((process.platform === 'win32' ? windows : undefined) ?? command ?? '', {
    shell: true,
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(JSON.stringify(input));
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}

// Runs in the oldest supported VS Code and in the newest, with the tests' own agent.
describe(`VS Code ${version}`, () => {
  newChatForEach();

  it('activates the guard and knows its commands', async () => {
    const extension = extensions.getExtension(GUARD);
    assert.equal(extension?.isActive, true);
    const known = await commands.getCommands(true);
    const { contributes } = extension.packageJSON as { contributes: { commands: { command: string }[] } };
    assert.deepEqual(
      contributes.commands.filter(({ command }) => !known.includes(command)),
      [],
    );
  });

  it('hands the agent our hooks, which deny the fourth call, or the guard says that it does not', async () => {
    const hooks = await handedHooks();
    say(`      (VS Code ${version} hands ${hooks.length} PreToolUse hooks to its agent)`);
    if (readLog() !== undefined) {
      assert.equal((readLog() ?? '').split(NO_HOOKS).length - 1, hooks.length > 0 ? 0 : 1, readLog());
    }
    for (const hook of hooks) {
      const answers: string[] = [];
      for (const id of [1, 2, 3, 4]) {
        answers.push(
          await run(hook, {
            session_id: 'compat',
            hook_event_name: 'PreToolUse',
            tool_name: 'read',
            tool_input: {},
            tool_use_id: `compat-${id}`,
          }),
        );
      }
      assert.deepEqual(
        answers.map((answer) => answer.includes('"deny"')),
        [false, false, false, true],
      );
    }
  });

  it('shows the status, with what this version lacks', async function () {
    const hooks = await handedHooks();
    await send('@loopguard /tool-loop-status');
    if (!page.isShown) {
      this.skip();
    }
    const text = await page.waitForChat(/0 calls checked/);
    assert.equal(text.includes(NO_HOOKS), hooks.length === 0, text);
  });

  it('lets @loopguard stop its own agent', async function () {
    await script('please loop', LOOP);
    await send('@loopguard please loop');
    assert.equal((await report()).executions.length, 3);
    if (page.isShown) {
      await page.waitForChat(/Loop stopped/);
      await page.waitForChat(/Try a Different Approach/);
    }
  });

  it('lets the API stop another extension’s participant', async () => {
    await script('please loop', LOOP);
    await send('@scripted please loop');
    assert.equal((await report()).executions.length, 3);
    if (page.isShown) {
      await page.waitForChat(/Loop stopped\. scripted_probe.* returned the same result 3 times/);
    }
  });

  it('stops an agent that works with a guarded model', async () => {
    await userSettings({ guardedModels: ['*'] });
    await until(async () => (await lm.selectChatModels({ vendor: 'tool-loop-guard' })).length > 0);
    await script('please loop', LOOP);
    await send('please loop', { guarded: true });
    assert.equal((await report()).executions.length, 3);
  });

  it('causes no error in our log', function () {
    const log = readLog();
    if (log === undefined) {
      this.skip();
    }
    assert.deepEqual(
      log.split('\n').filter((line) => line.includes('[error]')),
      [],
    );
  });
});
