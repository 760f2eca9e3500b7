import assert from 'node:assert/strict';
import type { DetectorId } from '../../src/engine/rules/finding';
import { DETECTORS } from '../../src/engine/rules/registry';
import { lookAlikes } from './lookAlikes';
import type { Step } from './notation';
import { play } from './player';

/** So many honest sessions are to resemble the loop of each detector. */
const LEAST = 6;

const detectorsIn = (steps: readonly Step[]): DetectorId[] =>
  play({ steps, expected: {} }).detections.map(({ finding }) => finding.detector);

describe('sessions that look like loops', () => {
  it('are there for each detector', () => {
    for (const { id } of DETECTORS) {
      assert.ok(Object.keys(lookAlikes[id].work).length >= LEAST, id);
    }
  });

  for (const { id } of DETECTORS) {
    describe(`like those of ${id}`, () => {
      it('the loop is found', () => assert.ok(detectorsIn(lookAlikes[id].loop).includes(id)));

      for (const [title, steps] of Object.entries(lookAlikes[id].work)) {
        it(title, () => assert.deepEqual(detectorsIn(steps), []));
      }
    });
  }
});
