import { BUDGET_CHOICES } from '../../core/budget/budgetMeter';
import { steeringText } from '../../core/words/loopTexts';
import type { Detection } from '../../engine/decision/verdict';
import { type Handler, type Handlers, runCommand } from '../host/commands';
import type { DemonstrationChoice } from '../host/demonstration';
import type { GuardWindow } from '../window/guardWindow';
import { tellIfSettingFixed } from '../settings/fixedSettings';
import { tellPastStop } from '../window/pastStop';
import { translate } from '../host/translate';

type ActionsWindow = Pick<
  GuardWindow,
  'guard' | 'budgets' | 'conversations' | 'chat' | 'log' | 'stops' | 'demonstration'
>;

/** What the links and the button under an explanation do. */
export function stopActions(window: ActionsWindow): Handlers<'agent'> {
  const { guard, chat, log, stops, demonstration } = window;
  const goOn = async (conversationId: string, text = translate('Continue.')): Promise<void> => {
    guard.reset(conversationId);
    await chat.say(text);
  };
  const onStop =
    (
      act: (stop: Detection) => Promise<unknown> | void,
      inDemonstration: (stop: Detection) => DemonstrationChoice,
    ): Handler =>
    async (id) => {
      const stop = stops.find(id);
      if (stop === undefined) {
        await tellPastStop(id, window);
      } else if (demonstration.isOf(stop.conversationId)) {
        await demonstration.explain(stop.conversationId, inDemonstration(stop));
      } else {
        await act(stop);
      }
    };
  return {
    'toolLoopGuard.continueAnyway': onStop(
      ({ conversationId }) => goOn(conversationId),
      () => ({ kind: 'goOn' }),
    ),
    'toolLoopGuard.tryDifferentApproach': onStop(
      (stop) => goOn(stop.conversationId, steeringText(stop, translate)),
      (stop) => ({ kind: 'differentApproach', message: steeringText(stop, translate) }),
    ),
    'toolLoopGuard.showStopDetails': async (id) => {
      const stop = stops.find(id);
      await (stop === undefined
        ? tellPastStop(id, window)
        : runCommand('toolLoopGuard.showDetection', { conversationId: stop.conversationId, callId: stop.callId }));
    },
    'toolLoopGuard.changeBudget': changeBudget(window),
    'toolLoopGuard.showLog': () => log.show(),
  };
}

/** What a choice about a budget does; an agent that was stopped continues. */
function changeBudget({ budgets, chat, conversations }: ActionsWindow): Handler {
  return async (conversationId, choice) => {
    const known = BUDGET_CHOICES.find((each) => each === choice);
    if (typeof conversationId !== 'string' || conversationId === '' || known === undefined) {
      return;
    }
    if (known !== 'stop' && tellIfSettingFixed(conversations.configuration, 'budget')) {
      return;
    }
    budgets.choose(conversationId, known);
    if (known !== 'stop') {
      await chat.say(translate('Continue.'));
    }
  };
}
