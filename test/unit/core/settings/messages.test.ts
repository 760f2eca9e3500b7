import assert from 'node:assert/strict';
import { parseConfiguration } from '../../../../src/core/settings/parse';
import { inEnglish } from '../../../../src/core/words/language';
import { guidanceText } from '../../../../src/core/words/modelTexts';
import { breakText, warningText } from '../../../../src/core/words/words';
import { GuardHarness, SEED_000 } from '../../../fakes/guardHarness';

function texts(user: Record<string, unknown>) {
  const harness = new GuardHarness({ ...SEED_000, maxRepeats: 2, ...user });
  harness.check('search', { query: '{count}', token: 'marker' });
  const verdict = harness.check('search', { query: '{count}', token: 'marker' });
  assert.ok(verdict.action !== 'allow');
  const { messages } = harness.configuration;
  const phrasing = { translate: inEnglish, messages };
  return [
    breakText(verdict.detection, phrasing),
    warningText(verdict.detection, phrasing),
    guidanceText(verdict.detection, messages),
  ] as const;
}

describe('custom messages', () => {
  it('replace the defaults, with every placeholder filled in', () => {
    const text = '{tool} {count}/{limit} in {ttlSeconds}: {pattern} {arguments}';
    const expected =
      `search 2/2 in 120: 'search' invoked with identical params 2 times with no pause over 120s ` +
      '{"query":"{count}","token":"***"}';
    for (const words of texts({ messages: { block: text, warning: text, guidance: text } })) {
      assert.equal(words, expected);
    }
  });

  it('keep the defaults if they are empty or not set', () => {
    const [block, , guidance] = texts({ messages: { block: '' } });
    assert.match(block, /^Loop stopped\. /);
    assert.match(guidance, /^This call was blocked/);
  });

  for (const [what, value, message] of [
    [
      'an unknown placeholder',
      'Stop {name} {count}',
      /messages\.block\. Use a text of at most 2000 characters, with no other placeholders than \{tool\}, \{count\}/,
    ],
    ['no text', 7, /^7 isn’t valid for toolLoopGuard\.messages\.block\. Use a text/],
    ['too long a text', 'x'.repeat(3000), /Use a text of at most 2000/],
  ] as const) {
    it(`are reported and not used if there is ${what}`, () => {
      const { problems, messages } = parseConfiguration({ user: { messages: { block: value } } });
      assert.equal(messages.block, undefined);
      assert.match(problems[0]?.message ?? '', message);
    });
  }

  it('of the workspace override those of the user', () => {
    const { messages } = parseConfiguration({
      user: { messages: { block: 'user' } },
      workspace: { messages: { block: 'workspace' } },
    });
    assert.equal(messages.block, 'workspace');
  });
});
