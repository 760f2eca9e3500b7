// Takes the pictures of the README, the walkthrough and the documents: `npm run pictures`.
import { commands, ConfigurationTarget, Uri, window, workspace, type WorkspaceConfiguration } from 'vscode';
import { call, newChat, ready, repeat, script, send, type Step, startConversation, waitUntilIdle } from './agent';
import { PAGE, page } from './page';
import { noSettings, themed, userSettings } from './settings';
import { THEMES } from './themes';

const MODEL = 'coding-model';
const ITEM = '[id="tool-loop-guard.tool-loop-guard.toolLoopGuard.status"]';
const CHAT = '.part.auxiliarybar';
const PICKS = '.quick-input-list .monaco-list-row';

/** High enough for the whole run and the message below it. */
const CHAT_SIZE = { width: 740, height: 1200 };
/** VS Code gives a list two fifths of the height: the menu has fourteen entries. */
const MENU_SIZE = { width: 900, height: 860 };
const PICK_SIZE = { width: 1000, height: 600 };
const PANEL_SIZE = { width: 1040, height: 592 };
const PAGE_SIZE = { width: 760, height: 760 };

const CHECKOUT = `import { priceOf, type Item } from './prices';
import { discountFor, type Customer } from './discounts';

/** What the customer pays for everything in the cart. */
export function total(cart: readonly Item[], customer: Customer): number {
  const sum = cart.reduce((all, item) => all + priceOf(item), 0);
  return sum - discountFor(customer, sum);
}

/** Everything in the cart that is not sold out. */
export function available(cart: readonly Item[]): Item[] {
  return cart.filter((item) => item.stock > 0);
}

/** The lines of the receipt, one for each item. */
export function receipt(cart: readonly Item[], customer: Customer): string[] {
  const lines = cart.map((item) => [item.name, inEuros(priceOf(item))].join('  '));
  return [...lines, inEuros(total(cart, customer))];
}

/** 1999 becomes "19.99". */
function inEuros(cents: number): string {
  return (cents / 100).toFixed(2);
}
`;
const CART = "import { type Item } from './prices';\n\nexport const cart: Item[] = [];\n";
const PRICES = 'export interface Item {\n  readonly name: string;\n  readonly cents: number;\n}\n';
const TEST = `import { expect, test } from 'vitest';
import { total } from '../src/checkout';

test('a member pays ten percent less', () => {
  expect(total([{ name: 'Tea', cents: 500 }], { isMember: true })).toBe(450);
});
`;

const root = (): Uri => workspace.workspaceFolders?.[0]?.uri ?? Uri.file('/');
const path = (name: string): Uri => Uri.joinPath(root(), name);
/** VS Code refuses a read that does not name its lines. */
const read = (name: string): Step => call('read_file', { filePath: path(name).fsPath, startLine: 1, endLine: 50 });
const list = (name: string): Step => call('list_dir', { path: path(name).fsPath });
const first = (step: Step, text: string): Step => ({ ...(step as object), text });

async function write(name: string, text: string): Promise<void> {
  await workspace.fs.writeFile(path(name), new TextEncoder().encode(text));
}

async function ask(prompt: string, steps: readonly Step[]): Promise<void> {
  await script(prompt, steps);
  await send(prompt, { model: MODEL });
  await waitUntilIdle();
}

describe('the pictures', function () {
  before(async () => {
    await noSettings();
    await write('src/checkout.ts', CHECKOUT);
    await write('src/cart.ts', CART);
    await write('src/prices.ts', PRICES);
    await write('test/checkout.test.ts', TEST);
    await ready();
    await newChat();
    await commands.executeCommand('workbench.action.closeSidebar');
    await commands.executeCommand('workbench.action.closePanel');
  });
  after(() => themed(THEMES.dark));

  it('are taken: unguarded', async () => {
    const chatSettings = (): WorkspaceConfiguration => workspace.getConfiguration('chat');
    await chatSettings().update('useHooks', false, ConfigurationTarget.Global);
    try {
      await page.waitForTexts(ITEM, /Not guarding this session/);
      await page.resize(PAGE_SIZE);
      await commands.executeCommand('workbench.action.closeAuxiliaryBar');
      for (const [name, theme] of Object.entries(THEMES)) {
        await themed(theme);
        await page.hover(ITEM);
        await page.waitForTexts('.monaco-hover', /Not guarding/);
        await page.picture(`unguarded-${name}`, ['.monaco-hover', ITEM], 12);
        await page.hover('.part.editor');
      }
    } finally {
      await chatSettings().update('useHooks', undefined, ConfigurationTarget.Global);
      await themed(THEMES.dark);
    }
  });

  it('have loops to show', async () => {
    await userSettings({ mode: 'warn' });
    await ask('Add a test for empty carts', [...repeat(4, read('test/checkout.test.ts')), 'The test is in place.']);
    await noSettings();
    await startConversation();
    const around = [list('src'), list('test')];
    await ask('Move the prices into the cart', [...around, ...around, ...around, ...around, 'Never said.']);
    await startConversation();
    await ask('Why does the checkout test fail?', [
      first(read('src/checkout.ts'), "I'll start with the code that the test covers."),
      ...repeat(6, read('src/checkout.ts')),
      'Never said.',
    ]);
    await window.showTextDocument(await workspace.openTextDocument(path('src/checkout.ts')));
  });

  // A person who has seen the menu has seen the stop, and the status bar says no more of it: the tooltips come first.
  for (const take of [tooltip, chat, menus, timeline, metrics, walkthrough]) {
    it(`are taken: ${take.name}`, async () => {
      for (const [name, theme] of Object.entries(THEMES)) {
        await themed(theme);
        await take(name);
      }
    });
  }
});

