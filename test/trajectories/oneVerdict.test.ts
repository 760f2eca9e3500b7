import assert from 'node:assert/strict';
import { agentWork } from './agentWork';
import { golden } from './golden';
import { lookAlikes } from './lookAlikes';
import type { Step, Trajectory } from './notation';
import { play } from './player';
import { progressWork } from './progressWork';
import { roundWork } from './roundWork';
import { toolLookAlikes } from './toolLookAlikes';
import { waiting } from './waiting';

/** Each step of a longer one takes longer, and shows no more. */
const MOST_STEPS = 24;

const sessions: readonly (readonly Step[])[] = [
  ...Object.values(lookAlikes).flatMap(({ loop, work }) => [loop, ...Object.values(work)]),
  ...Object.values(toolLookAlikes).flatMap((work) => Object.values(work)),
];

const trajectories: readonly Trajectory[] = [
  ...golden.flatMap((row) => row.trajectories),
  ...[agentWork, progressWork, roundWork, waiting].flat(),
  ...sessions.map((steps): Trajectory => ({ steps, expected: [] })),
];

describe('a guard that knows the stored state alone', () => {
  for (const [index, trajectory] of trajectories.entries()) {
    if (trajectory.steps.length <= MOST_STEPS) {
      it(`says what one says that has seen all calls: ${trajectory.name ?? index}`, () => {
        const [living, reborn] = [false, true].map((isReborn) => {
          const { actions, detections } = play(trajectory, isReborn);
          return { actions, detectors: detections.map(({ finding }) => finding.detector) };
        });
        assert.deepEqual(reborn, living);
      });
    }
  }
});
