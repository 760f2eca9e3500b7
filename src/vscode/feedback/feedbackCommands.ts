import * as vscode from 'vscode';
import { adaptation } from '../../core/feedback/adaptive';
import { feedbackEvent } from '../../core/feedback/feedbackEvent';
import { feedbackRule, type FeedbackRule } from '../../core/feedback/feedbackRule';
import type { FeedbackVerdict } from '../../core/events/events';
import type { FeedbackQuestion } from '../../core/feedback/question';
import { remedies } from '../../core/feedback/remedies';
import type { Remedy } from '../../core/feedback/remedy';
import { type SettingsChange, undoChanges } from '../../core/feedback/settingsChange';
import { changeText, effectText, noRemedyText, remedyText, valuesText } from '../../core/feedback/words';
import { sha256 } from '../../node/files/hash';
import { readRawSettings } from '../window/configuration';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../window/translate';
import { addressedCall, isFromChat } from './addressedCall';
import { Proposals } from './proposal';
import { RuleMemory } from './ruleMemory';

/** Registers what a person says of a detection, what becomes of it, and the way back. */
export function registerFeedback(window: GuardWindow): Registered<'feedback'> {
  const rules = new RuleMemory(window.memory);
  const proposals = new Proposals(window.userSettings);
  const feedback = new Feedback(window, rules, proposals);
  window.statusLines.push(() => [rules.text]);
  return {
    parts: [proposals],
    commands: {
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
    private readonly proposals: Proposals,
  ) {}

  async take(verdict: FeedbackVerdict, about: unknown): Promise<void> {
    const { guard, timeline } = this.window;
    const found = addressedCall(timeline, about);
    if (found === undefined) {
      tell(translate('There is no detection to say anything about.'));
      return;
    }
    const { conversation, call } = found;
    const event = feedbackEvent(conversation.id, call, verdict);
    if (event !== undefined) {
      this.window.report(event);
    }
    const { model, stopped } = guard.status(conversation.id);
    const goesOn = verdict === 'fine' && stopped !== undefined;
    if (goesOn) {
      guard.reset(conversation.id);
    }
    const question: FeedbackQuestion = {
      verdict,
      call,
      conversation,
      conversations: timeline.conversations,
      settings: readRawSettings(),
      effective: this.window.conversations.effective(conversation.id, model),
    };
    if (!this.window.settings.current.window.adaptive || !(await this.#adapt(question))) {
      await this.#offer(question);
    }
    if (goesOn && isFromChat(about)) {
      await this.window.chat.say(translate('Continue.'));
    }
  }

  /** Takes the newest rule that came from feedback back. */
  async undo(): Promise<void> {
    const rule = await this.rules.takeLast();
    if (rule === undefined) {
      tell(translate('There is no rule from feedback to undo.'));
      return;
    }
    const changes = undoChanges(this.window.userSettings.values, rule.changes);
    if (changes.length === 0) {
      tell(translate('The setting was changed since; it stays as it is.'));
    } else if (await this.window.userSettings.apply(changes)) {
      this.window.log.info(`Rule from feedback undone: ${textOf(rule.changes)}`);
      tell(translate('Undone: {change}', { change: textOf(rule.changes) }));
    } else {
      await this.rules.add(rule);
    }
  }

  /** @returns false when feedback moves nothing by itself here */
  async #adapt(question: FeedbackQuestion): Promise<boolean> {
    const step = adaptation(question, sha256);
    if (step !== undefined) {
      await this.#apply('adaptive', `${remedyText(step, translate)} (${valuesText(step)})`, step.changes);
    }
    return step !== undefined;
  }

  async #offer(question: FeedbackQuestion): Promise<void> {
    const { remedies: offered, reason } = remedies(question, sha256);
    if (reason !== undefined) {
      tell(noRemedyText(reason, translate));
      return;
    }
    const chosen = await choose(question.verdict, offered);
    if (chosen !== undefined) {
      const what = remedyText(chosen, translate);
      await this.proposals.ask(what, chosen.changes, () => this.#apply('person', what, chosen.changes));
    }
  }

  async #apply(by: FeedbackRule['by'], what: string, changes: readonly SettingsChange[]): Promise<void> {
    const rule = feedbackRule(by, this.window.userSettings.values, changes);
    if (!(await this.window.userSettings.apply(changes))) {
      return;
    }
    await this.rules.add(rule);
    this.window.log.info(`Rule from feedback (${by === 'adaptive' ? 'by itself' : 'chosen'}): ${textOf(changes)}`);
    void this.#offerUndo(what);
  }

  async #offerUndo(what: string): Promise<void> {
    const undo = translate('Undo');
    if ((await vscode.window.showInformationMessage(translate('Done: {change}', { change: what }), undo)) === undo) {
      await this.undo();
    }
  }
}

async function choose(verdict: FeedbackVerdict, offered: readonly Remedy[]): Promise<Remedy | undefined> {
  const items = offered.map((remedy) => ({
    remedy,
    label: remedyText(remedy, translate),
    description: valuesText(remedy),
    detail: effectText(remedy, translate),
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title:
      verdict === 'fine'
        ? translate('This was fine: what would have avoided it')
        : translate('This was a loop: what would have stopped it'),
    placeHolder: translate('Choose a change of your settings to look at, or press Escape to change nothing'),
    ignoreFocusOut: true,
  });
  return picked?.remedy;
}

function textOf(changes: readonly SettingsChange[]): string {
  return changes.map(changeText).join(', ');
}

function tell(text: string): void {
  void vscode.window.showInformationMessage(text);
}
