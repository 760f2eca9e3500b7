import { BUDGET_CHOICES } from '../../core/budget/budgetMeter';
import { steeringAnew, steeringText } from '../../core/words/loopTexts';
import type { Detection } from '../../engine/decision/verdict';
import { type Handler, type Handlers, runCommand } from '../host/commands';
import { type Choice, offer } from '../chatPanel/notification';
import type { CommandId } from '../host/ids';
import type { GuardWindow } from '../window/guardWindow';
import { settingFixedBy } from '../../core/settings/resolve';
import { tellIfFixed } from '../settings/configuration';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

export function stopActions(window: GuardWindow): Handlers<'agent'> {
  const { guard, chat, log, stops, demonstration } = window;
  const goOn = async (conversationId: string, text = translate('Continue.')): Promise<void> => {
    guard.reset(conversationId);
    await chat.say(text);
  };
  const onStop =
    (act: (stop: Detection) => PromiseLike<unknown>): Handler =>
    async (id) => {
      const stop = stops.find(id);
      if (stop === undefined) {
        await tellPastStop(id, window);
      } else if (demonstration.isOf(stop.conversationId)) {
        await demonstration.conclude(stop.conversationId);
      } else {
        await act(stop);
      }
    };
  return {
    'toolLoopGuard.continueAnyway': onStop(({ conversationId }) => goOn(conversationId)),
    'toolLoopGuard.tryDifferentApproach': onStop((stop) => goOn(stop.conversationId, steeringText(stop, translate))),
    'toolLoopGuard.notALoop': onStop(({ conversationId, callId }) =>
      runCommand('toolLoopGuard.markAsFine', { conversationId, callId }),
    ),
    'toolLoopGuard.showStopDetails': async (id) => {
      const stop = stops.find(id);
      await (stop === undefined
        ? tellPastStop(id, window)
        : runCommand('toolLoopGuard.showDetection', { conversationId: stop.conversationId, callId: stop.callId }));
    },
    'toolLoopGuard.changeBudget': changeBudget(window),
    'toolLoopGuard.answerStop': () => answerStop(window),
    'toolLoopGuard.showLog': () => log.show(),
  };
}

/** Offers the choices of the newest stop's notification or chat message, without the mouse. */
async function answerStop({ activity, chat, stops }: GuardWindow): Promise<void> {
  const { stopped } = activity.statusAt(Date.now());
  if (stopped === undefined) {
    void prompts.showInformationMessage(translate('No agent has been stopped since your last message.'));
    return;
  }
  const link = (title: string, command: CommandId<'agent'>): Choice => ({
    title,
    run: async () => {
      await chat.reveal(stopped.conversationId);
      await runCommand(command, stops.add(stopped));
    },
  });
  await offer(
    translate('The agent is stopped.'),
    chat.choicesTold(stopped.conversationId) ?? [
      link(translate('Try a Different Approach'), 'toolLoopGuard.tryDifferentApproach'),
      link(translate('Continue anyway'), 'toolLoopGuard.continueAnyway'),
      link(translate('Not a loop'), 'toolLoopGuard.notALoop'),
      link(translate('Details'), 'toolLoopGuard.showStopDetails'),
    ],
    (title, ...titles) => prompts.showQuickPick(titles, { title }),
  );
}

function changeBudget({ budgets, chat, conversations }: GuardWindow): Handler {
  return async (conversationId, choice) => {
    const known = BUDGET_CHOICES.find((each) => each === choice);
    if (typeof conversationId !== 'string' || conversationId === '' || known === undefined) {
      return;
    }
    if (known !== 'stop' && tellIfFixed('budget', settingFixedBy(conversations.configuration, 'budget'))) {
      return;
    }
    budgets.choose(conversationId, known);
    if (known !== 'stop') {
      await chat.say(translate('Continue.'));
    }
  };
}

/** For links and buttons of past stops. After a reload, the stop is unknown, but the agent can be told to continue. */
async function tellPastStop(id: unknown, { stops, chat }: GuardWindow): Promise<void> {
  if (stops.isOver(id)) {
    void prompts.showInformationMessage(translate('The agent has already continued. This link no longer works.'));
    return;
  }
  const [different, goOn] = [translate('Try a Different Approach'), translate('Continue Anyway')];
  const chosen = await prompts.showInformationMessage(
    translate('This stop is from before the window was reloaded. The agent can continue now.'),
    different,
    goOn,
  );
  if (chosen === different) {
    await chat.say(steeringAnew(translate));
  } else if (chosen === goOn) {
    await chat.say(translate('Continue.'));
  }
}
