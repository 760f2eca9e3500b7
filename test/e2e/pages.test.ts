// What a person can read and use of the pages, in each kind of theme.
import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { call, newChat, ready, script, send, waitUntilIdle } from './agent';
import { PAGE, page } from './page';
import { withLoopingSession } from './loopingSession';
import { noSettings, themed } from './settings';
import { THEMES } from './themes';

const EDITOR = '--vscode-editor-background';

/** The commands that show them, what they say once they are there, and the color behind them. */
const PAGES: readonly (readonly [command: string, said: RegExp, background: string])[] = [
  ['toolLoopGuard.showMetrics', /calls checked/, EDITOR],
  ['toolLoopGuard.checkProtection', /Which sessions are guarded/, EDITOR],
  ['toolLoopGuard.scanSessions', /Read.*a\.txt/, EDITOR],
  ['toolLoopGuard.showDetection', /Why it counts as a loop/, '--vscode-panel-background'],
];

const PROMPT = 'Why does the build fail?';

describe('the pages', function () {
  before(async function () {
    await ready();
    if (!page.isShown) {
      this.skip();
    }
    await noSettings();
    await newChat();
    // Each step of a cycle has a color of its own.
    const cycle = [call('scripted_probe', { path: 'src/app.ts' }), call('scripted_note', { text: 'again' })];
    await script(PROMPT, [...[1, 2, 3, 4].flatMap(() => cycle), 'Never said.']);
    await send(PROMPT);
    await waitUntilIdle();
  });
  after(async () => {
    await themed(THEMES.dark);
    await commands.executeCommand('workbench.action.closePanel');
  });

  for (const [name, theme] of Object.entries(THEMES)) {
    it(`can be read and used by everyone: ${name}`, () =>
      withLoopingSession(async () => {
        await themed(theme);
        const found: string[] = [];
        for (const [command, said, background] of PAGES) {
          await commands.executeCommand('workbench.action.closePanel');
          await commands.executeCommand('workbench.action.closeAllEditors');
          await commands.executeCommand(command);
          await page.waitForTexts(`${PAGE} body`, said);
          found.push(...(await page.violations(background)).map((violation) => `${command}: ${violation}`));
        }
        assert.deepEqual(found, []);
      }));
  }
});
