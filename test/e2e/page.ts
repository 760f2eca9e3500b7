// What a person at the window sees and does. Only a VS Code shown in a browser of ours has it: see
// scripts/vscode/desk.mjs.
import { commands } from 'vscode';
import { say } from '../host/say';

const address = process.env.TOOL_LOOP_TEST_DESK;
/** What the run says of its page: see `pageOf` in test/host/start.ts. */
const isRequired = process.env.TOOL_LOOP_TEST_PAGE === 'required';

/** Counted by scripts/test.mjs: assertions that were left out because there is no page. */
const NO_PAGE_LINE = 'NO PAGE';

const WINDOW = { width: 1280, height: 900 };
const CHAT_PICTURE = { width: 760, height: 760 };
/** How long nothing may change on the page before it counts as still, and for how long that is waited for. */
const STILL_MS = 250;
const STILL_LIMIT_MS = 5_000;
/** What has not come by then never comes: a machine with other work is four times as slow as one without. */
export const LIMIT_MS = 120_000;

/** The page in a webview: what follows is looked for in it. */
export const PAGE =
  'iframe.webview >> internal:control=enter-frame >> iframe#active-frame >> internal:control=enter-frame >>';

const CHAT = '.part.auxiliarybar';
/** In its usual place, or brought to the front as an editor. */
const CONVERSATION = `:is(${CHAT}, .part.editor) .interactive-list`;
const INPUT = `${CHAT} .interactive-input-part .monaco-editor`;
const ANSWERING = `${CONVERSATION} .chat-response-loading`;
const CONFIRMATION = `${CHAT} .chat-confirmation-widget-container`;
const QUICK_INPUT = '.quick-input-widget';
const QUICK_PICK_ROWS = '.quick-input-list .monaco-list-row';
const QUICK_PICK_FIRST = `${QUICK_PICK_ROWS} >> nth=0`;
const CLOSED = [
  `${CONVERSATION} details:not([open]) > summary`,
  `${CONVERSATION} .chat-used-context-collapsed > .chat-used-context-label > .monaco-button[aria-expanded=false]`,
].join(', ');

interface Order {
  readonly action: string;
  readonly [detail: string]: unknown;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function ask<T>(order: Order): Promise<T> {
  if (address === undefined) {
    throw new Error('This VS Code is not shown in a browser; check `page.isShown` first');
  }
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(order) });
  const reply = (await response.json()) as { answer?: T; error?: string };
  if (reply.error !== undefined) {
    throw new Error(`${order.action}: ${reply.error}`);
  }
  return reply.answer as T;
}

/** A test of what a person sees, which is skipped where there is no page. */
export function onPage(title: string, test: () => Promise<void>): void {
  it(title, async function () {
    if (!page.isShown) {
      this.skip();
    }
    await test();
  });
}

