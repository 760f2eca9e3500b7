import { FeatureOnDemand, type Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import type { registerTryIt } from './tryIt';

/** Registers the command that shows the demonstration. */
export function registerTryItCommand(
  window: GuardWindow,
  load: () => { readonly registerTryIt: typeof registerTryIt },
): Registered<'tryIt'> {
  const { commands } = new FeatureOnDemand('tryIt', window, () => load().registerTryIt(window));
  return { commands, parts: [] };
}
