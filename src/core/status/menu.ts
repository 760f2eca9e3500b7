import type { Mode } from '../../engine/rules/settings';
import { modeLabel } from '../settings/mode';
import { conversationName } from '../timeline/conversationLabel';
import type { TimelineConversation } from '../timeline/timelineConversation';
import type { CountWords } from '../metrics/countTexts';
import { budgetUses } from '../words/budgetTexts';
import { cutInTheMiddle } from '../words/callLabel';
import type { Translate } from '../words/language';
import { backgroundText, isUnguarded, type StatusBarState } from './statusBarLook';

export type MenuAction =
  | 'checkProtection'
  | 'stopThread'
  | 'showDetails'
  | 'differentApproach'
  | 'resume'
  | 'notALoop'
  | 'budget'
  | 'mode'
  | 'switchDetection'
  | 'snooze'
  | 'chatSettings'
  | 'chatStatus'
  | 'timeline'
  | 'metrics'
  | 'settings'
  | 'log'
  | 'tryIt';

type MenuEntry =
  | { readonly heading: string }
  | {
      readonly action: MenuAction;
      readonly icon: string;
      readonly label: string;
      readonly description?: string;
      readonly detail?: string;
    };

export interface MenuState extends StatusBarState {
  /** Of the stop or the warning, or the latest one. */
  readonly conversation: Pick<TimelineConversation, 'id' | 'turns' | 'calls'> | undefined;
  readonly mode: Mode;
  /** Whether a message can be sent into its chat. */
  readonly canSteer: boolean;
}

const CHAT_CHARACTERS = 24;

/** To fit a small window, leaves out two entries after a stop that the Command Palette also has. */
export function menuEntries(state: MenuState, { translate }: Pick<CountWords, 'translate'>): readonly MenuEntry[] {
  const { gap, threads = [], status, conversation } = state;
  const isGuarded = !isUnguarded(gap, state.tally);
  const entries: readonly (MenuEntry | false)[] = [
    !isGuarded && {
      action: 'checkProtection',
      icon: 'unverified',
      label: translate('Not guarding this session: show what is guarded'),
      detail: `${gap?.why} ${gap?.remedy}`,
    },
    ...loopEntries(state, translate),
    ...chatEntries(state, translate),
    { heading: translate('More') },
    threads.length > 0 && {
      action: 'stopThread',
      icon: 'debug-stop',
      label: translate('Stop Codex…'),
      detail: backgroundText(threads, translate),
    },
    { action: 'timeline', icon: 'list-tree', label: translate('Loops') },
    status.stopped === undefined && { action: 'metrics', icon: 'graph', label: translate('Metrics') },
    { action: 'settings', icon: 'settings-gear', label: translate('Settings') },
    conversation === undefined && { action: 'tryIt', icon: 'play', label: translate('Try It') },
    isGuarded && { action: 'checkProtection', icon: 'shield', label: translate('Show What Is Guarded') },
    { action: 'log', icon: 'output', label: translate('Log') },
  ];
  return entries.filter((entry) => entry !== false);
}

function loopEntries(state: MenuState, translate: Translate): (MenuEntry | false)[] {
  const { stopped, warned } = state.status;
  if (stopped === undefined && warned === undefined) {
    return [];
  }
  const chat = chatName(state, translate);
  const isStopped = stopped !== undefined;
  return [
    {
      heading: isStopped
        ? translate('Loop stopped in "{chat}"', { chat })
        : translate('Possible loop in "{chat}"', { chat }),
    },
    isStopped &&
      state.canSteer && {
        action: 'differentApproach',
        icon: 'lightbulb',
        label: translate('Try a Different Approach'),
      },
    isStopped && { action: 'resume', icon: 'debug-continue', label: translate('Continue anyway') },
    { action: 'showDetails', icon: 'info', label: translate('Details') },
    { action: 'notALoop', icon: 'check', label: translate('Not a loop…') },
  ];
}

function chatEntries(state: MenuState, translate: Translate): (MenuEntry | false)[] {
  const { conversation, isOn, mode, status, budget = [] } = state;
  if (conversation === undefined) {
    return [];
  }
  return [
    { heading: translate('This chat: {chat}', { chat: chatName(state, translate) }) },
    budget.length > 0 && {
      action: 'budget',
      icon: 'dashboard',
      label: translate('Budget…'),
      description: budgetUses(budget, translate),
    },
    isOn && {
      action: 'mode',
      icon: 'settings',
      label: translate('Mode: {mode}', { mode: modeLabel(mode, translate) }),
    },
    {
      action: 'switchDetection',
      icon: isOn ? 'circle-slash' : 'shield',
      label: isOn ? translate('Turn off for this chat') : translate('Turn on for this chat'),
    },
    isOn && { action: 'snooze', icon: 'clock', label: translate('Turn off for 1 hour') },
    status.stopped === undefined && {
      action: 'chatSettings',
      icon: 'settings-gear',
      label: translate('Change settings for this chat…'),
    },
    { action: 'chatStatus', icon: 'comment-discussion', label: translate('Show status of this chat') },
  ];
}

function chatName({ conversation }: MenuState, translate: Translate): string {
  return conversation === undefined ? '' : cutInTheMiddle(conversationName(conversation, translate), CHAT_CHARACTERS);
}
