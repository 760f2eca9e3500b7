import assert from 'node:assert/strict';
import { LinkRegistry, type OpenStops } from '../../../../src/core/chat/linkRegistry';
import type { Detection } from '../../../../src/engine/decision/verdict';
import { GuardHarness } from '../../../fakes/guardHarness';

function stopIn(conversationId: string): Detection {
  const harness = new GuardHarness();
  harness.actions('AAA');
  const verdict = harness.check('tool_A');
  assert.ok(verdict.action === 'break');
  return { ...verdict.detection, conversationId };
}

describe('stops that can still be acted on', () => {
  let stops: OpenStops;
  let ids: number;

  beforeEach(() => {
    ids = 0;
    stops = new LinkRegistry(() => `id ${(ids += 1)}`);
  });

  it('are found by each of their IDs', () => {
    const stop = stopIn('one');
    assert.deepEqual([stops.add(stop), stops.add(stop)], ['id 1', 'id 2']);
    assert.equal(stops.find('id 1'), stop);
    assert.equal(stops.find('id 2'), stop);
  });

  for (const kind of ['turn', 'reset'] as const) {
    it(`end with the next ${kind} in their conversation, but not in another`, () => {
      stops.add(stopIn('one'));
      stops.add(stopIn('two'));
      stops.note({ kind, conversationId: 'one', prompt: undefined });
      assert.equal(stops.find('id 1'), undefined);
      assert.equal(stops.find('id 2')?.conversationId, 'two');
      assert.deepEqual(
        ['id 1', 'id 2', 'id of an earlier window', undefined].map((id) => stops.isOver(id)),
        [true, false, false, false],
      );
    });
  }

  it('stay as long as they are visible if they only show something', () => {
    const id = stops.addLasting(stopIn('one'));
    stops.note({ kind: 'turn', conversationId: 'one', prompt: undefined });
    assert.equal(stops.find(id)?.conversationId, 'one');
  });

  it('are not found by anything else', () => {
    stops.add(stopIn('one'));
    for (const id of ['one', 'call 4', '', undefined, 1, {}, ['id 1'], { toString: () => 'id 1' }]) {
      assert.equal(stops.find(id), undefined);
    }
  });

  it('are forgotten if there are very many', () => {
    for (let at = 0; at < 300; at++) {
      stops.add(stopIn(`conversation ${at}`));
    }
    assert.equal(stops.find('id 1'), undefined);
    assert.notEqual(stops.find('id 300'), undefined);
  });
});
