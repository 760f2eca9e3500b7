import { FeatureOnDemand, type Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import type { registerPalette } from './paletteCommands';
import { showStatusBar } from './statusBar';

/** Registers what a person sees of the guard at a glance, and what they do with it from the palette. */
export function registerStatus(
  window: GuardWindow,
  load: () => { readonly registerPalette: typeof registerPalette },
): Registered<'status'> {
  const { commands } = new FeatureOnDemand('status', window, () => load().registerPalette(window));
  return { parts: [showStatusBar(window)], commands };
}
