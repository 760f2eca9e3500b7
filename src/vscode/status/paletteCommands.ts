import * as vscode from 'vscode';
import { SECTION } from '../../core/settings/section';
import { ENGINE_KEYS, rowOf, TOP_NAMES, topOf } from '../../core/settings/table';
import type { Handler, Handlers } from '../host/commands';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../host/translate';
import { pickConversation } from '../window/pickConversation';
import { AnswerPage } from './answerPage';
import { ChatSettings, confirm } from './chatSettings';
import { followLink } from './followLink';
import { excludeTool } from './excludeTool';
import { type MenuTarget, showMenu } from './menu';

const ALL_SETTINGS = '@ext:tool-loop-guard.tool-loop-guard';

/**
 * What a person does from the palette and from the menu of the status bar. The commands act on one conversation, which
 * is asked for when there are several.
 */
export function registerPalette(window: GuardWindow): Registered<'status'> {
  const page = new AnswerPage(window);
  return { parts: [page], commands: paletteCommands(window, page) };
}

function paletteCommands(window: GuardWindow, page: AnswerPage): Handlers<'status'> {
  const { guard, timeline, chat, sessions, models, activity } = window;
  const settings = new ChatSettings(window);
  const inConversation =
    (title: string, run: (conversationId: string) => Promise<void> | void): Handler =>
    async () => {
      const conversation = await pickConversation(
        timeline.conversations,
        title,
        translate('Tool Loop Guard hasn’t seen a chat in this window yet.'),
      );
      if (conversation !== undefined) {
        await run(conversation.id);
      }
    };
  const isLocal = (conversationId: string): boolean => (sessions.typeOf(conversationId) ?? 'local') === 'local';
  const askHere = async (conversationId: string, kind: 'why' | 'status'): Promise<void> => {
    if (!isLocal(conversationId)) {
      // Some harnesses write the model after the calls.
      await models.learn(conversationId);
      // Only in a chat of VS Code's own agent is there somebody who answers commands.
      return page.answer(conversationId, kind);
    }
    await chat.reveal(conversationId);
    await chat.ask(conversationId, `/tool-loop-${kind}`);
  };
  const resume = async (conversationId: string): Promise<void> => {
    const isStopped = guard.status(conversationId).stopped !== undefined;
    guard.reset(conversationId);
    if (isStopped && isLocal(conversationId)) {
      await chat.reveal(conversationId);
      await chat.say(translate('Continue.'));
    } else {
      confirm(translate('Counters reset. The agent can continue.'));
    }
  };
  /** Of a stop there is nothing to ask; without one the person says where. */
  const ofStop =
    (title: string, run: (conversationId: string) => Promise<void>): Handler =>
    async (...given) => {
      const conversationId = activity.statusAt(Date.now()).stopped?.conversationId;
      await (conversationId === undefined ? inConversation(title, run)(...given) : run(conversationId));
    };
  const target: MenuTarget = { resume, showStatus: (conversationId) => askHere(conversationId, 'status') };
  const menu: Handler = () => showMenu(window, settings, target);
  return {
    'toolLoopGuard.followLink': followLink(window, settings),
    'toolLoopGuard.showMenu': menu,
    'toolLoopGuard.statusBarClicked': menu,
    'toolLoopGuard.changeChatSettings': inConversation(translate('Change settings for a chat'), (id) =>
      settings.change(id),
    ),
    'toolLoopGuard.setMode': inConversation(translate('Set mode'), (id) => settings.pickMode(id)),
    'toolLoopGuard.applyPreset': inConversation(translate('Apply preset'), (id) => settings.pickPreset(id)),
    'toolLoopGuard.setMaxRepeats': inConversation(translate('Set repeat limit'), (id) => settings.askMaxRepeats(id)),
    'toolLoopGuard.setTtl': inConversation(translate('Set time window'), (id) => settings.askTtl(id)),
    'toolLoopGuard.switchDetection': inConversation(translate('Turn loop detection on or off'), (id) =>
      settings.askDetection(id),
    ),
    'toolLoopGuard.startFreshCount': ofStop(translate('Resume stopped agent'), resume),
    'toolLoopGuard.explainStop': ofStop(translate('Why was the agent stopped?'), (id) => askHere(id, 'why')),
    'toolLoopGuard.showStatus': inConversation(translate('Show status'), (id) => askHere(id, 'status')),
    'toolLoopGuard.neverJudgeTool': (given) => excludeTool(window, given),
    'toolLoopGuard.openSettings': (name) => {
      const key = ENGINE_KEYS.find((each) => each === name);
      const written = key === undefined ? String(name) : topOf(rowOf(key).name);
      return vscode.commands.executeCommand(
        'workbench.action.openSettings',
        TOP_NAMES.includes(written) ? `@id:${SECTION}.${written}` : ALL_SETTINGS,
      );
    },
  };
}
