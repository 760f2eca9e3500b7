import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { collectSentences, languagesIn } from '../../scripts/l10n';
import { detectorTemplates } from '../../src/core/words/detectorTexts';
import { DETECTORS, detectorOf } from '../../src/engine/rules/registry';

const ROOT = resolve(__dirname, '../..');
const { sentences } = collectSentences(ROOT);
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.nls.json'), 'utf8')) as Record<string, string>;

/** What stands for a number in sentences. `{time}s` and the like are units. */
const NUMBER = /\{(before|calls|count|days|hours|limit|minutes|requests|rounds|tokens|used|value)\}/;
const PLURAL = new RegExp(`${NUMBER.source} ((?:(?!of\\b|is\\b)[\\w-]+ ){0,2}?(?!is\\b|was\\b|has\\b)\\w{3,})s\\b`);

/** Sentences that are said only of two and more, because limits and estimates are, or of what is no number. */
const SEVERAL: ReadonlySet<string> = new Set([
  '**On.** Blocks the last of {count} identical calls with no new result, each within {window} of the call before ' +
    'it, and stops the agent if it repeats the call.',
  '**On.** Stops the agent at {count} identical calls with no new result, each within {window} of the call before it.',
  '**On.** Warns you about {count} identical calls with no new result, each within {window} of the call before it.',
  'Change Tool Loop Guard’s hooks in {count} files?',
  'Estimated savings: {calls} calls.',
  'Loop, {state}: {calls}, {count} times, {kind}. {facts}',
  'The agent can’t be stopped from here. Its calls are blocked until your next message. After {count} blocked calls ' +
    'in a row, calls are allowed again.',
  'Stopped after {rounds} rounds of tool calls. Send a message to continue.',
  'The answer repeated the same passage {count} times and was ended here by Tool Loop Guard. Ask again in other ' +
    'words, or raise {setting}.',
  // A limit in tokens is at least 1000.
  'Budget reached: {limit} tokens for this message.',
  'Budget reached: {limit} tokens in this chat.',
  '{used} of {limit} tokens for this message',
  '{used} of {limit} tokens in this chat',
  'about {calls} tool calls saved',
  '{count} calls, limit {threshold}.',
  '{count} calls, warning limit {threshold}.',
  '{count} identical calls',
  '{tool}: {count} identical calls are now allowed.',
  'a text of at most {count} characters',
  'a text of at most {count} characters, with no other placeholders than {placeholders}',
  'names with at most {count} stars',
]);

/** The sentences with a plural behind a number and without the same sentence for one. */
function lacking(texts: readonly string[]): string[] {
  return texts.filter((text) => {
    const plural = PLURAL.exec(text);
    const singular = `${text.slice(0, plural?.index)}1 ${plural?.[2]}`;
    return plural !== null && !texts.some((each) => each.startsWith(singular) && !each.startsWith(`${singular}s`));
  });
}

describe('a number in a sentence', () => {
  it('needs no "(s)" behind what it counts, in any language', () => {
    const files = [manifest, ...languagesIn(ROOT).flatMap((language) => [language.bundle, language.manifest])];
    assert.deepEqual(
      [...sentences, ...files.flatMap((file) => Object.values(file))].filter((text) => /\w\(s\)|\(e?n\)/.test(text)),
      [],
    );
  });

  it('has a sentence for one where it has one for several', () => {
    const ofDetectors = new Set(detectorTemplates());
    assert.deepEqual(
      lacking(
        sentences.filter((text) => !ofDetectors.has(text) && !/^Savings are estimates|^Stop repeating/.test(text)),
      )
        .filter((text) => !SEVERAL.has(text))
        .toSorted(),
      [],
    );
  });

  it('leads to another sentence where a detector found one call before the checked one', () => {
    const found = DETECTORS.flatMap(({ id }) => Object.values(detectorOf(id).rules)).filter(({ texts: { told } }) =>
      PLURAL.test(told.did.replaceAll('{count}', '')),
    );
    assert.ok(found.length > 5);
    assert.deepEqual(
      found.filter(({ texts: { told } }) => told.variants?.once === undefined).map(({ texts }) => texts.told.did),
      // At least five subagents are too many.
      ['The agent started {before} subagents for one message.'],
    );
  });

  it('exempts no sentence that is gone', () => {
    assert.deepEqual(
      [...SEVERAL].filter((text) => !sentences.includes(text)),
      [],
    );
  });
});
