import type { Translate } from '../words/language';

/** A command that helps to get guarded, with the short title of its link. */
export interface RemedyCommand {
  readonly title: string;
  readonly command: (typeof REMEDY_COMMANDS)[number];
  readonly given: readonly unknown[];
}

/** Pages allow no other commands in these links. */
export const REMEDY_COMMANDS = [
  'toolLoopGuard.checkProtection',
  'toolLoopGuard.protectAgents',
  'toolLoopGuard.showLog',
  'toolLoopGuard.stopThread',
  'workbench.action.openSettings',
  'workbench.extensions.search',
  'workbench.trust.manage',
] as const;

export function checkProtectionLink(translate: Translate): RemedyCommand {
  return { title: translate('Show what is guarded'), command: 'toolLoopGuard.checkProtection', given: [] };
}

/** @param threads the ID of one; without any, the user chooses */
export function stopThreadLink(translate: Translate, ...threads: readonly string[]): RemedyCommand {
  return { title: translate('Stop'), command: 'toolLoopGuard.stopThread', given: threads };
}
