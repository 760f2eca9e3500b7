import * as vscode from 'vscode';
import { adaptation } from '../../core/feedback/adaptive';
import { feedbackEvent } from '../../core/feedback/feedbackEvent';
import { feedbackRule, type FeedbackRule } from '../../core/feedback/feedbackRule';
import type { FeedbackEvent, FeedbackVerdict } from '../../core/events/events';
import type { FeedbackQuestion } from '../../core/feedback/question';
import { remedies } from '../../core/feedback/remedies';
import type { Remedy } from '../../core/feedback/remedy';
import { type SettingsChange, undoing } from '../../core/feedback/settingsChange';
import { changeText, effectText, noRemedyText, remedyText, valuesText } from '../../core/feedback/words';
import type { Guard } from '../../engine/guard';
import type { ConversationSettings } from '../../core/settings/conversationSettings';
import type { Timeline } from '../../core/timeline/timeline';
import { sha256 } from '../../node/files/hash';
import { readRawSettings } from '../window/configuration';
import { continueAgent } from '../agent/waysOn';
import { translate } from '../window/translate';
import { callMeantBy, isFromChat } from './callMeantBy';
import { MARK_AS_FINE, MARK_AS_LOOP, UNDO_FEEDBACK_RULE } from '../agent/offerFeedback';
import { Proposals } from './proposal';
import type { RuleMemory } from './ruleMemory';
import { UserSettings } from '../window/userSettings';

/** What the commands for feedback need. */
export interface FeedbackPorts {
  readonly guard: Guard;
  readonly conversations: ConversationSettings;
  /** Tells the observers what the person said. */
  readonly report: (event: FeedbackEvent) => void;
  readonly timeline: Timeline;
  readonly rules: RuleMemory;
  /** Whether feedback moves thresholds by itself. */
  readonly adaptive: () => boolean;
  readonly channel: vscode.LogOutputChannel;
}

/** Registers what a person says of a detection, what becomes of it, and the way back. */
export function registerFeedbackCommands(ports: FeedbackPorts): vscode.Disposable {
  const settings = new UserSettings();
  const proposals = new Proposals(settings);
  const feedback = new Feedback(ports, settings, proposals);
  return vscode.Disposable.from(
    proposals,
    vscode.commands.registerCommand(MARK_AS_FINE, (about: unknown) => feedback.take('fine', about)),
    vscode.commands.registerCommand(MARK_AS_LOOP, (about: unknown) => feedback.take('loop', about)),
    vscode.commands.registerCommand(UNDO_FEEDBACK_RULE, () => feedback.undo()),
  );
}

class Feedback {
  constructor(
    private readonly ports: FeedbackPorts,
    private readonly settings: UserSettings,
    private readonly proposals: Proposals,
  ) {}

  async take(verdict: FeedbackVerdict, about: unknown): Promise<void> {
    const { guard, timeline } = this.ports;
    const meant = callMeantBy(timeline, about);
    if (meant === undefined) {
      tell(translate('There is no detection to say anything about.'));
      return;
    }
    const { conversation, call } = meant;
    const event = feedbackEvent(conversation.id, call, verdict);
    if (event !== undefined) {
      this.ports.report(event);
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
      effective: this.ports.conversations.effective(conversation.id, model),
    };
    if (!this.ports.adaptive() || !(await this.#adapt(question))) {
      await this.#offer(question);
    }
    if (goesOn && isFromChat(about)) {
      await continueAgent();
    }
  }

  /** Takes the newest rule that came from feedback back. */
  async undo(): Promise<void> {
    const rule = await this.ports.rules.takeLast();
    if (rule === undefined) {
      tell(translate('There is no rule from feedback to undo.'));
      return;
    }
    const changes = undoing(this.settings.values, rule.changes);
    if (changes.length === 0) {
      tell(translate('The setting was changed since; it stays as it is.'));
    } else if (await this.settings.apply(changes)) {
      this.ports.channel.info(`Rule from feedback undone: ${textOf(rule.changes)}`);
      tell(translate('Undone: {change}', { change: textOf(rule.changes) }));
    } else {
      await this.ports.rules.add(rule);
      tellUnsaved();
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
    const rule = feedbackRule(by, this.settings.values, changes);
    if (!(await this.settings.apply(changes))) {
      tellUnsaved();
      return;
    }
    await this.ports.rules.add(rule);
    this.ports.channel.info(`Rule from feedback (${by === 'adaptive' ? 'by itself' : 'chosen'}): ${textOf(changes)}`);
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

function tellUnsaved(): void {
  tell(translate('Your settings.json has changes that are not saved. Save them and try again.'));
}
