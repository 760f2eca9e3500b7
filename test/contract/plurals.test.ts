import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { collectSentences, languagesIn } from '../../scripts/l10n';
import { DETECTORS, detectorOf } from '../../src/engine/rules/registry';

const ROOT = resolve(__dirname, '../..');
const { sentences } = collectSentences(ROOT);
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.nls.json'), 'utf8')) as Record<string, string>;

/** Placeholders for numbers. In `{time}s` and the like, the letter is a unit. */
const NUMBER = /\{(before|calls|count|days|hours|limit|minutes|requests|rounds|tokens|used|value)\}/;
const PLURAL = new RegExp(`${NUMBER.source} ((?:(?!of\\b|is\\b)[\\w-]+ ){0,2}?(?!is\\b|was\\b|has\\b)\\w{3,})s\\b`);

describe('a number in a sentence', () => {
  it('needs no "(s)" after the counted noun, in any language', () => {
    const files = [manifest, ...languagesIn(ROOT).flatMap((language) => [language.bundle, language.manifest])];
    assert.deepEqual(
      [...sentences, ...files.flatMap((file) => Object.values(file))].filter((text) => /\w\(s\)|\(e?n\)/.test(text)),
      [],
    );
  });

  it('has a separate sentence if a detector found one call before the checked one', () => {
    const found = DETECTORS.flatMap(({ id }) => Object.values(detectorOf(id).rules)).filter(({ told }) =>
      PLURAL.test(told.did.replaceAll('{count}', '')),
    );
    assert.ok(found.length > 5);
    assert.deepEqual(
      found.filter(({ told }) => told.once === undefined).map(({ told }) => told.did),
      // At least five subagents are too many.
      ['The agent started {before} subagents for one message.'],
    );
  });
});
