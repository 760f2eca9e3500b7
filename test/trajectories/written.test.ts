import { agentWork } from './agentWork';
import { conversation } from './conversation';
import { loops } from './loops';
import { robustness } from './robustness';
import { planWorkflow } from './planWorkflow';
import { assertExpected } from './player';
import { progressWork } from './progressWork';
import { roundWork } from './roundWork';
import { slow } from './slow';
import { waiting } from './waiting';

for (const [title, trajectories] of Object.entries({
  'loops, and work that was taken for one': loops,
  'what starts a new count': conversation,
  'what must not break the guard': robustness,
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
