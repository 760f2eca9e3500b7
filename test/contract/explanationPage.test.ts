import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inEnglish } from '../../src/core/words/language';
import { explanationPage } from '../../src/core/explanation/page';
import { Watched } from '../fakes/watched';

const FRAME = { nonce: '0123456789abcdef', language: 'en' };
const HOSTILE =
  '</code></table><script>alert(1)</script><img src=x onerror="alert(1)"><a href="command:workbench.action.quit">';

function hostilePage(): string {
  const watched = new Watched({ detectors: ['similar'], warnSimilar: 3 });
  for (const ending of 'abc') {
    watched.call(
      HOSTILE,
      { [HOSTILE]: `${HOSTILE} and a good deal of other text, so that it is nearly the same ${ending}` },
      HOSTILE,
    );
  }
  return explanationPage(watched.explanation(HOSTILE), FRAME, inEnglish);
}

describe('the page of an explanation', () => {
  it('allows nothing but its own style', () => {
    const page = hostilePage();
    assert.match(
      page,
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-0123456789abcdef'">/,
    );
    assert.equal(page.match(/<meta http-equiv/g)?.length, 1);
    assert.ok(page.indexOf('Content-Security-Policy') < page.indexOf('<style nonce="0123456789abcdef">'));
    assert.doesNotMatch(page, /unsafe-|<script|<link|<iframe|<object|<form|<base|@import|url\(/i);
  });

  it('has no element or attribute from what models and tools said', () => {
    const page = hostilePage();
    assert.doesNotMatch(page, /<(?:script|img|a)\b/i);
    assert.doesNotMatch(page, /<[^>]* (?:on\w+|href|src|style)=/i);
    assert.match(page, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  });

  it('is shown without scripts, without commands and without files', () => {
    const source = readFileSync(resolve(__dirname, '../../src/vscode/timeline/explanationView.ts'), 'utf8');
    assert.match(source, /\{ enableScripts: false, enableCommandUris: false, localResourceRoots: \[\] \}/);
    assert.match(source, /nonce: randomBytes\(16\)/);
  });

  it('has headings in their order, tables with headings, and a place for the keyboard at all that scrolls', () => {
    const page = hostilePage();
    assert.deepEqual(
      [...page.matchAll(/<h(\d)/g)].map((match) => match[1]),
      ['1', '2', '2', '2', '2', '2'],
    );
    assert.equal(
      page.match(/<table>/g)?.length,
      page.match(
        /<div class="scroll" tabindex="0" role="region" aria-label="[^"]+"><table><thead><tr><th scope="col">/g,
      )?.length,
    );
    assert.match(page, /<figure tabindex="0"><svg /);
    assert.match(page, /<html lang="en">/);
  });

  it('asks to choose a loop when there is none', () => {
    assert.match(explanationPage(undefined, FRAME, inEnglish), /Select a loop in the timeline/);
  });
});
