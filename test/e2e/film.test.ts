// Films Try It, as a person sees it who has no model yet: `npm run pictures`.
import { commands, extensions } from 'vscode';
import { page } from './page';
import { noSettings } from './settings';

const SIZE = { width: 760, height: 560 };
const FILMED = ['.part.auxiliarybar', '.part.statusbar'];
const PALETTE = '.quick-input-list .monaco-list-row >> nth=0';
/** Slower than a test types: somebody is to read it. */
const KEY_MS = 70;
const READ_MS = 2_500;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('the film', function () {
  it('shows Try It', async () => {
    await noSettings();
    for (const id of ['GitHub.copilot-chat', 'tool-loop-guard.tool-loop-guard']) {
      await extensions.getExtension(id)?.activate();
    }
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.chat.open');
    await page.resize(SIZE);
    await commands.executeCommand('workbench.action.maximizeAuxiliaryBar');
    await page.untilStill();
    await page.film('try-it-asked', FILMED);
    await pause(500);
    await page.press('F1');
    for (const key of 'Try It') {
      await page.type(key);
      await pause(KEY_MS);
    }
    await page.waitForTexts(PALETTE, /Tool Loop Guard: Try It/);
    await pause(1_000);
    await page.press('Enter');
    await page.waitForChat(/Looking\sat[^]*Looking\sat/);
    await page.cut();
    await page.film('try-it-looping', FILMED);
    await page.waitForChat(/Loop stopped[^]*Try a Different Approach/);
    await pause(READ_MS);
    await page.cut();
  });
});
