// A whole VS Code window: the server, the browser, the desk for tests, and one function to end everything.
import { pathToFileURL } from 'node:url';
import { openBrowser } from './browser.mjs';
import { openDesk } from './desk.mjs';
import { startServer } from './server.mjs';

/**
 * @typedef {object} WindowOptions
 * @property {import('./server.mjs').Profile} profile
 * @property {string} folder the workspace folder
 * @property {NodeJS.ProcessEnv} [environment] added to the extension host's environment
 * @property {string | undefined} [locale] the display language, if the profile has a language pack for it
 * @property {string | undefined} [screenshots] the folder for pictures that tests ask for
 * @property {{ headless?: boolean, width?: number, height?: number, scale?: number }} [look]
 * @property {(line: string) => void} [onLog] every console line of the workbench and the extension host
 * @property {(code: number) => void} [onExit] the end of the extension tests
 * @property {string | undefined} [extensionDevelopmentPath]
 * @property {string} [extensionTestsPath]
 * @property {boolean | undefined} [fewExtensions] whether VS Code has only those of its own extensions that tests need
 * @property {string | undefined} [log] log levels, as the desktop's `--log` takes them
 */

/** Marks lines that tests write; all other output of the workbench is noise. See test/host/say.ts. */
const TEST_LINE = '\u2063';
const LINES_VARIABLE = 'TOOL_LOOP_TEST_LINES';

/** VS Code shows its window and the tests write something long before this, or never. */
const START_LIMIT_MS = 120_000;

/**
 * Opens a VS Code window and waits until the extension tests in it end. The code is 1 if the window is closed, this
 * process must end, or no test starts.
 * @param {Omit<WindowOptions, 'onLog' | 'onExit'>} options
 * @param {(line: string) => void} show gets each line that the tests write
 * @param {AbortSignal} [signal] also ends it
 */
export async function runInWindow(options, show, signal) {
  /** @type {(code: number) => void} */
  let end = () => {};
  const ended = /** @type {Promise<number>} */ (new Promise((settle) => (end = settle)));
  // Before the window opens, because its server would outlive this process.
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => end(1));
  signal?.addEventListener('abort', () => end(1));
  const noStart = setTimeout(() => {
    console.error(`VS Code did not start the tests within ${START_LIMIT_MS / 1000} s.`);
    end(1);
  }, START_LIMIT_MS);
  try {
    const window = await openWindow({
      ...options,
      environment: { ...options.environment, [LINES_VARIABLE]: TEST_LINE },
      onExit: end,
      onLog: (line) => {
        if (line.startsWith(TEST_LINE)) {
          clearTimeout(noStart);
          show(line.slice(TEST_LINE.length));
        } else if (process.env.TOOL_LOOP_TEST_VERBOSE) {
          console.error(line);
        }
      },
    });
    window.page.once('close', () => end(1));
    return { window, code: await ended };
  } finally {
    clearTimeout(noStart);
  }
}

export async function openWindow(/** @type {WindowOptions} */ options) {
  const closing = /** @type {(() => Promise<void>)[]} */ ([]);
  const dispose = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const desk = await openDesk(options.screenshots);
    closing.push(desk.close);
    const { profile, locale, fewExtensions } = options;
    const environment = { ...options.environment, ...desk.environment };
    const server = await startServer(profile, environment, locale, fewExtensions);
    closing.push(server.stop);
    const { page, close } = await openBrowser(server.port, options.look);
    closing.push(close);
    desk.serve(page);
    await page.exposeFunction('codeAutomationLog', (/** @type {string} */ _type, /** @type {unknown[]} */ parts) =>
      options.onLog?.(parts.join(' ')),
    );
    await page.exposeFunction('codeAutomationExit', (/** @type {number} */ code) => options.onExit?.(code));
    // On a busy machine, this takes longer than Playwright waits by default.
    await page.goto(address(server.port, options), { timeout: START_LIMIT_MS });
    return { page, port: server.port, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** The URI of a file in a window of the server on this port. @param {number} port @param {string} path */
export const remoteAddress = (port, path) => `vscode-remote://127.0.0.1:${port}${pathToFileURL(path).pathname}`;

/** @param {number} port @param {WindowOptions} options */
function address(port, { folder, extensionDevelopmentPath, extensionTestsPath, log }) {
  const remote = (/** @type {string} */ path) => remoteAddress(port, path);
  const payload = [['skipWelcome', 'true']];
  if (extensionDevelopmentPath) payload.push(['extensionDevelopmentPath', remote(extensionDevelopmentPath)]);
  if (log) payload.push(['logLevel', log]);
  if (extensionTestsPath) payload.push(['extensionTestsPath', remote(extensionTestsPath)]);
  return `http://127.0.0.1:${port}/?${new URLSearchParams({ folder, payload: JSON.stringify(payload) })}`;
}
