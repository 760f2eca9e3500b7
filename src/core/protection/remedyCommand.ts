import type { Translate } from '../words/language';

/** What a person can be taken to in order to be protected. */
export type ProtectionRemedy =
  /** Without an agent, the person chooses. */
  | { readonly kind: 'protectAgents'; readonly agent?: string | undefined }
  | { readonly kind: 'setting'; readonly setting: string }
  | { readonly kind: 'trust' }
  | { readonly kind: 'plugins' }
  | { readonly kind: 'log' };

export interface RemedyCommand {
  readonly title: string;
  readonly command: string;
  readonly given: readonly unknown[];
}

/** Commands that these links run; what shows them allows no others. */
export const REMEDY_COMMANDS = [
  'toolLoopGuard.checkProtection',
  'toolLoopGuard.protectAgents',
  'toolLoopGuard.showLog',
  'workbench.action.openSettings',
  'workbench.extensions.search',
  'workbench.trust.manage',
] as const;

export function checkProtectionLink(translate: Translate): RemedyCommand {
  return { title: translate('Check protection'), command: 'toolLoopGuard.checkProtection', given: [] };
}

/** The command behind a remedy, with the few words of its link. */
export function remedyCommand(remedy: ProtectionRemedy, translate: Translate): RemedyCommand {
  const link = (title: string, command: (typeof REMEDY_COMMANDS)[number], ...given: readonly unknown[]) => ({
    title,
    command,
    given,
  });
  switch (remedy.kind) {
    case 'protectAgents': {
      const { agent } = remedy;
      return link(translate('Add hooks'), 'toolLoopGuard.protectAgents', ...(agent === undefined ? [] : [agent]));
    }
    case 'setting':
      return link(
        translate('Open setting {setting}', { setting: remedy.setting }),
        'workbench.action.openSettings',
        `@id:${remedy.setting}`,
      );
    case 'trust':
      return link(translate('Manage workspace trust'), 'workbench.trust.manage');
    case 'plugins':
      return link(translate('Search for agent plugins'), 'workbench.extensions.search', '@agentPlugins');
    case 'log':
      return link(translate('Show log'), 'toolLoopGuard.showLog');
  }
}
