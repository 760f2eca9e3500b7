import type { ChatLink } from '../../core/chat/chatLink';
import type { EngineKey, EngineValues, TierSettings } from '../../core/settings/table';
import type { Handler } from '../host/commands';
import { runCommand } from '../host/commands';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../host/translate';
import { type ChatSettings, confirm } from './chatSettings';
import { prompts } from '../host/prompts';

type LinkWindow = Pick<GuardWindow, 'links' | 'conversations' | 'chat'>;

/** What a link in an answer of `@loopguard` does. */
export function followLink(window: LinkWindow, settings: ChatSettings): Handler {
  return async (id) => {
    const open = window.links.find(id);
    await (open === undefined ? tellOver() : follow(open.link, open.conversationId, window, settings));
  };
}

async function follow(
  link: ChatLink,
  conversationId: string,
  window: LinkWindow,
  settings: ChatSettings,
): Promise<unknown> {
  switch (link.kind) {
    case 'undo':
      return undo(link, conversationId, window);
    case 'ask':
      return window.chat.ask(conversationId, link.command);
    case 'budget':
      return runCommand('toolLoopGuard.changeBudget', conversationId, link.choice);
    case 'pickMode':
      return settings.pickMode(conversationId);
    case 'pickPreset':
      return settings.pickPreset(conversationId);
    case 'timeline':
      return runCommand('toolLoopGuard.showTimeline');
    case 'protection':
      return runCommand('toolLoopGuard.checkProtection');
    case 'settings':
      return runCommand('toolLoopGuard.openSettings', link.setting);
    case 'details':
      return runCommand('toolLoopGuard.showDetection', { conversationId, callId: link.callId });
  }
}

/** Brings the values back that a command changed; those that were changed again since then stay. */
function undo(
  { keys, before, after }: Extract<ChatLink, { kind: 'undo' }>,
  conversationId: string,
  { conversations: { overrides } }: LinkWindow,
): void {
  const now = overrides.of(conversationId);
  const mine = keys.filter((key) => now[key] === after[key] && after[key] !== before[key]);
  if (mine.length === 0) {
    tellOver();
    return;
  }
  mine.forEach((key) => restore(key, before));
  confirm(translate('Change undone.'));

  function restore<Key extends EngineKey>(key: Key, values: EngineValues): void {
    const value = values[key];
    if (value === undefined) {
      overrides.unset(conversationId, key);
    } else {
      overrides.set(conversationId, key, value as TierSettings[Key]);
    }
  }
}

function tellOver(): void {
  void prompts.showInformationMessage(translate('This link has expired.'));
}
