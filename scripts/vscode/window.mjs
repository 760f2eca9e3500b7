// A whole VS Code window: server, browser, the page's services for tests, and one call to end it all.
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
 * @property {string | undefined} [log] log levels, as the desktop's `--log` takes them
 */

/** Opens a VS Code window on a server of its own. */
export async function openWindow(/** @type {WindowOptions} */ options) {
  const closing = /** @type {(() => Promise<void>)[]} */ ([]);
  const dispose = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const desk = await openDesk(options.screenshots);
    closing.push(desk.close);
    const server = await startServer(options.profile, { ...options.environment, ...desk.environment }, options.locale);
    closing.push(server.stop);
    const { page, close } = await openBrowser(server.port, options.look);
    closing.push(close);
    desk.serve(page);
    await page.exposeFunction('codeAutomationLog', (/** @type {string} */ _type, /** @type {unknown[]} */ parts) =>
      options.onLog?.(parts.join(' ')),
    );
    await page.exposeFunction('codeAutomationExit', (/** @type {number} */ code) => options.onExit?.(code));
    await page.goto(address(server.port, options));
    return { page, port: server.port, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** @param {number} port @param {WindowOptions} options */
function address(port, { folder, extensionDevelopmentPath, extensionTestsPath, log }) {
  const remote = (/** @type {string} */ path) => `vscode-remote://127.0.0.1:${port}${path}`;
  const payload = [['skipWelcome', 'true']];
  if (extensionDevelopmentPath) payload.push(['extensionDevelopmentPath', remote(extensionDevelopmentPath)]);
  if (log) payload.push(['logLevel', log]);
  if (extensionTestsPath) payload.push(['extensionTestsPath', remote(extensionTestsPath)]);
  return `http://127.0.0.1:${port}/?${new URLSearchParams({ folder, payload: JSON.stringify(payload) })}`;
}
