// Shows a window of the server in a separate headless browser, with the initial state that tests need.
import type { Page } from 'playwright-core';
import { openBrowser } from '../../scripts/vscode/browser.mjs';
import { remoteAddress } from '../../scripts/vscode/window.mjs';
import { travelsLikeOnDesktop, WORKBENCH_ROUTE } from './localDesktop';

/** On a busy machine, the start takes longer than Playwright waits by default. */
const START_LIMIT_MS = 120_000;

export interface BrowserWindow {
  readonly page: Page;
  close(): Promise<void>;
}

export interface BrowserWindowOptions {
  readonly folder: string;
  readonly door: string;
  /** Whether plugins are transferred as in a local desktop's window: see localDesktop.ts. */
  readonly localDesktop: boolean;
  readonly scale: number;
  readonly onLog: (line: string) => void;
}

/** Its extensions may start seconds later. */
export async function openBrowserWindow(port: number, options: BrowserWindowOptions): Promise<BrowserWindow> {
  const { page, close } = await openBrowser(port, { scale: options.scale });
  try {
    if (options.localDesktop) {
      const body = travelsLikeOnDesktop();
      await page.route(WORKBENCH_ROUTE, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    }
    await page.exposeFunction('codeAutomationExit', () => undefined);
    await page.exposeFunction('codeAutomationLog', (_type: string, parts: unknown[]) => options.onLog(parts.join(' ')));
    const payload = JSON.stringify([
      ['skipWelcome', 'true'],
      ['extensionDevelopmentPath', remoteAddress(port, options.door)],
    ]);
    const query = new URLSearchParams({ folder: options.folder, payload });
    await page.goto(`http://127.0.0.1:${port}/?${String(query)}`, {
      waitUntil: 'domcontentloaded',
      timeout: START_LIMIT_MS,
    });
    return { page, close };
  } catch (error) {
    await close();
    throw error;
  }
}