async function tooltip(theme: string): Promise<void> {
  await page.resize(PAGE_SIZE);
  await commands.executeCommand('workbench.action.closeAuxiliaryBar');
  await page.hover(ITEM);
  await page.waitForTexts('.monaco-hover', /Loop stopped/);
  await page.picture(`tooltip-${theme}`, ['.monaco-hover', ITEM], 12);
  await page.hover('.part.editor');
}

/** The agent's reads and the message below them. */
async function chat(theme: string): Promise<void> {
  await page.resize(CHAT_SIZE);
  await commands.executeCommand('workbench.action.chat.open');
  await commands.executeCommand('workbench.action.maximizeAuxiliaryBar');
  await page.openAllParts();
  await commands.executeCommand('workbench.action.chat.focusInput');
  // Pointed at, a question shows what can be done with it.
  await page.hover(`${CHAT} .composite.title`);
  await page.picture(`stop-${theme}`, [`${CHAT} .interactive-item-container`]);
  await commands.executeCommand('workbench.action.restoreAuxiliaryBar');
  await commands.executeCommand('workbench.action.closeAuxiliaryBar');
}

/** The whole menu of the shield, and the setting that the walkthrough leads to. */
async function menus(theme: string): Promise<void> {
  await page.resize(MENU_SIZE);
  // Not by a click: where the pointer rests, a tooltip can lie above it.
  const choosing = commands.executeCommand('toolLoopGuard.showMenu');
  await page.waitForTexts(PICKS, /Details/);
  await page.hover('.quick-input-titlebar');
  await page.picture(`menu-${theme}`, ['.quick-input-widget']);
  await page.press('Escape');
  await choosing;
  await page.resize(PICK_SIZE);
  await commands.executeCommand('toolLoopGuard.openSettings', 'mode');
  await page.waitForTexts('.settings-editor .setting-item', /Stop the agent/);
  await page.click('.settings-editor .monaco-select-box');
  await page.picture(`mode-${theme}`, ['.settings-editor .setting-item', '.monaco-select-box-dropdown-container'], 8);
  await page.press('Escape');
  await commands.executeCommand('workbench.action.closeActiveEditor');
}

/** The loops with the details of one. */
async function timeline(theme: string): Promise<void> {
  await page.resize(PANEL_SIZE);
  await commands.executeCommand('toolLoopGuard.showTimeline');
  await commands.executeCommand('toolLoopGuard.showDetection');
  await commands.executeCommand('workbench.action.toggleMaximizedPanel');
  await page.waitForTexts(`${PAGE} body`, /Why it counts as a loop/);
  // Where nothing is highlighted: below the rows.
  await page.hover('.part.panel .monaco-list');
  await page.picture(`timeline-${theme}`, ['.part.panel']);
  await commands.executeCommand('workbench.action.toggleMaximizedPanel');
  await commands.executeCommand('workbench.action.closePanel');
}

async function metrics(theme: string): Promise<void> {
  await page.resize(PAGE_SIZE);
  await page.hover('.part.editor');
  await commands.executeCommand('toolLoopGuard.showMetrics');
  await page.waitForTexts(`${PAGE} body`, /calls checked/);
  await page.picture(`metrics-${theme}`, ['.part.editor']);
  await commands.executeCommand('workbench.action.closeActiveEditor');
}

const STEPS = ['See it in action', 'Check which agents', 'Choose what happens', 'Know where to look'];
/** VS Code shows the picture of a step in an editor wider than 950 pixels. */
const BARS = {
  narrow: ['workbench.view.explorer', 'workbench.action.chat.open'],
  wide: ['workbench.action.closeSidebar', 'workbench.action.closeAuxiliaryBar'],
};

/** Not for the documents, but to be looked at: with the pictures of the run before. */
async function walkthrough(theme: string): Promise<void> {
  await page.resize({ width: 1280, height: 720 });
  await commands.executeCommand('workbench.action.openWalkthrough', 'tool-loop-guard.tool-loop-guard#start', false);
  for (const [bars, ids] of Object.entries(BARS)) {
    for (const id of ids) {
      await commands.executeCommand(id);
    }
    for (const [at, step] of STEPS.entries()) {
      await page.click(`.getting-started-step:has-text("${step}")`);
      await page.screenshot(`walkthrough-${at + 1}-${bars}-${theme}`);
    }
  }
  await commands.executeCommand('workbench.action.closeActiveEditor');
}
