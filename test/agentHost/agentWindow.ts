// A window of VS Code with sessions of the Agent Host in it, as a test and as a person sees it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { AgentSession } from './agentSession';
import { type BrowserWindow, openBrowserWindow } from './browserWindow';
import { Door } from './door';
import { HARNESS_NAMES, HARNESSES } from './harness';
import type { Rig } from './rig';
import { pause, until } from './wait';

const GUARD = 'tool-loop-guard.tool-loop-guard';
const DOOR_EXTENSION = resolve('test/fixtures/agent-host-door');
const SCREENSHOTS = resolve('out/screenshots');
const HOVER_MS = 1_000;
const SESSION_LIMIT_MS = 10_000;

/** As `ConfigurationTarget` has it. */
const USER_SETTINGS = 1;

/** The files of every window's folder; what the agent reads of one holds this text and no other result does. */
export const FILE_TEXT = 'The real text of';
const FILES = ['a', 'b', 'c', 'd', 'e', 'f'];

const STATUS_BAR = `.statusbar-item[id^="${GUARD}"]`;
const CONVERSATION = ':is(.part.auxiliarybar, .part.sidebar, .part.editor) .interactive-list';
const INPUT = ':is(.part.auxiliarybar, .part.sidebar, .part.editor) .interactive-input-part .view-lines';
const NOTIFICATIONS = '.notification-list-item-message';

const newSessionCommand = (harness: keyof typeof HARNESSES): string =>
  `workbench.action.chat.openNewChatSessionInPlace.${HARNESSES[harness].sessionType}`;

export interface WindowOptions {
  /** The stand-in of localDesktop.ts. */
  readonly localDesktop?: boolean;
  /** Pixels of a picture for each of the window's. */
  readonly scale?: number;
}

export class AgentWindow {
  /** Everything the window wrote to its console, its extensions' output included. */
  readonly console: string[] = [];
  readonly #door: Door;
  readonly #configured = new Set<string>();
  #browser: BrowserWindow | undefined;

