import { assertExpected } from './player';
import { progressWork } from './progressWork';
import { roundWork } from './roundWork';

describe('work in answers with several calls', () => {
  for (const trajectory of roundWork) {
    it(trajectory.name ?? '', () => assertExpected(trajectory));
  }
});

describe('work that repeats a call, and loops that look like it', () => {
  for (const trajectory of progressWork) {
    it(trajectory.name ?? '', () => assertExpected(trajectory));
  }
});