/** The window as a person has it before them. */
export const page = {
  /**
   * Whether there is a page, asked before an assertion about it. Where there is none, the test calls `this.skip()` or
   * leaves the assertion out, and that is counted.
   * @throws Error when the run declares that it has a page: nothing is left out in silence
   */
  get isShown(): boolean {
    if (address !== undefined) {
      return true;
    }
    if (isRequired) {
      throw new Error('This run has to show its page, and does not');
    }
    say(NO_PAGE_LINE);
    return false;
  },

  /** The same for helpers that assert nothing: not counted. */
  get exists(): boolean {
    return address !== undefined || isRequired;
  },

  /** Waits until the page does not change any more: after a change of its layout, before a picture. */
  untilStill: (): Promise<void> => ask({ action: 'untilStill', quietMs: STILL_MS, limitMs: STILL_LIMIT_MS }),

  /**
   * Saves a picture of the whole window, or of the chat alone and wide enough to read, as `<name>.png`; returns its
   * path.
   */
  async screenshot(name: string, of: 'chat' | 'window' = 'window'): Promise<string> {
    if (of === 'window') {
      await this.untilStill();
      return ask({ action: 'screenshot', name });
    }
    await this.resize(CHAT_PICTURE);
    await commands.executeCommand('workbench.action.maximizeAuxiliaryBar');
    await this.untilStill();
    const path = await ask<string>({ action: 'screenshot', name, selector: CHAT });
    await commands.executeCommand('workbench.action.restoreAuxiliaryBar');
    await this.resize(WINDOW);
    await this.untilStill();
    return path;
  },

  /** For a test that has just failed: saves what the window shows now, and says where, and what has the focus. */
  async showFailure(title: string): Promise<void> {
    if (this.exists) {
      const path = await ask<string>({
        action: 'screenshot',
        name: `failed-${title.replace(/\W+/g, '-').slice(0, 80)}`,
      });
      say(`    PICTURED  ${path}; has the focus: ${(await this.attributes(':focus', 'class')).join() || 'nothing'}`);
    }
  },

  /** Saves a picture of the part of the window that holds all that these selectors find, with a margin in pixels. */
  async picture(name: string, selectors: readonly string[], margin = 0): Promise<string> {
    await this.untilStill();
    return ask({ action: 'picture', name, selectors, margin });
  },

  /** Films the part of the window that holds these, from now on until `cut`: pictures in a folder of this name. */
  film: (name: string, selectors: readonly string[], everyMs = 100): Promise<string> =>
    ask({ action: 'film', name, selectors, everyMs }),
  cut: (): Promise<void> => ask({ action: 'cut' }),

  /** The text of the conversation that can be read at this moment, without opening anything. */
  readChat: async (): Promise<string> => (await page.readChats()).join('\n'),

  /**
   * The same, for each place in which the conversation is shown: one that was brought to the front stands in an editor
   * too.
   */
  readChats: (): Promise<string[]> => ask({ action: 'texts', selector: CONVERSATION }),

  /** Whether the agent or a participant is still answering. */
  isAnswering: async (): Promise<boolean> => (await ask<number>({ action: 'count', selector: ANSWERING })) > 0,

  /**
   * Waits until nobody has been answering for a time, or a person has something to confirm.
   * @throws Error when that does not happen within the limit
   */
  async untilFree(quietMs: number): Promise<void> {
    const wanted = { busy: ANSWERING, confirmation: CONFIRMATION, quietMs, limitMs: LIMIT_MS };
    if (!(await ask<boolean>({ action: 'untilFree', ...wanted }))) {
      throw new Error(`Somebody still answers after ${LIMIT_MS} ms`);
    }
  },

  /** Opens every collapsed part of the conversation. */
  async openAllParts(): Promise<void> {
    for (let part = 0; part < 40 && (await this.texts(CLOSED)).length > 0; part++) {
      await this.click(CLOSED);
      await pause(250);
    }
  },

  /** Reads the conversation again and again until it matches. */
  async waitForChat(expected: RegExp): Promise<string> {
    for (const end = Date.now() + LIMIT_MS; ;) {
      const text = await this.readChat();
      if (expected.test(text)) {
        return text;
      }
      if (Date.now() > end) {
        throw new Error(`The chat never showed ${String(expected)}. It shows:\n${text}`);
      }
      await pause(200);
    }
  },

  /** Types into the chat input, key by key, and sends it. */
  async typeInChat(prompt: string): Promise<void> {
    // The explanation of what the pointer rests on may cover the input.
    await ask({ action: 'movePointerAway' });
    await this.click(INPUT);
    await ask({ action: 'type', keys: prompt });
    await this.press('Escape');
    await this.press('Enter');
  },

  /** Runs a command as a person does: by its title in the palette. */
  async runInPalette(title: string): Promise<void> {
    await this.press('F1');
    await this.waitForTexts(QUICK_INPUT, /./);
    await ask({ action: 'type', keys: title });
    await this.waitForTexts(QUICK_PICK_FIRST, new RegExp(title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
    await this.press('Enter');
  },

  /** The titles that the palette offers for a text. */
  async titlesInPalette(text: string): Promise<string[]> {
    await this.press('F1');
    await this.waitForTexts(QUICK_INPUT, /./);
    await ask({ action: 'type', keys: text });
    await this.untilStill();
    const titles = await this.texts(QUICK_PICK_ROWS);
    await this.press('Escape');
    return titles.map((title) => title.replace(/\s+/g, ' '));
  },

  /** Types into whatever has the focus. */
  type: (keys: string): Promise<void> => ask({ action: 'type', keys }),

  /** Reads the texts of a selector again and again until one matches. */
  async waitForTexts(selector: string, expected: RegExp): Promise<string[]> {
    for (const end = Date.now() + LIMIT_MS; ; await pause(150)) {
      const texts = await this.texts(selector);
      if (texts.some((text) => expected.test(text))) {
        return texts;
      }
      if (Date.now() > end) {
        throw new Error(`${selector} never showed ${String(expected)}. It shows:\n${texts.join('\n')}`);
      }
    }
  },

  /** The texts of all visible elements a CSS selector (or another selector of Playwright) finds. */
  texts: (selector: string): Promise<string[]> => ask({ action: 'texts', selector }),
  /** An attribute of all visible elements a selector finds; empty where an element has none. */
  attributes: (selector: string, attribute: string): Promise<string[]> =>
    ask({ action: 'attributes', selector, attribute }),
  /** A property of all visible elements a selector finds, as their styles compute it. */
  styles: (selector: string, property: string): Promise<string[]> => ask({ action: 'styles', selector, property }),
  /** The texts of all visible elements a selector finds that don't fit into their place, or lie outside the window. */
  cutOff: (selector: string): Promise<string[]> => ask({ action: 'cutOff', selector }),
  /** Of all visible elements a selector finds, the beginning of the text that is in sight where the rest is cut off. */
  inSight: (selector: string): Promise<string[]> => ask({ action: 'inSight', selector }),
  /**
   * What axe finds of serious or critical impact in the page of a webview.
   * @param background the variable with the color behind it
   */
  violations: (background: string): Promise<string[]> =>
    ask({ action: 'violations', selector: `${PAGE} html`, background }),
  click: (selector: string): Promise<void> => ask({ action: 'click', selector }),
  hover: (selector: string): Promise<void> => ask({ action: 'hover', selector }),
  press: (key: string): Promise<void> => ask({ action: 'press', key }),
  resize: (size: { readonly width: number; readonly height: number }): Promise<void> =>
    ask({ action: 'resize', ...size }),
};
