import assert from 'node:assert/strict';
import type * as published from '../../../api/library/index';
import { Guard } from '../../../src/library';

function complaint(options: unknown): string {
  try {
    new Guard(options as published.GuardOptions);
  } catch (error) {
    assert.ok(error instanceof TypeError);
    return error.message;
  }
  return '';
}

describe('the settings of the library', () => {
  it('are refused with all invalid settings, their values, and what is allowed', () => {
    const message = complaint({
      settings: { maxRepeats: 1, mode: 'halt', actions: ['shout'], maxRepeat: 3, onStop: 'x' },
      tools: { plan: { exempt: 1, ignoredArguments: 'x' } },
    });
    assert.deepEqual(message.split('\n'), [
      '1 isn’t valid for maxRepeats. Use a whole number from 2 to 1000.',
      '"halt" isn’t valid for mode. Use one of: break, chance_then_break, warn.',
      '["shout"] isn’t valid for actions. Use a list, each item one of: continue, warn, nudge, ask, chance, break.',
      'maxRepeat isn’t a setting of Tool Loop Guard. Did you mean "maxRepeats"?',
      'onStop isn’t a setting of Tool Loop Guard.',
      '1 isn’t valid for tools["plan"].exempt. Use true or false.',
      '"x" isn’t valid for tools["plan"].ignoredArguments. Use a list, each item a text.',
    ]);
  });

  for (const [options, said] of [
    [5, 'options cannot be 5. Allowed: an object.'],
    [{ settings: [] }, 'settings cannot be []. Allowed: an object.'],
    [{ tools: 'x' }, 'tools cannot be "x". Allowed: an object.'],
    [{ now: 1 }, 'now cannot be 1. Allowed: a function.'],
    [{ setting: {} }, 'an option cannot be "setting". Allowed: one of settings, '],
  ] as const) {
    it(`are refused: ${said}`, () => assert.ok(complaint(options).includes(said), complaint(options)));
  }

  it('may be undefined', () => {
    const options = { settings: { maxRepeats: undefined }, tools: { a: { exempt: undefined } }, now: undefined };
    assert.equal(complaint(options), '');
  });
});
