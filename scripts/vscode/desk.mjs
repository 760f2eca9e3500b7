// What tests in the extension host can do with their page: pictures, texts, keys, and clicks.
// They reach the desk over local HTTP; its address is in the extension host's environment.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import axe from 'axe-core';

const ADDRESS_VARIABLE = 'TOOL_LOOP_TEST_DESK';

const WAIT_MS = 10_000;

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {Record<string, any>} Order
 */

/** @type {Record<string, (page: Page, order: Order, screenshots: string) => Promise<unknown>>} */
const ACTIONS = {
  /** Saves a picture of the page or of one element, and returns its path. */
  screenshot: async (page, { name, selector }, screenshots) => {
    mkdirSync(screenshots, { recursive: true });
    const path = join(screenshots, `${name}.png`);
    await (selector ? page.locator(selector).first() : page).screenshot({ path, animations: 'disabled' });
    return path;
  },
  /** Saves a picture of the smallest part of the page with all visible elements of these selectors. */
  picture: async (page, { name, selectors, margin }, screenshots) => {
    mkdirSync(screenshots, { recursive: true });
    const path = join(screenshots, `${name}.png`);
    const clip = await around(page, selectors, margin);
    await page.screenshot({ path, clip, animations: 'disabled' });
    return path;
  },
  /** Takes pictures of a part of the page until `cut`; their names are milliseconds. */
  film: async (page, { name, selectors, everyMs }, screenshots) => {
    const folder = join(screenshots, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const clip = await around(page, selectors, 0);
    const began = performance.now();
    const take = async () => {
      while (!cuts.has(page)) {
        const at = performance.now();
        const path = join(folder, `${String(Math.round(at - began)).padStart(6, '0')}.png`);
        await page.screenshot({ path, clip, animations: 'disabled' });
        await pause(Math.max(0, everyMs - (performance.now() - at)));
      }
    };
    cuts.delete(page);
    films.set(page, take());
    return folder;
  },
  /** Waits for the last picture; then the page may be closed. */
  cut: async (page) => {
    cuts.add(page);
    await films.get(page);
  },
  texts: (page, { selector }) => unlessLoading(page.locator(selector).filter({ visible: true }).allInnerTexts()),
  /** Returns an attribute of visible elements, or an empty text. */
  attributes: (page, { selector, attribute }) =>
    unlessLoading(
      page
        .locator(selector)
        .filter({ visible: true })
        .evaluateAll((found, name) => found.map((element) => element.getAttribute(name) ?? ''), attribute),
    ),
  styles: (page, { selector, property }) =>
    page
      .locator(selector)
      .filter({ visible: true })
      .evaluateAll((found, name) => found.map((element) => getComputedStyle(element).getPropertyValue(name)), property),
  /** Returns the texts of visible elements that don't fit into their space, or are outside the window. */
  cutOff: (page, { selector }) =>
    page
      .locator(selector)
      .filter({ visible: true })
      .evaluateAll((found) =>
        found
          .filter((element) => {
            const { left, top, right, bottom } = element.getBoundingClientRect();
            // A page of the guard scrolls down; the window of VS Code itself doesn't scroll.
            const isPage = getComputedStyle(document.body).overflowY !== 'hidden';
            const isOutside = left < 0 || right > innerWidth + 1 || (!isPage && (top < 0 || bottom > innerHeight + 1));
            return isOutside || element.scrollWidth > element.clientWidth + 1;
          })
          .map((element) => element.textContent ?? ''),
      ),
  /** Returns the parts of the visible elements' texts that ancestors don't cut off. */
  inSight: (page, { selector }) =>
    page
      .locator(selector)
      .filter({ visible: true })
      .evaluateAll((found) =>
        found.map((element) => {
          const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
          const all = text?.textContent ?? '';
          const range = document.createRange();
          /** @param {number} length */
          const endOf = (length) => {
            if (text === null) return 0;
            range.setStart(text, 0);
            range.setEnd(text, length);
            return range.getBoundingClientRect().right;
          };
          let edge = innerWidth;
          for (let at = element.parentElement; at !== null; at = at.parentElement) {
            if (getComputedStyle(at).overflowX === 'hidden') edge = Math.min(edge, at.getBoundingClientRect().right);
          }
          if (endOf(all.length) <= edge + 1) return all;
          // The ellipsis replaces characters, and is no wider than the font size.
          const room = edge - parseFloat(getComputedStyle(element).fontSize);
          let length = all.length;
          while (length > 0 && endOf(length) > room) length--;
          return all.slice(0, length);
        }),
      ),
  /** Returns axe's accessibility violations in a copy of a document, because no script runs in the document itself. */
  violations: async (page, { selector, background }) => {
    const markup = await page.locator(selector).evaluate((element) => element.outerHTML);
    const copy = await page.context().newPage();
    try {
      await copy.setContent(markup.replace(/<meta http-equiv[^>]*>/, ''));
      await copy.addStyleTag({ content: `html { background: var(${background}) }` });
      await copy.evaluate(axe.source);
      const { violations } = await copy.evaluate('axe.run()');
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
    } finally {
      await copy.close();
    }
  },
  count: (page, { selector }) => page.locator(selector).count(),
  click: (page, { selector }) => page.locator(selector).filter({ visible: true }).first().click({ timeout: WAIT_MS }),
  type: (page, { keys }) => page.keyboard.type(keys, { delay: 15 }),
  press: (page, { key }) => page.keyboard.press(key),
  hover: (page, { selector }) => page.locator(selector).first().hover({ timeout: WAIT_MS }),
  movePointerAway: (page) => page.mouse.move(0, 0),
  resize: (page, { width, height }) => page.setViewportSize({ width, height }),
  /** Waits until the document hasn't changed for a while, or until the limit, because something may keep blinking. */
  untilStill: (page, { quietMs, limitMs }) => page.evaluate(untilStill, { quietMs, limitMs }),
  /**
   * Waits until `busy` hasn't matched for a while, or something must be confirmed. Returns whether that happened in
   * time. Runs in the page, because repeated requests would cost the page more.
   */
  untilFree: (page, { busy, confirmation, quietMs, limitMs }) =>
    page.evaluate(untilFree, { busy, confirmation, quietMs, limitMs }),
};

/** Playwright's errors for an embedded page that is just being reloaded. */
const IS_LOADING = /Frame (?:was|has been) detached|Execution context was destroyed|Unable to adopt element handle/;

/** A reloading page can't be read yet. @param {Promise<string[]>} read @returns {Promise<string[]>} */
const unlessLoading = (read) =>
  read.catch((error) => {
    if (IS_LOADING.test(String(error))) return [];
    throw error;
  });

/** Pages whose film is to end, and when each film has ended. */
/** @type {WeakSet<Page>} */
const cuts = new WeakSet();
/** @type {WeakMap<Page, Promise<void>>} */
const films = new WeakMap();

/** @param {Page} page @param {readonly string[]} selectors @param {number} margin in pixels, on each side */
async function around(page, selectors, margin) {
  const found = await Promise.all(selectors.map((selector) => page.locator(selector).filter({ visible: true }).all()));
  const boxes = (await Promise.all(found.flat().map((element) => element.boundingBox()))).filter((box) => box !== null);
  if (boxes.length === 0) throw new Error(`Nothing of ${selectors.join(', ')} is to be seen`);
  const { width, height } = page.viewportSize() ?? { width: Infinity, height: Infinity };
  const left = Math.max(0, Math.min(...boxes.map(({ x }) => x)) - margin);
  const top = Math.max(0, Math.min(...boxes.map(({ y }) => y)) - margin);
  const right = Math.min(width, Math.max(...boxes.map((box) => box.x + box.width)) + margin);
  const bottom = Math.min(height, Math.max(...boxes.map((box) => box.y + box.height)) + margin);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * Runs in the page.
 * @param {{ busy: string, confirmation: string, quietMs: number, limitMs: number }} wanted
 * @returns {Promise<boolean>}
 */
function untilFree({ busy, confirmation, quietMs, limitMs }) {
  return new Promise((resolve) => {
    const began = performance.now();
    let since = began;
    const looking = setInterval(() => {
      const now = performance.now();
      if (document.querySelector(busy) && !document.querySelector(confirmation)?.checkVisibility()) since = now;
      const isFree = now - since >= quietMs;
      if (isFree || now - began >= limitMs) {
        clearInterval(looking);
        resolve(isFree);
      }
    }, 50);
  });
}

/** Runs in the page. @param {{ quietMs: number, limitMs: number }} limits @returns {Promise<void>} */
function untilStill({ quietMs, limitMs }) {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      clearTimeout(limit);
      requestAnimationFrame(() => resolve());
    };
    let quiet = setTimeout(end, quietMs);
    const limit = setTimeout(end, limitMs);
    const observer = new MutationObserver(() => {
      clearTimeout(quiet);
      quiet = setTimeout(end, quietMs);
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}

/** @param {string} [screenshots] the folder for pictures */
export async function openDesk(screenshots = join(process.cwd(), 'out', 'screenshots')) {
  const secret = `/${randomUUID()}`;
  /** @type {Page | undefined} */
  let page;
  const server = createServer(async (request, response) => {
    try {
      if (request.url !== secret || !page) throw new Error('The desk is closed');
      const order = JSON.parse(await text(request));
      const answer = await ACTIONS[order.action]?.(page, order, screenshots);
      response.end(JSON.stringify({ answer }));
    } catch (error) {
      response.statusCode = 500;
      response.end(JSON.stringify({ error: String(error) }));
    }
  });
  // A busy extension host doesn't notice that an idle connection was closed, and uses it again.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    environment: { [ADDRESS_VARIABLE]: `http://127.0.0.1:${address.port}${secret}` },
    /** Sets the page for further requests. */
    serve: (/** @type {Page} */ shown) => void (page = shown),
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
