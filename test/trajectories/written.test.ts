import { agentWork } from './agentWork';
import { planWorkflow } from './planWorkflow';
import { assertExpected } from './player';
import { progressWork } from './progressWork';
import { roundWork } from './roundWork';
import { slow } from './slow';
import { waiting } from './waiting';

for (const [title, trajectories] of Object.entries({
  'work of VS Code’s agent': agentWork,
  'plan workflow': planWorkflow,
  'work in answers with several calls': roundWork,
  'work that repeats a call, and loops that look like it': progressWork,
  'slow loops': slow,
  waiting,
})) {
  describe(title, () => {
    for (const trajectory of trajectories) {
      it(trajectory.name ?? '', () => assertExpected(trajectory));
    }
  });
}
