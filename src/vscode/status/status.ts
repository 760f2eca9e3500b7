import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { AnswerPage } from './answerPage';
import { paletteCommands } from './paletteCommands';
import { showStatusBar } from './statusBar';

/** Registers what a person sees of the guard at a glance, and what they do with it from the palette. */
export function registerStatus(window: GuardWindow): Registered<'status'> {
  const page = new AnswerPage(window);
  return { parts: [page, showStatusBar(window)], commands: paletteCommands(window, page) };
}
