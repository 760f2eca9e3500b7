// Loops in the sessions that agents have recorded on the machine.
import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { ready } from './agent';
import { withLoopingSession } from './loopingSession';
import { PAGE, page } from './page';

describe('a scan of the sessions on this machine', function () {
  before(async function () {
    await ready();
    if (!page.isShown) {
      this.skip();
    }
  });

  afterEach(() => commands.executeCommand('workbench.action.closeAllEditors'));

  it('shows the loops on a page', () =>
    withLoopingSession(async () => {
      await page.runInPalette('Tool Loop Guard: Scan My Sessions');
      const text = (await page.waitForTexts(`${PAGE} body`, /Read.*a\.txt/)).join('\n');
      assert.match(text, /Claude Code\s+[\d-]+\s+stop at 4\s+5\s+550/);
      await page.screenshot('scan');
    }));
});
