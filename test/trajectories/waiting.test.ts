import { assertExpected } from './player';
import { waiting } from './waiting';

describe('waiting', () => {
  for (const trajectory of waiting) {
    it(trajectory.name ?? '', () => assertExpected(trajectory));
  }
});
