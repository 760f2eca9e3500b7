import { only } from '../fakes/only';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inEnglish } from '../../src/core/words/language';
import { explanationPage, PAGE_COMMANDS } from '../../src/core/explanation/page';
import { Watched } from '../fakes/watched';

const CALL = { conversationId: `it's "one"`, number: 3 };
const FRAME = { nonce: '0123456789abcdef', language: 'en' };
const HOSTILE =
  '</code></table><script>alert(1)</script><img src=x onerror="alert(1)"><a href="command:workbench.action.quit">';

function hostilePage(): string {
  const watched = new Watched({ mode: 'warn', detectors: only(['similar'], { similar: { limit: 2 } }) });
  for (const ending of 'abcdefgh') {
    watched.call(
      HOSTILE,
      { [HOSTILE]: `${HOSTILE} and a good deal of other text, so that it is nearly the same ${ending}` },
      HOSTILE,
    );
  }
  return explanationPage(watched.explanation(), { ...FRAME, call: CALL }, inEnglish);
}

describe('the page of an explanation', () => {
  it('allows only its own style', () => {
    const page = hostilePage();
    assert.match(
      page,
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-0123456789abcdef'">/,
    );
    assert.equal(page.match(/<meta http-equiv/g)?.length, 1);
    assert.ok(page.indexOf('Content-Security-Policy') < page.indexOf('<style nonce="0123456789abcdef">'));
    assert.doesNotMatch(page, /unsafe-|<script|<link|<iframe|<object|<form|<base|@import|url\(/i);
  });

  it('takes no element or attribute from models and tools, and its links run only three commands of ours', () => {
    const page = hostilePage();
    assert.doesNotMatch(page, /<(?:script|img)\b/i);
    assert.doesNotMatch(page, /<[^>]* (?:on\w+|src|style)=/i);
    assert.match(page, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
    const call = encodeURIComponent(JSON.stringify([CALL]));
    assert.deepEqual(
      [...page.matchAll(/<a ([^>]*)>/g)].map(([, attributes]) => attributes),
      [
        `href="command:toolLoopGuard.markAsFine?${call.replaceAll("'", '&#39;')}"`,
        'href="command:toolLoopGuard.openSettings?%5B%22maxSimilar%22%5D"',
        'href="command:toolLoopGuard.copyReport"',
        'href="command:toolLoopGuard.proposeInstruction"',
      ],
    );
  });

  it('offers no feedback on a loop that can’t be marked, or already is', () => {
    const watched = new Watched({ maxRepeats: 2 });
    watched.call('read');
    watched.call('read');
    const page = (call?: typeof CALL): string => explanationPage(watched.explanation(), { ...FRAME, call }, inEnglish);
    assert.doesNotMatch(page(), /markAsFine/);
    assert.match(page(CALL), /markAsFine/);
    watched.detected.feedback = 'fine';
    assert.doesNotMatch(page(CALL), /markAsFine/);
    assert.match(page(CALL), /Marked as not a loop/);
  });

  it('has ordered headings, tables with headings, and keyboard focus for everything that scrolls', () => {
    const page = hostilePage();
    assert.deepEqual(
      [...page.matchAll(/<h(\d)[^>]*>([^<]*)/g)].map(([, level, text]) => `${level} ${level === '1' ? '' : text}`),
      ['1 ', '2 Calls', '2 Arguments', '2 Why it counts as a loop'],
    );
    assert.equal(
      page.match(/<table>/g)?.length,
      page.match(
        /<div class="scroll" tabindex="0" role="region" aria-label="[^"]+"><table><thead><tr><th scope="col">[^<]/g,
      )?.length,
    );
    assert.match(page, /<html lang="en">/);
  });

  it('has the call as its heading, then the finding and the action', () => {
    const watched = new Watched();
    watched.times(4, 'read', { path: 'a' });
    const heading = '<h1>read(<wbr>a)\u00a0×4</h1>\n';
    const explanation = watched.explanation();
    assert.ok(
      explanationPage(explanation, FRAME, inEnglish).includes(
        `${heading}<p class="quiet">Identical calls · stopped</p>`,
      ),
    );
  });

  it('shows each value of an argument once', () => {
    const watched = new Watched({ mode: 'warn', detectors: only(['similar'], { similar: { limit: 2 } }) });
    const endings = ['first.', 'other!', 'third?', 'forth;', 'fifth:', 'sixth,', 'eight-', 'ninth_'];
    const values = endings.map((ending) => `where is the function that reads the settings of the extension ${ending}`);
    for (const query of values) {
      watched.call('search', { folder: 'a common folder', query }, 'nothing found');
    }
    const page = explanationPage(watched.explanation(), FRAME, inEnglish);
    assert.equal(page.split('a common folder').length - 1, 1);
    for (const ending of endings) {
      assert.equal(page.split(ending).length - 1, 1, ending);
    }
    const ignoring = new Watched({
      maxRepeats: 3,
      detectors: ['repeat'],
      tools: { read: { ignoredArguments: ['why'] } },
    });
    ignoring.call('read', { path: 'a', why: 'to begin' });
    ignoring.call('read', { path: 'a', why: 'to be sure' });
    ignoring.call('read', { path: 'a', why: 'to be sure' });
    const told = explanationPage(ignoring.explanation(), FRAME, inEnglish);
    assert.equal(told.split('to be sure').length - 1, 1);
    assert.match(told, /as in call 2/);
  });

  it('has no text smaller than 12 pixels', () => {
    const style = /<style[^>]*>([^]*?)<\/style>/.exec(hostilePage())?.[1] ?? '';
    const sizes = [...style.matchAll(/font-size: ([^;]+);/g)].map(([, size]) => size ?? '');
    assert.ok(sizes.length > 5);
    for (const size of sizes) {
      const [, pixels, ems] = /^(?:max\((\d+)px, [^;]*\)|(\d+(?:\.\d+)?)em)$/.exec(size) ?? [];
      const atLeast = /^(\d+)px$/.exec(size)?.[1] ?? pixels ?? Number(ems) * 13;
      assert.ok(Number(atLeast) >= 12, size);
    }
  });

  it('asks to choose a loop when there is none', () => {
    assert.match(explanationPage(undefined, FRAME, inEnglish), /Select a loop to see what happened\./);
  });

  it('is shown without scripts and files, and runs only the commands of its links', () => {
    const source = readFileSync(resolve(__dirname, '../../src/vscode/timeline/explanationView.ts'), 'utf8');
    assert.match(
      source,
      /\{\s*enableScripts: false,\s*enableCommandUris: \[\.\.\.PAGE_COMMANDS\],\s*localResourceRoots: \[\],?\s*\}/,
    );
    assert.match(source, /nonce: randomBytes\(16\)/);
    assert.deepEqual(PAGE_COMMANDS, [
      'toolLoopGuard.markAsFine',
      'toolLoopGuard.openSettings',
      'toolLoopGuard.copyReport',
      'toolLoopGuard.proposeInstruction',
    ]);
  });
});
