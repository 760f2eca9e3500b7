import assert from 'node:assert/strict';
import { detectors, strongestFinding } from '../../../../src/engine/detectors/registry';
import { recommended } from '../../../../src/engine/detectors/recommended';
import { call, evidence, failing, history, times, type Made } from './evidence';

const told = (past: (Made | Made[])[], next: Made) =>
  strongestFinding(evidence(history(...past), next), recommended.detectors);

describe('registry', () => {
  it('names every detector by its own id', () => {
    for (const [id, detector] of Object.entries(detectors)) {
      assert.equal(detector.id, id);
    }
  });

  it('tells a certain finding before a likely one', () => {
    const a = failing('run', { n: 'a' }, 'no');
    const b = failing('run', { n: 'b' }, 'no');
    const found = told([b, b, a, a], a);
    assert.deepEqual([found?.detector, found?.certainty], ['stall', 'certain']);
  });

  it('leaves out detectors without settings', () => {
    const seen = evidence(history(...times(5, call('list', {}, 'x'))), call('list', {}));
    assert.equal(strongestFinding(seen, {}), undefined);
    assert.equal(strongestFinding(seen, { cycle: recommended.detectors.cycle }), undefined);
  });

  it('does not depend on the names of tools or the order of keys', () => {
    const play = (tool: string, reverse: boolean) =>
      told(times(3, call(tool, reverse ? { b: 1, a: 2 } : { a: 2, b: 1 }, 'x')), call(tool, { a: 2, b: 1 }));
    assert.deepEqual(play('read', false), play('delete everything', true));
  });

  it('stays silent on work that gets on', () => {
    const edits = Array.from({ length: 10 }, (_, i) => [
      call('edit', { file: 'x', text: `v${i}` }, 'updated'),
      call('test', {}, '2 failed'),
    ]).flat();
    assert.equal(told(edits, call('edit', { file: 'x', text: 'final' })), undefined);
    const reads = Array.from({ length: 20 }, (_, i) => call('read', { file: `f${i}` }, `contents ${i}`));
    assert.equal(told([...reads, ...reads.slice(0, 2)], call('read', { file: 'f2' })), undefined);
    const messages = ['Ann', 'Bob', 'Cid', 'Dan'].map((to) =>
      call('send', { to, text: 'Welcome to the team!' }, 'None'),
    );
    assert.equal(told(messages, call('send', { to: 'Eve', text: 'Welcome to the team!' })), undefined);
  });
});
