import { linkLine, type WriteLink } from '../../core/chat/chatLink';
import type { ProtectionNotice } from '../../core/protection/gap';
import { escapeMarkdown } from '../../core/words/pages/markdown';
import { afterStart } from '../window/afterStart';
import { FeatureOnDemand, type Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../host/translate';
import type { watchProtection } from './watchedProtection';

/**
 * Registers what says which sessions are guarded, and what guards those that the plugin does not reach. Files of other
 * programs are first looked at when VS Code has started.
 */
export function registerProtection(
  window: GuardWindow,
  load: () => { readonly watchProtection: typeof watchProtection },
): Registered<'protection'> {
  const sinceMs = Date.now();
  const protection = new FeatureOnDemand('protection', window, () => load().watchProtection(window, sinceMs));
  window.statusLines.push((_, link) => {
    protection.start();
    return gapLines(window.protection, link);
  });
  const watching = afterStart(() => {
    try {
      protection.start();
    } catch {
      // The log says so.
    }
  });
  return { parts: [watching], commands: protection.commands };
}

/** What `/tool-loop-status` says of sessions that are not guarded, as Markdown. */
function gapLines({ now: { gap } }: ProtectionNotice, link: WriteLink | undefined): readonly string[] {
  if (gap === undefined) {
    return [];
  }
  const { sessionId, agent = '', why, remedy } = gap;
  return [
    [
      sessionId === undefined
        ? translate('**New chats of this window aren’t guarded.**')
        : translate('**Not guarding {agent} session {id}.**', { agent, id: sessionId.slice(0, 8) }),
      escapeMarkdown(why),
      escapeMarkdown(remedy),
      ...linkLine(link, [[translate('How to fix'), { kind: 'protection' }]]),
    ].join(' '),
  ];
}
