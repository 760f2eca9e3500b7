import assert from 'node:assert/strict';
import { adaptation } from '../../../../src/core/feedback/remedies';
import type { FeedbackVerdict } from '../../../../src/core/events/events';
import { Watched } from '../../../fakes/watched';

/** The step that is suggested after this many identical calls with the defaults, under these limits. */
function step(verdict: FeedbackVerdict, calls: number, maxRepeats = 4): unknown {
  const watched = new Watched();
  watched.times(calls, 'probe', { path: 'a' });
  watched.change({ user: { maxRepeats } });
  const { key, before, after } = adaptation(watched.question(verdict))?.limit ?? {};
  return key && `${key} ${before} ${after}`;
}

describe('feedback with adaptive', () => {
  it('raises the limit that was reached by one, up to twice its default and no further', () => {
    assert.equal(step('fine', 4), 'maxRepeats 4 5');
    assert.equal(step('fine', 3), 'maxRepeats 4 5');
    assert.equal(step('fine', 4, 7), 'maxRepeats 7 8');
    assert.equal(step('fine', 4, 8), undefined);
    assert.equal(step('fine', 4, 20), undefined);
  });

  it('lowers the limit by one after a warning, down to half its default', () => {
    assert.equal(step('loop', 3), 'maxRepeats 4 3');
    assert.equal(step('loop', 3, 3), 'maxRepeats 3 2');
    assert.equal(step('loop', 3, 2), undefined);
  });

  it('keeps the limit if the user agrees with a stop', () => {
    assert.equal(step('loop', 4), undefined);
  });

  it('writes the step where it takes effect, and none if a stronger setting decides', () => {
    const watched = new Watched({ tools: { plan: { operationField: 'operation' } } });
    watched.times(4, 'plan', { operation: 'create' });
    assert.deepEqual(adaptation(watched.question('fine'))?.change, {
      path: ['tools', 'plan:create', 'maxRepeats'],
      value: 5,
    });
    watched.change({ ...watched.settings, workspace: { tools: { 'plan:create': { maxRepeats: 4 } } } });
    assert.equal(adaptation(watched.question('fine')), undefined);
  });
});
