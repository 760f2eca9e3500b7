import type * as vscode from 'vscode';
import { type FeedbackRule, parseRules, withRule } from '../../core/feedback/feedbackRule';
import { rulesText } from '../../core/feedback/words';
import { readRawSettings } from '../settings/configuration';
import { translate } from '../host/translate';

const KEY = 'rulesFromFeedback';

/** Remembers across windows which changes of the user's settings came from feedback. */
export class RuleMemory {
  constructor(private readonly memento: vscode.Memento) {}

  /** Oldest first. */
  get rules(): readonly FeedbackRule[] {
    return parseRules(this.memento.get(KEY));
  }

  /** The rules that hold, for the status of a conversation. */
  get text(): string {
    return rulesText(this.rules, readRawSettings().user ?? {}, translate);
  }

  async add(rule: FeedbackRule): Promise<void> {
    await this.memento.update(KEY, withRule(this.rules, rule));
  }

  /** Removes the newest rule and returns it. */
  async takeLast(): Promise<FeedbackRule | undefined> {
    const { rules } = this;
    await this.memento.update(KEY, rules.slice(0, -1));
    return rules.at(-1);
  }
}
