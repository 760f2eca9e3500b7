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
  const { gap, threads = [] } = state;
  return [
    ...(isUnguarded(gap, state.tally)
      ? [
          {
            action: 'checkProtection',
            icon: 'unverified',
            label: translate('Not guarding this session: show what is guarded'),
            detail: `${gap.why} ${gap.remedy}`,
          } as const,
        ]
      : []),
    ...loopEntries(state, translate),
    ...chatEntries(state, translate),
    { heading: translate('More') },
    ...(threads.length === 0
      ? []
      : [
          {
            action: 'stopThread',
            icon: 'debug-stop',
            label: translate('Stop Codex…'),
            detail: backgroundText(threads, translate),
          } as const,
        ]),
    { action: 'timeline', icon: 'list-tree', label: translate('Loops') },
    ...(state.status.stopped === undefined
      ? [{ action: 'metrics', icon: 'graph', label: translate('Metrics') } as const]
      : []),
    { action: 'settings', icon: 'settings-gear', label: translate('Settings') },
    ...(state.conversation === undefined
      ? [{ action: 'tryIt', icon: 'play', label: translate('Try It') } as const]
      : []),
    ...(isUnguarded(gap, state.tally)
      ? []
      : [{ action: 'checkProtection', icon: 'shield', label: translate('Show What Is Guarded') } as const]),
    { action: 'log', icon: 'output', label: translate('Log') },
  ];
}

function loopEntries(state: MenuState, translate: Translate): MenuEntry[] {
  const { stopped, warned } = state.status;
  if (stopped === undefined && warned === undefined) {
    return [];
  }
  const chat = chatName(state, translate);
  return [
    {
      heading:
        stopped === undefined
          ? translate('Possible loop in "{chat}"', { chat })
          : translate('Loop stopped in "{chat}"', { chat }),
    },
    ...(stopped === undefined || !state.canSteer
      ? []
      : [
          {
            action: 'differentApproach',
            icon: 'lightbulb',
            label: translate('Try a Different Approach'),
          } as const,
        ]),
    ...(stopped === undefined
      ? []
      : [{ action: 'resume', icon: 'debug-continue', label: translate('Continue anyway') } as const]),
    { action: 'showDetails', icon: 'info', label: translate('Details') },
    { action: 'notALoop', icon: 'check', label: translate('Not a loop…') },
  ];
}

function chatEntries(state: MenuState, translate: Translate): MenuEntry[] {
  const { conversation, isOn, mode, status, budget = [] } = state;
  if (conversation === undefined) {
    return [];
  }
  return [
    { heading: translate('This chat: {chat}', { chat: chatName(state, translate) }) },
    ...(budget.length === 0
      ? []
      : [
          {
            action: 'budget',
            icon: 'dashboard',
            label: translate('Budget…'),
            description: budgetUses(budget, translate),
          } as const,
        ]),
    ...(isOn
      ? [
          {
            action: 'mode',
            icon: 'settings',
            label: translate('Mode: {mode}', { mode: modeLabel(mode, translate) }),
          } as const,
        ]
      : []),
    {
      action: 'switchDetection',
      icon: isOn ? 'circle-slash' : 'shield',
      label: isOn ? translate('Turn off for this chat') : translate('Turn on for this chat'),
    },
    ...(isOn ? [{ action: 'snooze', icon: 'clock', label: translate('Turn off for 1 hour') } as const] : []),
    ...(status.stopped === undefined
      ? [{ action: 'chatSettings', icon: 'settings-gear', label: translate('Change settings for this chat…') } as const]
      : []),
    { action: 'chatStatus', icon: 'comment-discussion', label: translate('Show status of this chat') },
  ];
}

function chatName({ conversation }: MenuState, translate: Translate): string {
  return conversation === undefined ? '' : cutInTheMiddle(conversationName(conversation, translate), CHAT_CHARACTERS);
}
