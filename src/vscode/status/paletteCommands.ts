import * as vscode from 'vscode';
import type { Mode } from '../../engine/settings';
import { modeText } from '../../core/settings/mode';
import { allowedValues, parseEngineText } from '../../core/settings/engineText';
import { PRESET_NAMES } from '../../core/settings/presetNames';
import type { EngineKey, TierSettings } from '../../core/settings/schema';
import type { Handler, Handlers } from '../window/commands';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../window/translate';
import { pickConversation } from '../window/pickConversation';
import type { AnswerPage } from './answerPage';

/** How long a confirmation stays in the status bar. */
const CONFIRMATION_MS = 5_000;

type PaletteWindow = Pick<
  GuardWindow,
  'guard' | 'conversations' | 'timeline' | 'chat' | 'userSettings' | 'sessions' | 'models'
>;

/**
 * What chat commands do, for the palette. The commands act on one conversation, which is asked for when there are
 * several; they take no arguments and ignore any.
 */
export function paletteCommands(
  window: PaletteWindow,
  page: AnswerPage,
): Omit<Handlers<'status'>, 'toolLoopGuard.statusBarClicked'> {
  const { guard, conversations, timeline, chat, sessions, models } = window;
  const valuesOf = (id: string): TierSettings => conversations.effective(id, guard.status(id).model).values;
  const inConversation =
    (title: string, run: (conversationId: string) => Promise<void> | void): Handler =>
    async () => {
      const conversation = await pickConversation(
        timeline.conversations,
        title,
        translate('Tool Loop Guard has not seen a conversation in this window yet.'),
      );
      if (conversation !== undefined) {
        await run(conversation.id);
      }
    };
  const set = <Key extends EngineKey>(conversationId: string, key: Key, value: TierSettings[Key]): void => {
    conversations.overrides.set(conversationId, key, value);
    confirm(translate('In this conversation {name} is {value} now.', { name: key, value: String(value) }));
  };
  const askHere = async (conversationId: string, kind: 'why' | 'status'): Promise<void> => {
    const command = `/tool-loop-${kind}`;
    if ((sessions.typeOf(conversationId) ?? 'local') !== 'local') {
      // Some harnesses write the model after the calls.
      await models.learn(conversationId);
      // Only in a chat of VS Code's own agent is there somebody who answers commands.
      return page.show(conversationId, { kind });
    }
    await chat.reveal(conversationId);
    await chat.ask(conversationId, command);
  };
  return {
    'toolLoopGuard.setMode': inConversation(translate('Set mode'), async (id) => {
      const mode = await pickValue<Mode>(
        translate('What to do with a loop'),
        MODES.map((value) => ({ label: value, detail: modeText(value, translate), value })),
        valuesOf(id).mode,
      );
      if (mode !== undefined) {
        set(id, 'mode', mode);
      }
    }),
    'toolLoopGuard.applyPreset': inConversation(translate('Apply preset'), async (id) => {
      const presets = PRESET_NAMES.map((name) => ({ label: name, value: name }));
      const preset = await pickValue(translate('A set of values for a use'), presets, valuesOf(id).preset);
      if (preset !== undefined) {
        set(id, 'preset', preset);
      }
    }),
    'toolLoopGuard.setMaxRepeats': inConversation(translate('Set max repeats'), (id) =>
      askNumber(valuesOf(id), id, 'maxRepeats', translate('How many identical calls in a row are a loop'), set),
    ),
    'toolLoopGuard.setTtl': inConversation(translate('Set time to live'), (id) =>
      askNumber(valuesOf(id), id, 'ttlSeconds', translate('Seconds after which a call no longer counts'), set),
    ),
    'toolLoopGuard.switchDetection': inConversation(translate('Switch detection on or off'), (id) =>
      set(id, 'enabled', !valuesOf(id).enabled),
    ),
    'toolLoopGuard.startFreshCount': inConversation(translate('Start with a fresh count'), (id) => {
      guard.reset(id);
      confirm(translate('The count starts again. A stopped agent may go on.'));
    }),
    'toolLoopGuard.explainStop': inConversation(translate('Explain the stop'), (id) => askHere(id, 'why')),
    'toolLoopGuard.showStatus': inConversation(translate('Show status'), (id) => askHere(id, 'status')),
    'toolLoopGuard.neverJudgeTool': () => neverJudgeTool(window),
    'toolLoopGuard.openSettings': () =>
      vscode.commands.executeCommand('workbench.action.openSettings', '@ext:tool-loop-guard.tool-loop-guard'),
  };
}

/** Each mode by its own name; the other spellings mean the same. */
const MODES: readonly Mode[] = ['break', 'chance_then_break', 'warn'];

/** Asks for one of several values; what holds now is marked and comes first. */
async function pickValue<Value extends string>(
  title: string,
  values: readonly { readonly label: string; readonly detail?: string; readonly value: Value }[],
  current: string,
): Promise<Value | undefined> {
  const items = values
    .map((item) => ({ ...item, description: item.value === current ? translate('holds now') : '' }))
    .toSorted((one, other) => Number(other.value === current) - Number(one.value === current));
  return (await vscode.window.showQuickPick(items, { title, matchOnDetail: true }))?.value;
}

async function askNumber(
  values: TierSettings,
  conversationId: string,
  key: 'maxRepeats' | 'ttlSeconds',
  title: string,
  set: (conversationId: string, key: 'maxRepeats' | 'ttlSeconds', value: number) => void,
): Promise<void> {
  const numberOf = (text: string): number | undefined => {
    const parsed = parseEngineText(key, text);
    return 'value' in parsed ? parsed.value[key] : undefined;
  };
  const text = await vscode.window.showInputBox({
    title,
    value: String(values[key]),
    validateInput: (typed) =>
      numberOf(typed) === undefined
        ? translate('Allowed: {allowed}.', { allowed: allowedValues(key, translate) })
        : undefined,
  });
  const value = text === undefined ? undefined : numberOf(text);
  if (value !== undefined) {
    set(conversationId, key, value);
  }
}

/** Picks from the tools that were called in this window, the one called last first. */
async function neverJudgeTool({ timeline, userSettings }: PaletteWindow): Promise<void> {
  const tools = [...new Set(timeline.conversations.flatMap(({ calls }) => calls.toReversed().map(({ tool }) => tool)))];
  const tool = await vscode.window.showQuickPick(tools, {
    title: translate('Never judge a tool'),
    placeHolder: translate('Which tool? It is exempt everywhere, in your user settings.'),
  });
  if (tool !== undefined && (await userSettings.exempt(tool))) {
    confirm(translate('{tool} is never judged now: toolLoopGuard.toolOverrides.', { tool }));
  }
}

function confirm(text: string): void {
  vscode.window.setStatusBarMessage(text, CONFIRMATION_MS);
}
