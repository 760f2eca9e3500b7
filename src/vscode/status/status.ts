import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { paletteCommands } from './paletteCommands';
import { openTimeline, showStatusBar } from './statusBar';

/** Registers what a person sees of the guard at a glance, and what they do with it from the palette. */
export function registerStatus(window: GuardWindow): Registered<'status'> {
  return {
    parts: [showStatusBar(window)],
    commands: { ...paletteCommands(window), 'toolLoopGuard.statusBarClicked': openTimeline },
  };
}
