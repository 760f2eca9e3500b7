import type * as vscode from 'vscode';
import { toolLabel } from '../../core/words/quoting';
import type { Detection } from '../../engine/verdict';
import { changeBudget } from './budgetChoices';
import { commandLink, type Handlers } from '../window/commands';
import type { GuardWindow } from '../window/guardWindow';
import { tellIfFixed } from '../window/fixedSettings';
import { translate } from '../window/translate';

/** Offers a person the next steps after a stop, and asks whether the detection was right. */
export function offerFollowUps(
  stream: vscode.ChatResponseStream,
  { conversationId, callId, tool }: Pick<Detection, 'conversationId' | 'callId' | 'tool'>,
): void {
  const call = { conversationId, callId };
  const buttons = [
    commandLink('toolLoopGuard.resetConversation', translate('Continue with a fresh count'), conversationId),
    commandLink('toolLoopGuard.warnOnlyInConversation', translate('Only warn in this conversation'), conversationId),
    commandLink(
      'toolLoopGuard.exemptTool',
      translate('Never judge {tool}', { tool: toolLabel(tool) }),
      conversationId,
      tool,
    ),
    commandLink('toolLoopGuard.markAsFine', translate('This was fine'), call),
    commandLink('toolLoopGuard.markAsLoop', translate('This was a loop'), call),
    commandLink('toolLoopGuard.showDetection', translate('Open the timeline'), call),
  ];
  buttons.forEach((button) => stream.button(button));
}

/** What the buttons do. */
export function followUpCommands({
  guard,
  budgets,
  conversations,
  userSettings,
  chat,
  log,
}: Pick<GuardWindow, 'guard' | 'budgets' | 'conversations' | 'userSettings' | 'chat' | 'log'>): Handlers<'agent'> {
  const goOn = async (conversationId: string): Promise<void> => {
    guard.reset(conversationId);
    await chat.say(translate('Continue.'));
  };
  return {
    'toolLoopGuard.resetConversation': async (conversationId) => {
      if (isName(conversationId)) {
        await goOn(conversationId);
      }
    },
    'toolLoopGuard.warnOnlyInConversation': async (conversationId) => {
      const { model } = guard.status(String(conversationId));
      if (isName(conversationId) && !tellIfFixed(conversations.effective(conversationId, model), 'mode')) {
        conversations.overrides.set(conversationId, 'mode', 'warn');
        await goOn(conversationId);
      }
    },
    'toolLoopGuard.exemptTool': async (conversationId, tool) => {
      if (isName(conversationId) && isName(tool) && (await userSettings.exempt(tool))) {
        await goOn(conversationId);
      }
    },
    'toolLoopGuard.changeBudget': changeBudget({ budgets, chat, conversations }),
    'toolLoopGuard.showLog': () => log.show(),
  };
}

/** Any extension can run a command with any arguments: values that are no conversation or tool are ignored. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 300;
}
