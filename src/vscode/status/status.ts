import type { Detection } from '../../engine/decision/verdict';
import { DEMONSTRATION_TOOL } from '../host/ids';
import { FeatureOnDemand, type Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import type { registerStatusCommands } from './statusCommands';
import { showStatusBar } from './statusBar';
import type { runStopCommand } from './stopCommand';

/** Registers what a person sees of the guard at a glance, and what they do with it from the palette. */
export function registerStatus(
  window: GuardWindow,
  load: () => {
    readonly registerStatusCommands: typeof registerStatusCommands;
    readonly runStopCommand: typeof runStopCommand;
  },
): Registered<'status'> {
  const { commands } = new FeatureOnDemand('status', window, () => load().registerStatusCommands(window));
  // Most people have no command line, and a demonstration is no stop.
  const atStop = (detection: Detection): void => {
    const hasCommand = window.settings.current.window.onStop.trim() !== '';
    if (hasCommand && detection.action === 'break' && detection.tool !== DEMONSTRATION_TOOL) {
      load().runStopCommand(window, detection);
    }
  };
  return { parts: [showStatusBar(window), window.onDetection(atStop)], commands };
}
