import * as vscode from 'vscode';
import { feedbackEvent, feedbackRule, type FeedbackRule } from '../../core/feedback/feedbackRule';
import type { FeedbackVerdict } from '../../core/events/events';
import { adaptation, type FeedbackQuestion, remedies } from '../../core/feedback/remedies';
import { type SettingsChange, undoChanges } from '../../core/feedback/settingsChange';
import { appliedText, changeText, noRemedyText, valuesText } from '../../core/feedback/words';
import { readRawSettings } from '../settings/configuration';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { tellIfFixed } from '../settings/fixedSettings';
import { tellPastStop } from '../window/pastStop';
import { translate } from '../host/translate';
import { addressedCall, isFromChat } from './addressedCall';
import { type FeedbackChoice, pickFeedback } from './feedbackPick';
import { RuleMemory } from './ruleMemory';
import { prompts } from '../host/prompts';

/** By then a changed setting holds. */
const APPLY_MILLISECONDS = 1_000;

/** What a person says of a detection, what becomes of it, and the way back. */
export function registerFeedback(window: GuardWindow): Registered<'feedback'> {
  const rules = new RuleMemory(window.memory);
  const feedback = new Feedback(window, rules);
  window.statusLines.push(() => [rules.text]);
  const { stops, demonstration } = window;
  return {
    parts: [],
    commands: {
      'toolLoopGuard.notALoop': async (id) => {
        const stop = stops.find(id);
        if (stop === undefined) {
          await tellPastStop(id, window);
        } else if (demonstration.isOf(stop.conversationId)) {
          await demonstration.explain(stop.conversationId, { kind: 'notALoop' });
        } else {
          await feedback.take('fine', { conversationId: stop.conversationId, callId: stop.callId });
        }
      },
      'toolLoopGuard.markAsFine': (about) => feedback.take('fine', about),
      'toolLoopGuard.markAsLoop': (about) => feedback.take('loop', about),
      'toolLoopGuard.undoFeedbackRule': () => feedback.undo(),
    },
  };
}

class Feedback {
  constructor(
    private readonly window: GuardWindow,
    private readonly rules: RuleMemory,
  ) {}

  async take(verdict: FeedbackVerdict, about: unknown): Promise<void> {
    const { guard, timeline, demonstration } = this.window;
    const found = addressedCall(timeline, about);
    if (found?.call.detection === undefined) {
      tell(translate('There is no loop to give feedback on.'));
      return;
    }
    const { conversation, call } = found;
    if (demonstration.isOf(conversation.id)) {
      tell(translate('This was a demonstration, so nothing is changed.'));
      return;
    }
    const count = (): void => {
      const event = feedbackEvent(conversation.id, call, verdict);
      if (event !== undefined) {
        this.window.report(event);
      }
    };
    const { model, stopped } = guard.status(conversation.id);
    const question: FeedbackQuestion = {
      verdict,
      call,
      detection: found.call.detection,
      settings: readRawSettings(),
      overrides: this.window.conversations.overrides.of(conversation.id),
    };
    const effective = this.window.conversations.effective(conversation.id, model);
    const goesOn = verdict === 'fine' && stopped !== undefined;
    const goOn = async (): Promise<void> => {
      if (goesOn) {
        guard.reset(conversation.id);
        // In other chats nothing is sent: what is sent goes to the one that had the focus last.
        const isLocal = (this.window.sessions.typeOf(conversation.id) ?? 'local') === 'local';
        if (isFromChat(about) && isLocal) {
          await this.window.chat.say(translate('Continue.'));
        }
      }
    };
    const step = this.window.settings.current.window.adaptive ? adaptation(question) : undefined;
    if (step !== undefined) {
      count();
      await Promise.all([
        goOn(),
        this.#apply('adaptive', `${appliedText(step, translate)} (${valuesText(step)})`, step),
      ]);
      return;
    }
    const choice = await this.#choose(question, verdict === 'fine' && (goesOn || effective.values.mode !== 'warn'));
    if (choice === 'canceled') {
      return;
    }
    count();
    if (choice === undefined) {
      return;
    }
    if (choice.kind === 'warnOnly') {
      if (tellIfFixed(effective, 'mode')) {
        return;
      }
      this.window.conversations.overrides.set(conversation.id, 'mode', 'warn');
      await goOn();
      return;
    }
    const applied = this.#apply('person', appliedText(choice.remedy, translate), choice.remedy);
    // A change that takes long, or whose notice waits for an answer, does not keep the agent waiting.
    await Promise.race([applied, new Promise((resolve) => setTimeout(resolve, APPLY_MILLISECONDS))]);
    await Promise.all([goOn(), applied]);
  }

  /** Takes the newest rule that came from feedback back. */
  async undo(): Promise<void> {
    const rule = await this.rules.takeLast();
    if (rule === undefined) {
      tell(translate('There is no limit change to undo.'));
      return;
    }
    const changes = undoChanges(this.window.userSettings.values, rule.changes);
    if (changes.length === 0) {
      tell(translate('The setting has changed since then, so it was left as it is.'));
    } else if (await this.window.userSettings.apply(changes)) {
      this.window.log.info(`Rule from feedback undone: ${textOf(rule.changes)}`);
      tell(translate('Undone: {change}', { change: textOf(rule.changes) }));
    } else {
      await this.rules.add(rule);
    }
  }

  /** @returns undefined when there is nothing to choose from, which the person is told */
  async #choose(question: FeedbackQuestion, mayWarnOnly: boolean): Promise<FeedbackChoice | 'canceled' | undefined> {
    const { remedies: offered, reason } = remedies(question);
    const why = reason === undefined ? undefined : noRemedyText(reason, translate);
    if (why !== undefined && !mayWarnOnly) {
      tell(why);
      return undefined;
    }
    return (await pickFeedback(question.verdict, offered, { mayWarnOnly, reason: why })) ?? 'canceled';
  }

  async #apply(
    by: FeedbackRule['by'],
    what: string,
    { changes }: { readonly changes: readonly SettingsChange[] },
  ): Promise<void> {
    const rule = feedbackRule(by, this.window.userSettings.values, changes);
    if (!(await this.window.userSettings.apply(changes))) {
      return;
    }
    await this.rules.add(rule);
    this.window.log.info(`Rule from feedback (${by === 'adaptive' ? 'by itself' : 'chosen'}): ${textOf(changes)}`);
    void this.#offerUndo(what);
  }

  async #offerUndo(what: string): Promise<void> {
    const [undo, open] = [translate('Undo'), translate('Open Settings')];
    const chosen = await prompts.showInformationMessage(what, undo, open);
    if (chosen === undo) {
      await this.undo();
    } else if (chosen === open) {
      await vscode.commands.executeCommand('workbench.action.openSettingsJson');
    }
  }
}

function textOf(changes: readonly SettingsChange[]): string {
  return changes.map(changeText).join(', ');
}

function tell(text: string): void {
  void prompts.showInformationMessage(text);
}
