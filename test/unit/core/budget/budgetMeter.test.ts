import assert from 'node:assert/strict';
import { type BudgetForm, BudgetMeter } from '../../../../src/core/budget/budgetMeter';
import type { TokensSoFar } from '../../../../src/core/budget/budgetState';
import type { BudgetSettings } from '../../../../src/core/settings/configuration';
import { budgetQuestion } from '../../../../src/core/words/budgetTexts';
import { inEnglish } from '../../../../src/core/words/language';

const MINUTE_MS = 60_000;
const THREE: BudgetSettings = { perMessage: { calls: 3 } };

describe('the budget of a conversation', () => {
  let meter: BudgetMeter;
  let nowMs: number;
  let calls: number;

  beforeEach(() => {
    meter = new BudgetMeter();
    nowMs = 1_000_000;
    calls = 0;
  });

  function call(settings: BudgetSettings, form: BudgetForm = 'end', agent?: string): string {
    calls += 1;
    return meter.check({ id: `call-${calls}`, agent }, settings, form, nowMs)?.action ?? 'runs';
  }

  const times = (count: number, work: () => string): string[] => Array.from({ length: count }, work);

  it('is reached by the call after the last one it holds, and ends the run until the next message', () => {
    assert.deepEqual(
      times(5, () => call(THREE)),
      ['runs', 'runs', 'runs', 'stop', 'stop'],
    );
    assert.deepEqual(meter.stopped, { measure: 'calls', scope: 'message', limit: 3 });
    meter.beginMessage();
    assert.deepEqual(
      times(4, () => call(THREE)),
      ['runs', 'runs', 'runs', 'stop'],
    );
  });

  it('counts calls across messages if it is a budget of the conversation', () => {
    const settings = { perConversation: { calls: 4 } };
    times(3, () => call(settings));
    meter.beginMessage();
    assert.deepEqual([call(settings), call(settings)], ['runs', 'stop']);
  });

  it('is doubled if the user allows the call, and asks again at twice the limit', () => {
    times(3, () => call(THREE, 'ask'));
    assert.equal(call(THREE, 'ask'), 'ask');
    assert.deepEqual(meter.ran('call-4'), { measure: 'calls', scope: 'message', limit: 3 });
    assert.deepEqual(
      times(3, () => call(THREE, 'ask')),
      ['runs', 'runs', 'ask'],
    );
    assert.deepEqual(meter.uses(THREE), [{ measure: 'calls', scope: 'message', limit: 6, used: 6 }]);
  });

  it('asks again while the user skips calls, and doubles once for calls in the same question', () => {
    times(3, () => call(THREE, 'ask'));
    assert.deepEqual(
      times(3, () => call(THREE, 'ask')),
      ['ask', 'ask', 'ask'],
    );
    meter.ran('call-4');
    meter.ran('call-5');
    assert.deepEqual(meter.uses(THREE), [{ measure: 'calls', scope: 'message', limit: 6, used: 5 }]);
    assert.equal(meter.ran('call-5'), undefined, 'once');
  });

  it('does what the setting says if nobody can answer', () => {
    assert.deepEqual(
      times(8, () => call({ ...THREE, unattended: 'warn' }, 'unattended')),
      ['runs', 'runs', 'runs', 'warn', 'runs', 'runs', 'warn', 'runs'],
    );
    meter = new BudgetMeter();
    assert.deepEqual(
      times(4, () => call({ ...THREE, unattended: 'stop' }, 'unattended')),
      ['runs', 'runs', 'runs', 'stop'],
    );
    meter = new BudgetMeter();
    assert.deepEqual(times(4, () => call(THREE, 'unattended')).at(-1), 'stop', 'stops where nothing is said');
  });

  it('counts minutes of work: from the first call after a message to the latest', () => {
    const settings = { perMessage: { minutes: 10 }, perConversation: { minutes: 15 } };
    call(settings);
    nowMs += 9 * MINUTE_MS;
    assert.equal(call(settings), 'runs');
    meter.beginMessage();
    nowMs += 600 * MINUTE_MS;
    assert.equal(call(settings), 'runs', 'a conversation that rests uses none');
    nowMs += 7 * MINUTE_MS;
    assert.equal(call(settings), 'stop');
    assert.deepEqual(meter.stopped, { measure: 'minutes', scope: 'conversation', limit: 15 });
  });

  it('counts each subagent once', () => {
    const settings = { perMessage: { subAgents: 2 } };
    assert.deepEqual(
      ['a', 'a', undefined, 'b', 'a', 'c'].map((agent) => call(settings, 'end', agent)),
      ['runs', 'runs', 'runs', 'runs', 'runs', 'stop'],
    );
  });

  it('is doubled, ignored or used up as the user says', () => {
    times(4, () => call(THREE));
    meter.choose('double', THREE);
    assert.deepEqual(
      times(4, () => call(THREE)),
      ['runs', 'runs', 'runs', 'stop'],
    );
    meter.choose('ignore', THREE);
    assert.deepEqual(
      times(9, () => call(THREE)),
      Array<string>(9).fill('runs'),
    );
    meter.beginMessage();
    assert.equal(times(9, () => call(THREE)).at(-1), 'runs', 'in the whole conversation');
    meter.choose('double', THREE);
    meter.choose('stop', THREE);
    assert.equal(call(THREE), 'stop');
  });

  it('continues where another process left it', () => {
    times(3, () => call(THREE, 'ask'));
    call(THREE, 'ask');
    meter = new BudgetMeter(JSON.parse(JSON.stringify(meter.state)) as typeof meter.state);
    assert.equal(meter.ran('call-4')?.limit, 3);
  });

  it('counts measured tokens since the message and in total, and asks only if they are limited', () => {
    let [tokens, looks] = [0, 0];
    const takes = (more: number, settings: BudgetSettings): string => {
      tokens += more;
      const asked = { id: `call-${calls++}`, agent: undefined };
      const tokensSince = (): TokensSoFar => ({ tokens, readTo: ++looks });
      return meter.check({ ...asked, tokensSince }, settings, 'end', nowMs)?.action ?? 'runs';
    };
    takes(9000, THREE);
    assert.equal(looks, 0);
    const limited = { perMessage: { tokens: 5000 }, perConversation: { tokens: 12_000 } };
    assert.equal(takes(0, limited), 'stop');
    assert.deepEqual(meter.stopped, { measure: 'tokens', scope: 'message', limit: 5000 });
    meter.beginMessage();
    assert.equal(takes(2000, limited), 'runs');
    assert.equal(takes(2000, limited), 'stop');
    assert.deepEqual(meter.stopped, { measure: 'tokens', scope: 'conversation', limit: 12_000 });
    meter.choose('double', limited);
    assert.equal(takes(0, limited), 'runs');
    assert.deepEqual(
      meter.uses(limited).map(({ used, limit }) => [used, limit]),
      [
        [4000, 5000],
        [13_000, 24_000],
      ],
    );
  });
});

describe('the question at a budget', () => {
  it('says which limit is reached, and what each answer does', () => {
    assert.equal(
      budgetQuestion({ measure: 'calls', scope: 'message', limit: 100 }, inEnglish),
      'Budget reached: 100 tool calls for this message. If you allow this call, the limit becomes 200. If you skip ' +
        'it, you’re asked again at the next call.',
    );
  });
});
