import { assertExpected } from './player';
import { agentWork } from './agentWork';

describe('work of VS Code’s agent', () => {
  for (const trajectory of agentWork) {
    it(trajectory.name ?? '', () => assertExpected(trajectory));
  }
});
