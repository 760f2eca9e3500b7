import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pluginFiles } from '../../scripts/plugin';
import { copilotUserHooks, type HookEntry } from '../../src/node/plugin/pluginHooks';

const PLUGIN = resolve(__dirname, '../../plugin');
const TEXT = readFileSync(join(PLUGIN, 'hooks/hooks.json'), 'utf8');

function entries(): HookEntry[] {
  const { hooks } = JSON.parse(TEXT) as { hooks: Record<string, { hooks: HookEntry[] }[]> };
  return Object.values(hooks).flatMap((groups) => groups.flatMap(({ hooks: each }) => each));
}

describe('the plugin', () => {
  it('has the hooks and manifests derived from the source (else run `npm run plugin`)', () => {
    const { version } = JSON.parse(readFileSync(resolve(PLUGIN, '../package.json'), 'utf8')) as { version: string };
    const written = Object.entries(pluginFiles(version));
    assert.equal(written.length, 3);
    for (const [path, text] of written) {
      assert.equal(readFileSync(join(PLUGIN, path), 'utf8'), text, path);
    }
  });

  it('has a manifest for each agent that reads one, with the events that can end the agent', () => {
    const codex = JSON.parse(readFileSync(join(PLUGIN, '.codex-plugin/plugin.json'), 'utf8')) as { hooks: string };
    assert.equal(readFileSync(join(PLUGIN, codex.hooks), 'utf8'), TEXT);
    const { hooks } = JSON.parse(TEXT) as { hooks: object };
    for (const event of ['UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'PostToolUse', 'PostToolUseFailure']) {
      assert.ok(Object.hasOwn(hooks, event), event);
    }
  });

  it('refers only to files in its folder that exist or are built', () => {
    assert.ok(!TEXT.includes('..'));
    for (const name of [
      'hook.sh',
      'hook.cmd',
      'package.json',
      '.claude-plugin/plugin.json',
      '.codex-plugin/plugin.json',
    ]) {
      const text = readFileSync(join(PLUGIN, name), 'utf8');
      assert.doesNotMatch(text, /\.\.[/\\]/, name);
    }
    assert.match(readFileSync(join(PLUGIN, 'hook.sh'), 'utf8'), /\$TOOL_LOOP_GUARD_PLUGIN\/hook\.js/);
    assert.match(readFileSync(join(PLUGIN, 'hook.cmd'), 'utf8'), /%~dp0hook\.js/);
  });

  it('has a command for every shell and both spellings of the timeout in each entry', () => {
    assert.ok(entries().length >= 8);
    for (const entry of entries()) {
      assert.equal(entry.command, entry.bash);
      assert.equal(entry.windows, entry.powershell);
      assert.equal(entry.timeout, entry.timeoutSec);
      assert.match(entry.command, /exit 0$/);
    }
  });

  it('uses commands on Windows that cmd.exe and PowerShell read alike, without quotes', () => {
    for (const { windows } of entries()) {
      assert.match(windows, /^[\w /%]+$/);
      assert.match(windows, /^cmd \/d \/c if exist (%\w+%) \1 \w+$/);
    }
  });

  it('has Windows line endings in its batch file, which labels need', () => {
    assert.doesNotMatch(readFileSync(join(PLUGIN, 'hook.cmd'), 'utf8'), /[^\r]\n|[^\0-\x7f]/);
  });

  it('has hooks for the user’s Copilot folder that name the plugin’s folder only once', () => {
    const { version, hooks } = copilotUserHooks('/a b/plugin') as {
      version: number;
      hooks: Record<string, HookEntry[]>;
    };
    assert.equal(version, 1);
    for (const [event, [entry]] of Object.entries(hooks)) {
      assert.match(event, /^[a-z]/, 'in camelCase, so that the input is known for Copilot’s');
      assert.ok(entry?.bash.includes('TOOL_LOOP_GUARD_PLUGIN="/a b/plugin"'));
      assert.equal(entry?.env['TOOL_LOOP_GUARD_HOOK'], '"/a b/plugin\\hook.cmd"');
      assert.match(entry?.windows ?? '', / user$/);
    }
  });
});
