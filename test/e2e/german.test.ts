import assert from 'node:assert/strict';
import { env } from 'vscode';
import { call, newChat, ready, repeat, script, send } from './agent';
import { noSettings } from './settings';
import { onPage, page } from './page';
import { NOTICE, loopInClaudeSession } from './claudeSession';

const LOOP = 'Warum scheitert der Build?';

describe('in a VS Code shown in German', () => {
  before(async function () {
    if (env.language !== 'de' && !page.isShown) {
      this.skip();
    }
    await ready();
  });
  beforeEach(async () => {
    await noSettings();
    await newChat();
  });

  onPage('says in German why the agent was stopped, with German buttons', async () => {
    await script(LOOP, [...repeat(10, call('scripted_probe', { path: 'src/app.ts' })), 'Never said.']);
    await send(LOOP);
    const chat = await page.waitForChat(/Schleife gestoppt\.[^]*Anderen Ansatz versuchen/);
    assert.match(
      chat.replace(/\s+/g, ' '),
      /scripted_probe\(src\/app\.ts\) hat 3-mal dasselbe Ergebnis geliefert\. Der nächste identische Aufruf wurde/,
    );
    assert.match(chat, /Warum wurde der Agent gestoppt\?/);
    assert.match(chat, /oder wählen Sie: Trotzdem fortfahren · Keine Schleife · Details/);
    assert.doesNotMatch(chat, /Loop stopped|Continue anyway|Not a loop/);
    await page.screenshot('german-stop', 'chat');
  });

  onPage('shows every button of the notification of a stop', async () => {
    await page.resize({ width: 1280, height: 720 });
    await loopInClaudeSession(LOOP);
    await page.waitForTexts(NOTICE, /Schleife gestoppt/);
    await page.screenshot('german-notification');
    assert.deepEqual(await page.cutOff(`${NOTICE} .monaco-button`), []);
  });
});
