import { only } from '../../../fakes/only';
import type { CallNames } from '../../../../src/core/words/callNames';
import assert from 'node:assert/strict';
import { answerCommand } from '../../../../src/core/chat/answer';
import { parseMessage } from '../../../../src/core/chat/command';
import { inEnglish, type Translate } from '../../../../src/core/words/language';
import { repeatingTextNotice } from '../../../../src/core/models/repeatingText';
import { type RawSettings, parseConfiguration } from '../../../../src/core/settings/parse';
import { MODES, modeText } from '../../../../src/core/settings/mode';
import { textsOf } from '../../../../src/core/words/words';
import { GuardHarness, SEED_000 } from '../../../fakes/guardHarness';

/** A language whose every word is made of one letter, so that an English word beside it is seen. */
const inZ: Translate = (sentence, values) =>
  inEnglish(
    sentence.replace(/\{[A-Za-z]+\}|[A-Za-z]/g, (part) => (part.length > 1 ? part : 'z')),
    values,
  );

const SETTINGS_AND_VALUES = [
  'matching',
  ...[
    'continue',
    'nudge',
    'ask',
    'terminate',
    'break',
    'block',
    'chance_then_break',
    'chance',
    'chance_then_block',
    'warn',
  ],
  ...['mode', 'enabled', 'preset', 'detectors', 'actions', 'exempt', 'recommended', 'levenshtein'],
  ...['true', 'false', 'null', 'repeat', 'cycle', 'similar', 'stall', 'brake'],
];

/**
 * Words that are neither ours nor names: what is left of a text without code, quotations, and names of settings and
 * their values.
 */
function englishWords(text: string): string[] {
  const quoted = /`[^`]*`|"[^"]*"|'[^']*'|\{\w+\}|\[[^\]]*\]/;
  const keys = /\b(?:toolLoopGuard|tool-loop|TOOL_LOOP)[\w.\-[\]]*|\b(?:detectors|matching)\.[\w.]+|\b[a-z]+[A-Z]\w+/;
  const ours = new RegExp(`${keys.source}|!?/(?:tool-loop-|set|unset)\\S*`);
  const names = new RegExp(`${quoted.source}|${ours.source}`, 'g');
  const values = new RegExp(`\\b(?:${SETTINGS_AND_VALUES.join('|')})\\b`, 'g');
  return (
    text
      .replace(/\\(?=[^\w\s]|_)/g, '')
      .replace(names, ' ')
      .replace(values, ' ')
      .match(/[A-Za-z]*[a-y]{2}[A-Za-z]*/g) ?? []
  );
}

/** What a call is named by is the same in every language. */
const NAMELESS: CallNames = { label: () => '' };

describe('another language', () => {
  it('fills in values once, and leaves braces it does not know', () => {
    assert.equal(inEnglish('{a} and {b}', { a: '{b}', b: 2 }), '{b} and 2');
    assert.equal(inEnglish('{toString} {c}', {}), '{toString} {c}');
  });

  const bad: RawSettings = {
    user: {
      ...SEED_000,
      mode: 'brake',
      ttlSeconds: 0,
      matching: { similarityThreshold: 'x' },
      actions: 1,
      windoSize: 3,
      modelOverrides: { x: 1 },
      enabled: 1,
      messages: { block: 1, warning: '{nonsense}' },
      guardedModels: 'all',
      tools: { plan: { operationField: 1 } },
    },
    environment: { TOOL_LOOP_MAX_REPEATS: 'many' },
  };
  const odd: RawSettings = {
    user: {
      ...SEED_000,
      maxRepeats: 2,
      matching: { minPatternLength: 9 },
      actions: ['break', 'chance'],
      detectors: only([], { repeat: { warn: 9 }, similar: { warn: 9 }, revisit: { warn: 99 } }),
      tools: { x: { detectors: { repeat: { warn: 20 } } } },
    },
  };
  const oddMode: RawSettings = { user: { maxRepeats: 2, mode: 'break' } };

  for (const [name, raw, least] of [
    ['bad settings', bad, 10],
    ['settings hardly meant', odd, 6],
    ['a hasty mode', oddMode, 1],
  ] as const) {
    it(`is that of every sentence about ${name}`, () => {
      const { problems, settingsWarnings } = parseConfiguration(raw, inZ);
      const texts = [...problems.map(({ message }) => message), ...settingsWarnings];
      assert.ok(texts.length >= least, texts.join('\n'));
      assert.deepEqual(texts.flatMap(englishWords), []);
    });
  }

  for (const message of [
    '/tool-loop-mode warn',
    '/tool-loop-mode brake',
    '/tool-loop-ttl soon',
    '/tool-loop-unset',
    '/tool-loop-status',
    '/tool-loop-why',
    '/tool-loop-reset',
    '/tool-loop-help',
    '/tool-loop-nothing',
    '/tool-loop-preset strict',
    '/tool-loop-actions []',
    '!/set()',
    '!/set(tool-loop-modus=warn)',
    '!/unset(nonsense)',
  ]) {
    it(`is that of the answer to ${message}`, () => {
      const harness = new GuardHarness();
      harness.configuration = parseConfiguration(
        {
          user: { ...SEED_000, preset: 'strict' },
          workspace: { maxRepeats: 4 },
          environment: { TOOL_LOOP_TTL_SECONDS: '60' },
        },
        inZ,
      );
      harness.actions('AAAA');
      const command = parseMessage(message, inZ);
      assert.ok(command !== undefined);
      const answer = answerCommand(command, harness.guard, harness.conversations, 'conversation-1', inZ);
      assert.deepEqual(englishWords(answer), [], answer);
    });
  }

  it('is that of every verdict, for the user only', () => {
    const harness = new GuardHarness({ mode: 'chance_then_break' });
    let spoken = 0;
    for (const verdict of [...'AAAAAA'].map(() => harness.check('tool_A'))) {
      const { forModel, forPerson } = textsOf(verdict, inZ, harness.configuration.messages, NAMELESS);
      spoken += forPerson === undefined ? 0 : 1;
      assert.deepEqual(englishWords(forPerson ?? ''), []);
      assert.doesNotMatch(forModel ?? '', /zz/);
    }
    assert.ok(spoken >= 2);
    assert.deepEqual(englishWords(repeatingTextNotice({ count: 5, passage: 'Again.' }, inZ)), []);
  });

  it('is that of what each mode does, and of a value that cannot be written down', () => {
    assert.deepEqual(
      MODES.flatMap((mode) => englishWords(modeText(mode, inZ))),
      [],
    );
    const { problems } = parseConfiguration({ user: { maxRepeats: 10n } }, inZ);
    assert.deepEqual(
      problems.flatMap(({ message }) => englishWords(message)),
      [],
    );
    assert.equal(problems.length, 1);
  });

  it('is missed when a sentence is not translated', () => {
    assert.deepEqual(englishWords('The count of `x` is 4, says "mode".'), ['The', 'count', 'of', 'is', 'says']);
  });
});
