import { assertExpected } from './player';
import { roundWork } from './roundWork';

describe('work in answers with several calls', () => {
  for (const trajectory of roundWork) {
    it(trajectory.name ?? '', () => assertExpected(trajectory));
  }
});
