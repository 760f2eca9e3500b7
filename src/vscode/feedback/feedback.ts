import * as vscode from 'vscode';
import { type FeedbackRule, parseRules, withRule } from '../../core/feedback/feedbackRule';
import type { FeedbackVerdict } from '../../core/events/events';
import { adaptation, type FeedbackQuestion, remedies, type Remedy } from '../../core/feedback/remedies';
import { undoing } from '../../core/feedback/settingsChange';
import {
  appliedText,
  changeText,
  noRemedyText,
  valuesText,
  remedyText,
  scopeText,
  rulesText,
} from '../../core/feedback/words';
import { fixedBy } from '../../core/settings/resolve';
import { readRawSettings, tellIfFixed } from '../settings/configuration';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';
import { detectionAt } from '../../core/timeline/timeline';

/** By then, a changed setting applies. */
const APPLY_MILLISECONDS = 1_000;

export function registerFeedback(window: GuardWindow): Registered<'feedback'> {
  const feedback = new Feedback(window);
  window.statusLines.push(() => [feedback.status]);
  return {
    parts: [],
    commands: {
      'toolLoopGuard.markAsFine': (about) => feedback.take('fine', about),
      'toolLoopGuard.markAsLoop': (about) => feedback.take('loop', about),
      'toolLoopGuard.undoFeedbackRule': () => feedback.undo(),
    },
  };
}

/** Changes of the user's settings that came from feedback, across windows. */
const RULES = 'rulesFromFeedback';

class Feedback {
  constructor(private readonly window: GuardWindow) {}

  get status(): string {
    return rulesText(this.#rules, readRawSettings().user ?? {}, translate);
  }

  get #rules(): readonly FeedbackRule[] {
    return parseRules(this.window.memory.get(RULES));
  }

  async take(verdict: FeedbackVerdict, about: unknown): Promise<void> {
    const { guard, timeline, demonstration } = this.window;
    const found = detectionAt(timeline, about);
    if (found?.call.detection === undefined) {
      tell(translate('There is no loop to give feedback on.'));
      return;
    }
    const { conversation, call } = found;
    if (demonstration.isOf(conversation.id)) {
      tell(translate('This was a demo, so nothing was changed.'));
      return;
    }
    const count = (): void => {
      const { callId, detection, feedback: before } = call;
      if (before !== verdict) {
        this.window.report({ kind: 'feedback', conversationId: conversation.id, callId, detection, verdict });
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
        // Nothing is sent to other chats: a message goes to the one that had the focus last.
        const isLocal = (this.window.sessions.typeOf(conversation.id) ?? 'local') === 'local';
        const isFromChat = typeof (about as { readonly callId?: unknown } | undefined)?.callId === 'string';
        if (isFromChat && isLocal) {
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
    const mayWarnOnly = verdict === 'fine' && (goesOn || effective.values.mode !== 'warn');
    const { remedies: offered, reason: obstacle } = remedies(question);
    const reason = obstacle === undefined ? undefined : noRemedyText(obstacle, translate);
    if (reason !== undefined && !mayWarnOnly) {
      tell(reason);
      count();
      return;
    }
    const choice = await pickFeedback(verdict, offered, { mayWarnOnly, reason });
    if (choice === undefined) {
      return;
    }
    count();
    if (choice === 'warnOnly') {
      if (tellIfFixed('mode', fixedBy(effective.origins, 'mode'))) {
        return;
      }
      this.window.conversations.overrides.set(conversation.id, 'mode', 'warn');
      await goOn();
      return;
    }
    const applied = this.#apply('person', appliedText(choice, translate), choice);
    // A change that takes long, or whose notice waits for an answer, must not keep the agent waiting.
    await Promise.race([applied, new Promise((resolve) => setTimeout(resolve, APPLY_MILLISECONDS))]);
    await Promise.all([goOn(), applied]);
  }

  async undo(): Promise<void> {
    const { userSettings, memory, log } = this.window;
    const rules = this.#rules;
    const rule = rules.at(-1);
    if (rule === undefined) {
      tell(translate('There’s no limit change to undo.'));
      return;
    }
    const change = undoing(userSettings.values, rule.change);
    if (change === undefined) {
      tell(translate('The setting has changed since then, so it was left as it is.'));
    } else if ((await userSettings.apply(change)) === undefined) {
      return;
    } else {
      log.info(`Rule from feedback undone: ${changeText(rule.change)}`);
      tell(translate('Undone: {change}', { change: changeText(rule.change) }));
    }
    await memory.update(RULES, rules.slice(0, -1));
  }

  async #apply(by: FeedbackRule['by'], what: string, { change }: Remedy): Promise<void> {
    const made = await this.window.userSettings.apply(change);
    if (made === undefined) {
      return;
    }
    await this.window.memory.update(RULES, withRule(this.#rules, { by, change: made }));
    this.window.log.info(`Rule from feedback (${by === 'adaptive' ? 'by itself' : 'chosen'}): ${changeText(change)}`);
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

function tell(text: string): void {
  void prompts.showInformationMessage(text);
}

type FeedbackChoice = Remedy | 'warnOnly';

interface Item extends vscode.QuickPickItem {
  readonly choice: FeedbackChoice;
}

/** The choice applies at once, so the largest change comes last. @param reason why no change of settings is offered */
async function pickFeedback(
  verdict: FeedbackVerdict,
  remedies: readonly Remedy[],
  { mayWarnOnly, reason }: { readonly mayWarnOnly: boolean; readonly reason: string | undefined },
): Promise<FeedbackChoice | undefined> {
  const itemsOf = (isExemption: boolean): Item[] =>
    remedies
      .filter(({ kind }) => (kind === 'exempt') === isExemption)
      .map((choice) => ({ label: remedyText(choice, translate), detail: scopeText(choice, translate), choice }));
  const warnOnly: Item = {
    label: translate('Only warn in this chat'),
    detail: translate('Until you close this window.'),
    choice: 'warnOnly',
  };
  const offered = [...itemsOf(false), ...(mayWarnOnly ? [warnOnly] : []), ...itemsOf(true)];
  const title =
    verdict === 'fine'
      ? translate('Not a loop: what should happen next time?')
      : translate('This was a loop: what should happen next time?');
  const placeHolder = reason ?? translate('Select an option, or press Escape to cancel');
  return (await prompts.showQuickPick(offered, { title, placeHolder, ignoreFocusOut: true }))?.choice;
}
