import type { CallNames } from '../../../../src/core/words/callNames';
import assert from 'node:assert/strict';
import { inEnglish, type Translate } from '../../../../src/core/words/language';
import { textsOf } from '../../../../src/core/words/words';
import { GuardHarness } from '../../../fakes/guardHarness';

/** A language whose every word is made of one letter. */
const inZ: Translate = (sentence, values) =>
  inEnglish(
    sentence.replace(/\{[A-Za-z]+\}|[A-Za-z]/g, (part) => (part.length > 1 ? part : 'z')),
    values,
  );

/** What a call is named by is the same in every language. */
const NAMELESS: CallNames = { label: () => '' };

describe('another language', () => {
  it('fills in values once, and leaves braces it does not know', () => {
    assert.equal(inEnglish('{a} and {b}', { a: '{b}', b: 2 }), '{b} and 2');
    assert.equal(inEnglish('{toString} {c}', {}), '{toString} {c}');
  });

  it('is that of every verdict, for the user only', () => {
    const harness = new GuardHarness({ mode: 'chance_then_break' });
    let spoken = 0;
    for (const verdict of [...'AAAAAA'].map(() => harness.check('tool_A'))) {
      const { forModel, forPerson } = textsOf(verdict, {
        translate: inZ,
        messages: harness.configuration.messages,
        names: NAMELESS,
      });
      spoken += forPerson === undefined ? 0 : 1;
      assert.match(forPerson ?? 'zz', /zz/);
      assert.doesNotMatch(forModel ?? '', /zz/);
    }
    assert.ok(spoken >= 2);
  });
});
