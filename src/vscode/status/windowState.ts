import * as vscode from 'vscode';
import type { CountWords } from '../../core/metrics/countTexts';
import type { MenuState } from '../../core/status/menu';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../host/translate';

/** What the status bar and its menu show. */
type StateWindow = Pick<
  GuardWindow,
  'guard' | 'conversations' | 'activity' | 'metrics' | 'protection' | 'budgets' | 'timeline' | 'callNames' | 'sessions'
>;

/** What there is to show of a window now. */
export function windowStateOf(window: StateWindow): MenuState {
  const { guard, conversations, activity, metrics, protection, budgets, timeline, callNames, sessions } = window;
  const status = activity.statusAt(Date.now());
  const conversationId = status.stopped?.conversationId ?? status.warned?.conversationId ?? status.conversationId ?? '';
  const latest = status.conversationId ?? '';
  const { values } = conversations.effective(latest, guard.status(latest).model);
  const uses = budgets.uses(latest);
  return {
    status,
    isOn: values.enabled,
    mode: values.mode,
    tally: metrics.conversation(latest),
    ...protection.now,
    budget: uses.isIgnored ? [] : uses.of,
    names: callNames,
    conversation: timeline.conversation(conversationId),
    canSteer: (sessions.typeOf(conversationId) ?? 'local') === 'local',
  };
}

/** How texts about counts are written in this window. */
export function countWords(): CountWords {
  return { translate, language: vscode.env.language };
}
