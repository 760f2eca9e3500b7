import assert from 'node:assert/strict';
import { DETECTORS, type DetectorId } from '../../src/engine/rules/registry';
import { lookAlikes } from './lookAlikes';
import type { Step } from './notation';
import { play } from './player';
import { toolLookAlikes } from './toolLookAlikes';

/** The minimum of honest sessions that resemble each detector's loop. */
const LEAST = 6;

const detectorsIn = (steps: readonly Step[]): DetectorId[] =>
  play({ steps, expected: {} }).detections.map(({ finding }) => finding.detector);

describe('sessions that look like loops', () => {
  for (const { id } of DETECTORS) {
    describe(`that ${id} detects`, () => {
      const { loop, work } = lookAlikes[id] ?? { loop: [], work: {} };

      it('are enough', () => assert.ok(Object.keys(work).length >= LEAST));

      it('are no loops, unlike the real one', () => assert.ok(detectorsIn(loop).includes(id)));

      for (const [title, steps] of Object.entries({ ...work, ...toolLookAlikes[id] })) {
        it(title, () => assert.deepEqual(detectorsIn(steps), []));
      }
    });
  }
});
