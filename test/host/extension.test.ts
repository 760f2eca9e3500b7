import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { commands, extensions, workspace } from 'vscode';
import { call, newChat, ready, repeat, script, send, until, waitUntilIdle } from '../e2e/agent';
import { noSettings, userSettings } from '../e2e/settings';
import { readLog } from './ourLog';

const GUARD = 'tool-loop-guard.tool-loop-guard';
const SECRET = 'marker-0f3a';

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Record<string, { readonly default?: unknown }> }[];
    readonly chatPlugins: { readonly path: string }[];
    readonly commands: { readonly command: string }[];
  };
}

function guard() {
  const extension = extensions.getExtension(GUARD);
  assert.ok(extension, 'the VSIX is installed');
  return { extension, manifest: extension.packageJSON as Manifest };
}

/** What a hook of ours prints, as far as these tests look at it. */
interface HookOutput {
  readonly hookSpecificOutput?: { readonly permissionDecision?: string; readonly permissionDecisionReason?: string };
}

/** Runs the hook command of the installed VSIX as the agent does, in the environment of this extension host. */
async function runHook(event: string, input: object): Promise<HookOutput | undefined> {
  const { extension, manifest } = guard();
  const plugin = join(extension.extensionPath, manifest.contributes.chatPlugins[0]?.path ?? '');
  const { hooks } = JSON.parse(readFileSync(join(plugin, 'hooks/hooks.json'), 'utf8')) as {
    hooks: Record<string, { hooks: { command: string; windows: string; env: Record<string, string> }[] }[]>;
  };
  const hook = hooks[event]?.[0]?.hooks[0];
  const command = (process.platform === 'win32' ? hook?.windows : hook?.command) ?? '';
  const inPlugin = (text: string): string => text.replaceAll('${CLAUDE_PLUGIN_ROOT}', plugin);
  const env = Object.fromEntries(Object.entries(hook?.env ?? {}).map(([name, value]) => [name, inPlugin(value)]));
  const child = spawn(inPlugin(command), { shell: true, env: { ...process.env, ...env } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(JSON.stringify({ session_id: 'host-test', hook_event_name: event, ...input }));
  await new Promise((resolve) => child.on('close', resolve));
  return output === '' ? undefined : (JSON.parse(output) as HookOutput);
}

const preToolUse = (id: number) =>
  runHook('PreToolUse', { tool_name: 'read', tool_input: { path: 'a', apiKey: SECRET }, tool_use_id: `host-${id}` });

describe('the installed extension', () => {
  before(ready);
  beforeEach(noSettings);
  after(async () => {
    await noSettings();
    // The agents of these sessions are not at work any more; otherwise a stop elsewhere would have to spare them.
    await runHook('Stop', {});
    await runHook('Stop', { session_id: 'other' });
  });

  it('is active without anybody asking for it', () => {
    assert.equal(guard().extension.isActive, true);
  });

  it('has registered every command it contributes', async () => {
    const known = await commands.getCommands(true);
    for (const { command } of guard().manifest.contributes.commands) {
      assert.ok(known.includes(command), command);
    }
  });

  it('has every default known to VS Code', () => {
    for (const [name, { default: value }] of guard().manifest.contributes.configuration.flatMap(({ properties }) =>
      Object.entries(properties),
    )) {
      assert.deepEqual(workspace.getConfiguration().inspect(name)?.defaultValue, value, name);
    }
  });

  it('tells its hooks where it listens, and with which program to ask', () => {
    for (const variable of ['TOOL_LOOP_GUARD_ADDRESS', 'TOOL_LOOP_GUARD_TOKEN']) {
      assert.ok(process.env[variable], variable);
    }
    const written = join(homedir(), '.local/state/tool-loop-guard/node');
    assert.ok(existsSync(readFileSync(written, 'utf8').trim()));
  });

  it('answers the hook process of the VSIX: three calls run, the fourth is denied', async () => {
    await userSettings({ mode: 'chance' });
    const answers = [];
    for (let id = 1; id <= 4; id++) {
      answers.push(await preToolUse(id));
      await runHook('PostToolUse', {
        tool_name: 'read',
        tool_input: {},
        tool_use_id: `host-${id}`,
        tool_response: 'same',
      });
    }
    assert.deepEqual(
      answers.map((answer) => answer?.hookSpecificOutput?.permissionDecision),
      [undefined, undefined, undefined, 'deny'],
    );
    assert.match(
      answers[3]?.hookSpecificOutput?.permissionDecisionReason ?? '',
      /^This call was blocked\. Tool call loop: 'read' invoked with identical params 4 times/,
    );
    assert.doesNotMatch(JSON.stringify(answers), new RegExp(SECRET));
  });

  it('switches the hooks of tool calls off while detection is off, and on again', async () => {
    await userSettings({ enabled: false });
    await until(() => /^[0-9a-f]{32}$/.test(process.env['TOOL_LOOP_GUARD_OFF'] ?? ''));
    await userSettings({ enabled: undefined });
    await until(() => process.env['TOOL_LOOP_GUARD_OFF'] === '');
  });

  it('writes one warning per detection to its log, and no secret', async function () {
    await newChat();
    await userSettings({ mode: 'warn', maxRepeats: 3 });
    await script('log this', [...repeat(4, call('scripted_probe', { path: 'x', password: SECRET })), 'Done.']);
    await send('log this');
    await waitUntilIdle();
    const log = readLog();
    if (log === undefined) {
      // This VS Code has no log writer (no C++ compiler was there to build it): nothing to read.
      this.skip();
    }
    await until(() => /Tool call loop detected/.test(readLog() ?? ''));
    const warnings = (readLog() ?? '').split('\n').filter((line) => line.includes('tool=scripted_probe, repeats=3/3'));
    assert.equal(warnings.length, 1, readLog());
    assert.match(warnings[0] ?? '', /\[warning\] Tool call loop detected in session [\w-]+: tool=scripted_probe, /);
    const told =
      'tool=scripted_probe, repeats=3/3, window=120s, model=scripted-one, backend=scripted, action=warn, ' +
      'signature=scripted_probe:{"password":"***","path":"x"}...';
    assert.ok(warnings[0]?.endsWith(`: ${told}`), warnings[0]);
    assert.doesNotMatch(readLog() ?? '', new RegExp(SECRET));
  });

  it('reports a setting that cannot be used, and works on with the default', async () => {
    await userSettings({ maxRepeats: 0 });
    await userSettings({ mode: 'chance' });
    const answers = [];
    for (let id = 11; id <= 14; id++) {
      answers.push(
        await runHook('PreToolUse', {
          session_id: 'other',
          tool_name: 'read',
          tool_input: { path: 'b' },
          tool_use_id: `host-${id}`,
        }),
      );
    }
    assert.equal(answers.filter((answer) => answer !== undefined && JSON.stringify(answer).includes('deny')).length, 1);
    if (readLog() !== undefined) {
      await until(() =>
        /0 isn’t valid for toolLoopGuard\.maxRepeats\. Use a whole number from 2 to 1000/.test(readLog() ?? ''),
      );
    }
  });
});
