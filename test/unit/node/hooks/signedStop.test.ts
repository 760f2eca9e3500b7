import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/words/language';
import { signedStop } from '../../../../src/node/hooks/callAnswer';

describe('a signed stop', () => {
  const stop = { kind: 'interrupt', toPerson: 'Loop stopped.' } as const;
  const signed = (isInTerminal: boolean, hasCommandLine: boolean, isLoop?: boolean): string =>
    signedStop(stop, { translate: inEnglish, isInTerminal, hasCommandLine: () => hasCommandLine }, isLoop).toPerson;

  it('says who stopped, how to continue, and where to see why', () => {
    assert.equal(
      signed(true, true),
      '[Tool Loop Guard] Loop stopped. To continue, send a message. ' + 'To see why, run tool-loop-guard why.',
    );
  });

  it('names no program that the user doesn’t have', () => {
    assert.equal(signed(true, false), '[Tool Loop Guard] Loop stopped. To continue, send a message.');
  });

  it('adds no next step to a budget, and nothing to a chat', () => {
    assert.equal(signed(true, true, false), '[Tool Loop Guard] Loop stopped.');
    assert.equal(signed(false, true), 'Loop stopped.');
  });
});
