import { answers } from './cases/answers';
import { control } from './cases/control';
import { conversation } from './cases/conversation';
import { counting } from './cases/counting';
import { files } from './cases/files';
import { loops } from './cases/loops';
import { robustness } from './cases/robustness';
import { throughHooks } from './cases/throughHooks';
import { work } from './cases/work';
import type { GoldenCase } from './notation';

/** The golden list: cases that other loop guards got wrong or right, in a fixed order. */
export const golden: readonly GoldenCase[] = [
  ...counting,
  ...loops,
  ...files,
  ...answers,
  ...work,
  ...conversation,
  ...control,
  ...robustness,
  throughHooks,
].sort((a, b) => a.number - b.number);
