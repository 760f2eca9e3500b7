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

/** As in `ConfigurationTarget`. */
const USER_SETTINGS = 1;

/** Files in each window's folder contain this text, and no other result does. */
export const FILE_TEXT = 'The real text of';
const FILES = ['a', 'b', 'c', 'd', 'e', 'f'];

const STATUS_BAR = `.statusbar-item[id^="${GUARD}"]`;
const CONVERSATION = ':is(.part.auxiliarybar, .part.sidebar, .part.editor) .interactive-list';
const INPUT = ':is(.part.auxiliarybar, .part.sidebar, .part.editor) .interactive-input-part .view-lines';
const NOTIFICATIONS = '.notification-list-item-message';

const newSessionCommand = (harness: keyof typeof HARNESSES): string =>
  `workbench.action.chat.openNewChatSessionInPlace.${HARNESSES[harness].sessionType}`;

export interface WindowOptions {
  /** See localDesktop.ts. */
  readonly localDesktop?: boolean;
  /** Pixels in pictures per pixel of the window. */
  readonly scale?: number;
}

export class AgentWindow {
  readonly console: string[] = [];
  readonly #door: Door;
  readonly #configured = new Set<string>();
  #browser: BrowserWindow | undefined;

  /** Use `rig.openWindow`, which also closes the window. */
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

  /** If this class lacks a method. */
  get page(): Page {
    if (this.#browser === undefined) {
      throw new Error('This window is closed');
    }
    return this.#browser.page;
  }

  async newSession(harness: keyof typeof HARNESSES): Promise<AgentSession> {
    const before = this.rig.sessionsOpenedIn(this.folder);
    await this.run(newSessionCommand(harness), 'sidebar');
    // VS Code loses an earlier prompt, or gives it to a session without a folder.
    // Even if this isn't reported, the session may be in order.
    const isOpened = (): boolean => this.rig.sessionsOpenedIn(this.folder) > before;
    await until('the session in the folder', isOpened, SESSION_LIMIT_MS).catch(() =>
      console.log(`      VS Code opened no ${harness} session in the folder within ${SESSION_LIMIT_MS / 1000} s`),
    );
    return new AgentSession(this, harness);
  }

  /** Returns the serializable part of the command's result. */
  run<T>(command: string, ...parameters: readonly unknown[]): Promise<T> {
    return this.#door.order({ order: 'run', command, parameters });
  }

  /** Doesn't wait, because the command may ask the user something, or last as long as a turn. */
  start(command: string, ...parameters: readonly unknown[]): Promise<void> {
    return this.#door.order({ order: 'start', command, parameters });
  }

  commands(): Promise<string[]> {
    return this.#door.order({ order: 'commands' });
  }

  /** Changes user settings, which all windows of the rig share. */
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

  async resetSettings(): Promise<void> {
    await this.configure(Object.fromEntries([...this.#configured].map((name) => [name, undefined])));
    this.#configured.clear();
  }

  /** Our entry in the status bar: codicons as `$(name)` and the text; undefined if there is none. */
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

  async waitForStatusBar(expected: RegExp, limitMs = 10_000): Promise<void> {
    try {
      await until(String(expected), async () => expected.test((await this.statusBar()) ?? ''), limitMs);
    } catch {
      throw new Error(
        `The status bar never showed ${String(expected)}. It shows: ${(await this.statusBar()) ?? 'nothing'}`,
      );
    }
  }

  async statusBarTooltip(): Promise<string> {
    const text = await (await this.#tooltip()).innerText();
    await this.page.mouse.move(0, 0);
    return text;
  }

  /** Moves the pointer there again after the entry has changed, because that closes its tooltip. */
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

  async readChat(): Promise<string> {
    return (await this.page.locator(CONVERSATION).filter({ visible: true }).allInnerTexts()).join('\n');
  }

  /** The unsent text in the input of the visible chat. */
  async chatInput(): Promise<string> {
    const lines = await this.page.locator(INPUT).filter({ visible: true }).allInnerTexts();
    return lines.join('\n').replace(/\u00a0/g, ' ');
  }

  /** Including those that weren't shown or have been hidden. */
  async notifications(): Promise<string[]> {
    await this.run('notifications.showList');
    await pause(300);
    const texts = await this.page.locator(NOTIFICATIONS).allInnerTexts();
    await this.run('notifications.hideList');
    return texts;
  }

  /** Selects a button or link of the latest notification that begins with this text. */
  async chooseInNotification(text: string, choice: string): Promise<void> {
    await this.run('notifications.showList');
    const notification = this.page.locator('.notification-list-item', { hasText: text }).first();
    await notification.hover();
    await notification.getByText(choice, { exact: true }).click();
  }

  /** The text of the first visible page, such as a preview, that matches; empty if there is none. */
  async frameText(expected: RegExp): Promise<string> {
    for (const frame of this.page.frames().filter((each) => each !== this.page.mainFrame())) {
      try {
        const text = await frame.locator('body').innerText({ timeout: 1_000 });
        if (expected.test(text)) {
          return text;
        }
      } catch {
        // A frame that is being removed.
      }
    }
    return '';
  }

  /** Waits for a page with the link, because a page may be redrawn. */
  async clickInFrame(text: string): Promise<void> {
    await until(`a page with the link ${text}`, async () => {
      for (const frame of this.page.frames()) {
        try {
          const link = frame.locator('a', { hasText: text }).first();
          if (await link.isVisible()) {
            await link.click();
            return true;
          }
        } catch {
          // A frame without it, or one that is being removed.
        }
      }
      return false;
    });
  }

  async hasFrame(expected: RegExp): Promise<boolean> {
    return (await this.frameText(expected)) !== '';
  }

  waitForFrame(expected: RegExp): Promise<string> {
    return until(`a page with ${String(expected)}`, async () => (await this.frameText(expected)) || undefined);
  }

  /** Saves `out/screenshots/<name>.png` and returns its path. */
  async screenshot(name: string): Promise<string> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    const path = join(SCREENSHOTS, `${name}.png`);
    await this.page.screenshot({ path, animations: 'disabled' });
    return path;
  }

  /** Closes the window like a user. The server, its Agent Host, and its sessions stay. */
  async close(): Promise<void> {
    const browser = this.#browser;
    this.#browser = undefined;
    // Leaving the page ends the extension host, which the server would otherwise keep for a reconnection.
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
