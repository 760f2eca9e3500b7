import type { Detection } from '../../engine/decision/verdict';
import { OLD_NAMES } from '../../core/settings/written/settingObjects';
import type { offerToTidySettings } from '../settings/tidyOffer';
import { afterStart } from '../window/afterStart';
import { DEMONSTRATION_TOOL } from '../host/ids';
import { FeatureOnDemand, type Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import type { registerPalette } from './paletteCommands';
import { showStatusBar } from './statusBar';
import type { runStopCommand } from './stopCommand';

/** Whether the person has written a setting that has a new place; most have not, and nothing is loaded for them. */
function hasOldSettings({ settings }: Pick<GuardWindow, 'settings'>): boolean {
  return Object.keys(settings.written.user ?? {}).some((name) => OLD_NAMES.has(name));
}

/** Registers what a person sees of the guard at a glance, and what they do with it from the palette. */
export function registerStatus(
  window: GuardWindow,
  load: () => {
    readonly registerPalette: typeof registerPalette;
    readonly offerToTidySettings: typeof offerToTidySettings;
    readonly runStopCommand: typeof runStopCommand;
  },
): Registered<'status'> {
  const { commands } = new FeatureOnDemand('status', window, () => load().registerPalette(window));
  // Most people have no command line, and a demonstration is no stop.
  const atStop = (detection: Detection): void => {
    const hasCommand = window.settings.current.window.onStop.trim() !== '';
    if (hasCommand && detection.action === 'break' && detection.tool !== DEMONSTRATION_TOOL) {
      load().runStopCommand(window, detection);
    }
  };
  const offering = afterStart(() => {
    if (hasOldSettings(window)) {
      void load().offerToTidySettings(window.userSettings, window.memory);
    }
  });
  return { parts: [showStatusBar(window), window.onDetection(atStop), offering], commands };
}
