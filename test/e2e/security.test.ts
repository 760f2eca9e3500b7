import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expectNoSecrets, SECRET_ARGUMENTS, SECRET_CALLS, SECRET_TEXTS } from '../fakes/secrets';
import { call, newChatForEach, parallel, repeat, report, script, send, tool, until, waitUntilIdle } from './agent';
import { userSettings } from './settings';

describe('secrets in arguments, results and prompts', () => {
  newChatForEach();

  it('are in none of our logs, at TRACE, and in no file of the window that is ours', async function () {
    const prompt = 'log in with what I gave you';
    const spoken = SECRET_TEXTS.map(({ text }) => text).join(' ');
    await userSettings({ mode: 'chance', tools: { scripted_plan: { operationField: 'operation' } } });
    await tool('scripted_probe', { text: spoken });
    await tool('scripted_note', { error: spoken });
    const each = SECRET_CALLS.filter((input): input is Record<string, unknown> => typeof input === 'object').filter(
      (_, index) => index % 9 === 0,
    );
    await script(prompt, [
      parallel(...each.map((input) => ({ name: 'scripted_probe', input }))),
      parallel(...each.slice(0, 3).map((input) => ({ name: 'scripted_note', input }))),
      call('scripted_plan', { operation: SECRET_TEXTS[18]?.text }),
      ...repeat(4, call('scripted_probe', SECRET_ARGUMENTS)),
      'Never said.',
    ]);
    await send(`${prompt}: ${SECRET_TEXTS[18]?.text ?? ''}`);
    await waitUntilIdle();
    assert.ok((await report()).executions.length > 10);
    if (ourLog() === undefined) {
      // This VS Code has no log writer (no C++ compiler was there to build it): nothing to read.
      this.skip();
    }
    await until(() => /Arguments of call/.test(ourLog() ?? '') && /Tool call loop detected/.test(ourLog() ?? ''));
    for (const line of (ourLog() ?? '').split('\n')) {
      expectNoSecrets(line, 'our log');
    }
    for (const [name, text] of ownFiles()) {
      expectNoSecrets(text, name);
    }
  });
});

/**
 * Files of the window's user data that carry our name: logs, settings, state. VS Code's own, which hold the
 * conversation, are not ours.
 */
function ownFiles(): [string, string][] {
  const home = dirname(process.env['TOOL_LOOP_TEST_LOGS'] ?? '');
  return !existsSync(home)
    ? []
    : readdirSync(home, { recursive: true, withFileTypes: true })
        .filter(
          (entry) => entry.isFile() && /tool.loop.guard/i.test(join(entry.parentPath, entry.name).slice(home.length)),
        )
        .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')]);
}

function ourLog(): string | undefined {
  return ownFiles().find(([name]) => name === 'Tool Loop Guard.log')?.[1];
}
