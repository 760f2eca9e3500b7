import { assertExpected } from './player';
import { planWorkflow } from './planWorkflow';

describe('plan workflow', () => {
  for (const trajectory of planWorkflow) {
    it(trajectory.name ?? '', () => assertExpected(trajectory));
  }
});
