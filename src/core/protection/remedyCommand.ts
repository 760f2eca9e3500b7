import type { Translate } from '../words/language';

/** What a person can be taken to in order to be protected: a command, with the few words of its link. */
export interface RemedyCommand {
  readonly title: string;
  readonly command: (typeof REMEDY_COMMANDS)[number];
  readonly given: readonly unknown[];
}

/** Commands that these links run; what shows them allows no others. */
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

/** @param threads the ID of one; without any, the person chooses */
export function stopThreadLink(translate: Translate, ...threads: readonly string[]): RemedyCommand {
  return { title: translate('Stop'), command: 'toolLoopGuard.stopThread', given: threads };
}