  /** Call `rig.openWindow` instead, which also closes it. */
  static async open(
    rig: Rig,
    number: number,
    { localDesktop = false, scale = 1 }: WindowOptions,
  ): Promise<AgentWindow> {
    const folder = join(rig.root, `folder-${number}`);
    mkdirSync(join(folder, '.vscode'), { recursive: true });
    writeFileSync(join(folder, '.vscode', 'settings.json'), '{}');
    for (const name of FILES) {
      writeFileSync(join(folder, `${name}.txt`), `${FILE_TEXT} ${name}\n`);
    }
    const window = new AgentWindow(rig, folder, new Door(join(rig.root, 'doors', `folder-${number}`)));
    window.#browser = await openBrowserWindow(rig.port, {
      folder,
      door: DOOR_EXTENSION,
      localDesktop,
      scale,
      onLog: (line) => window.console.push(line),
    });
    try {
      await window.#ready();
    } catch (error) {
      // Its browser would keep the tests from ending.
      await window.close();
      throw error;
    }
    return window;
  }

  private constructor(
    readonly rig: Rig,
    readonly folder: string,
    door: Door,
  ) {
    this.#door = door;
  }

  get isOpen(): boolean {
    return this.#browser !== undefined;
  }

  /** For what this class has no method for. */
  get page(): Page {
    if (this.#browser === undefined) {
      throw new Error('This window is closed');
    }
    return this.#browser.page;
  }

  /** Starts a new, empty chat with a harness and shows it. The one that was shown goes on in the background. */
  async newSession(harness: keyof typeof HARNESSES): Promise<AgentSession> {
    const before = this.rig.sessionsOpenedIn(this.folder);
    await this.run(newSessionCommand(harness), 'sidebar');
    // VS Code gives a prompt that comes before this to a session without a folder, or loses it.
    // Where nothing tells of it, the session may still be as it should.
    const isOpened = (): boolean => this.rig.sessionsOpenedIn(this.folder) > before;
    await until('the session in the folder', isOpened, SESSION_LIMIT_MS).catch(() =>
      console.log(`      VS Code opened no ${harness} session in the folder within ${SESSION_LIMIT_MS / 1000} s`),
    );
    return new AgentSession(this, harness);
  }

  /** Runs a command and returns what can be told of its answer. */
  run<T>(command: string, ...parameters: readonly unknown[]): Promise<T> {
    return this.#door.order({ order: 'run', command, parameters });
  }

  /** Starts a command and does not wait: it may ask the person something, or last as long as a turn. */
  start(command: string, ...parameters: readonly unknown[]): Promise<void> {
    return this.#door.order({ order: 'start', command, parameters });
  }

  /** The ids of all commands, VS Code's own included. */
  commands(): Promise<string[]> {
    return this.#door.order({ order: 'commands' });
  }

  /** Sets settings of the user, which all windows of the rig share. */
  async configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
    for (const [name, value] of Object.entries(settings)) {
      this.#configured.add(name);
      await this.#door.order({
        order: 'configure',
        name,
        value,
        target: USER_SETTINGS,
      });
    }
  }

  /** Takes back every setting that was set with `configure`. */
  async resetSettings(): Promise<void> {
    await this.configure(Object.fromEntries([...this.#configured].map((name) => [name, undefined])));
    this.#configured.clear();
  }

  /** Our entry in the status bar: the codicons as `$(name)` and the text; undefined where there is none. */
  async statusBar(): Promise<string | undefined> {
    const entry = this.page.locator(STATUS_BAR).first();
    if ((await entry.count()) === 0) {
      return undefined;
    }
    const classes = await Promise.all(
      (await entry.locator('.codicon').all()).map((icon) => icon.getAttribute('class')),
    );
    const icons = classes.map((names) => `$(${/codicon-([\w-]+)/.exec(names ?? '')?.[1] ?? ''})`);
    return [...icons, (await entry.innerText()).trim()].join(' ').trim();
  }

  /** Reads our entry in the status bar again and again until it matches. */
  async waitForStatusBar(expected: RegExp, limitMs = 10_000): Promise<void> {
    try {
      await until(String(expected), async () => expected.test((await this.statusBar()) ?? ''), limitMs);
    } catch {
      throw new Error(
        `The status bar never showed ${String(expected)}. It shows: ${(await this.statusBar()) ?? 'nothing'}`,
      );
    }
  }

  /** What is shown while the pointer rests on our entry in the status bar. */
  async statusBarTooltip(): Promise<string> {
    const text = await (await this.#tooltip()).innerText();
    await this.page.mouse.move(0, 0);
    return text;
  }

  /** Rests the pointer on our entry in the status bar, again once the entry has changed: that closes its tooltip. */
  async #tooltip(): Promise<Locator> {
    const tooltip = this.page.locator('.workbench-hover').last();
    await until('the tooltip in the status bar', async () => {
      await this.page.mouse.move(0, 0);
      await this.page.locator(STATUS_BAR).first().hover();
      await pause(HOVER_MS);
      return tooltip.isVisible();
    });
    return tooltip;
  }

  /** The text of all conversations that can be read at this moment, without opening anything. */
  async readChat(): Promise<string> {
    return (await this.page.locator(CONVERSATION).filter({ visible: true }).allInnerTexts()).join('\n');
  }

  /** Reads the conversations again and again until they match. */
  async waitForChat(expected: RegExp, limitMs = 10_000): Promise<string> {
    try {
      return await until(
        String(expected),
        async () => {
          const text = await this.readChat();
          return expected.test(text) && text;
        },
        limitMs,
      );
    } catch {
      throw new Error(`The chat never showed ${String(expected)}. It shows:\n${await this.readChat()}`);
    }
  }

  /** What stands in the input of the chat that is shown, unsent. */
  async chatInput(): Promise<string> {
    const lines = await this.page.locator(INPUT).filter({ visible: true }).allInnerTexts();
    return lines.join('\n').replace(/\u00a0/g, ' ');
  }

  /** The texts of the notifications, those included that were not shown or have been hidden. */
  async notifications(): Promise<string[]> {
    await this.run('notifications.showList');
    await pause(300);
    const texts = await this.page.locator(NOTIFICATIONS).allInnerTexts();
    await this.run('notifications.hideList');
    return texts;
  }

  /** Selects a button or a link of the latest notification that begins like this. */
  async chooseInNotification(text: string, choice: string): Promise<void> {
    await this.run('notifications.showList');
    const notification = this.page.locator('.notification-list-item', { hasText: text }).first();
    await notification.hover();
    await notification.getByText(choice, { exact: true }).click();
  }

  /** The text of the first page, such as a preview, that matches and is shown; empty when there is none. */
  async frameText(expected: RegExp): Promise<string> {
    for (const frame of this.page.frames().filter((each) => each !== this.page.mainFrame())) {
      try {
        const text = await frame.locator('body').innerText({ timeout: 1_000 });
        if (expected.test(text)) {
          return text;
        }
      } catch {
        // A frame that is about to go.
      }
    }
    return '';
  }

  /** Clicks a link of a page that is shown, or is about to be: a page may be drawn again meanwhile. */
  async clickInFrame(text: string): Promise<void> {
    await until(`a page with the link ${text}`, async () => {
      for (const frame of this.page.frames()) {
        try {
          await frame.locator('a', { hasText: text }).first().click({ timeout: 1_000 });
          return true;
        } catch {
          // A frame without it, or one that is about to go.
        }
      }
      return false;
    });
  }

  async hasFrame(expected: RegExp): Promise<boolean> {
    return (await this.frameText(expected)) !== '';
  }

  /** Waits until a page matches, and returns its text. */
  waitForFrame(expected: RegExp, limitMs = 15_000): Promise<string> {
    return until(`a page with ${String(expected)}`, async () => (await this.frameText(expected)) || undefined, limitMs);
  }

  /** Saves a picture of the window as `out/screenshots/<name>.png` and returns its path. */
  async screenshot(name: string): Promise<string> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    const path = join(SCREENSHOTS, `${name}.png`);
    await this.page.screenshot({ path, animations: 'disabled' });
    return path;
  }

  /** Closes the window as a person does. The server, its Agent Host and the sessions in it stay. */
  async close(): Promise<void> {
    const browser = this.#browser;
    this.#browser = undefined;
    // Leaving the page ends the extension host; without it the server would keep it for a window that comes back.
    await browser?.page.goto('about:blank').catch(() => undefined);
    await browser?.close();
  }

  async #ready(): Promise<void> {
    await until('the extension host', () => this.#door.isOpen);
    if (!(await this.#door.order<boolean>({ order: 'activate', id: GUARD }))) {
      throw new Error('Tool Loop Guard is not installed in this window');
    }
    const wanted = HARNESS_NAMES.map(newSessionCommand);
    await until('the harnesses', async () => {
      const commands = await this.commands();
      return wanted.every((command) => commands.includes(command));
    });
  }
}
