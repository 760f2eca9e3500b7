import { chromium } from 'playwright-core';
import { ensureChromium } from '../bootstrap.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** On a busy machine, the start takes longer than Playwright waits by default. */
const START_LIMIT_MS = 120_000;

/** Playwright would end this process before the server is stopped. */
const SIGNALS_ARE_OURS = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/** VS Code's global state in a new profile: its own chat is enabled, and the status bar is as on a desktop. */
const GLOBAL_STATE = {
  builtinChatExtensionEnablementMigration: 'true',
  'extensionsIdentifiers/disabled': '[]',
  'workbench.statusbar.hidden': '["status.workbench.keyboardLayout"]',
};

/**
 * Opens a page on the server's origin, prepared so that VS Code finds its chat enabled. Doesn't show VS Code yet.
 * @param {number} port
 * @param {{ headless?: boolean, width?: number, height?: number, scale?: number }} [look]
 */
export async function openBrowser(port, { headless = true, width = 1280, height = 900, scale = 1 } = {}) {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    headless,
    args: FLAGS,
    timeout: START_LIMIT_MS,
    ...SIGNALS_ARE_OURS,
  });
  const context = await browser.newContext({
    viewport: headless ? { width, height } : null,
    ...(headless && { deviceScaleFactor: scale }),
    reducedMotion: 'reduce',
  });
  if (headless) await context.addInitScript(endAnimationsAtOnce);
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/version`, { timeout: START_LIMIT_MS });
  await page.evaluate(writeGlobalState, GLOBAL_STATE);
  return { page, close: () => browser.close() };
}

/**
 * Runs in the page. Some progress indicators move despite reduced motion, and scrollbars fade whenever a text grows.
 * Without a graphics card, the processor paints each frame, which takes a third of a core in all. Events for the end of
 * an animation still fire. Other transitions stay, because shortening those of all elements costs more.
 */
function endAnimationsAtOnce() {
  const still = new CSSStyleSheet();
  still.replaceSync(`*, *::before, *::after {
    animation-delay: 0s !important;
    animation-duration: 1ms !important;
    animation-iteration-count: 1 !important;
  }
  .scrollbar { transition: none !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
}

/** Runs in the page, before the workbench creates this database. @param {Record<string, string>} entries */
export function writeGlobalState(entries) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('vscode-web-state-db-global');
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => opening.result.createObjectStore('ItemTable');
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('ItemTable', 'readwrite');
      const store = transaction.objectStore('ItemTable');
      for (const [key, value] of Object.entries(entries)) store.put(value, key);
      transaction.onerror = () => reject(transaction.error);
      transaction.oncomplete = () => {
        opening.result.close();
        resolve(undefined);
      };
    };
  });
}
