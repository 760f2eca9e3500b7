// Shows a window of the server in a headless browser of its own, with what the tests need of its first state.
import type { Page } from 'playwright-core';
import { openBrowser } from '../../scripts/vscode/browser.mjs';
import { remoteAddress } from '../../scripts/vscode/window.mjs';
import { travelsLikeOnDesktop, WORKBENCH_ROUTE } from './localDesktop';

/** A machine that is busy takes longer than Playwright waits unless it is told. */
const START_LIMIT_MS = 120_000;

export interface BrowserWindow {
  readonly page: Page;
  close(): Promise<void>;
}

export interface BrowserWindowOptions {
  readonly folder: string;
  /** The folder of an extension in development. */
  readonly door: string;
  /** Whether plugins travel as in a window of a local desktop: see localDesktop.ts. */
  readonly localDesktop: boolean;
  readonly scale: number;
  readonly onLog: (line: string) => void;
}

/** Opens a folder in a new window; it may take seconds more until its extensions run. */
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
