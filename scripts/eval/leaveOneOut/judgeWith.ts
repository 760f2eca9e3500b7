/** What {@link engineWithout} builds. */
import { parseConfiguration } from '../../../src/core/settings/parse/parse';
import { simulate } from '../simulate';
import type { JudgeWith } from './engineWithout';

export const judgeWith: JudgeWith = (session, choice) =>
  simulate(session, parseConfiguration({ user: choice })).map(({ index, severity, detector }) => ({
    index,
    severity,
    detector,
  }));
