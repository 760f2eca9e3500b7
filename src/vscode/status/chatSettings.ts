import type * as vscode from 'vscode';
import type { Mode } from '../../engine/rules/settings';
import { modeLabel, MODES, modeText } from '../../core/settings/mode';
import { MORE_PRESETS, OFFERED_PRESETS, presetLabel, type PresetName, presetText } from '../../core/settings/presets';
import type { EngineKey, TierSettings } from '../../core/settings/table';
import { fixedBy } from '../../core/settings/resolve';
import { tellIfFixed } from '../settings/configuration';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

const HOUR_MS = 3_600_000;

type Item<Value> = vscode.QuickPickItem & { readonly value?: Value };

export class ChatSettings {
  readonly #snoozed = new Map<string, NodeJS.Timeout>();

  constructor(private readonly window: Pick<GuardWindow, 'guard' | 'conversations'>) {}

  async change(conversationId: string): Promise<void> {
    const { mode, preset, enabled } = this.#values(conversationId);
    const items: (vscode.QuickPickItem & { readonly run: () => Promise<void> | void })[] = [
      {
        label: translate('Mode…'),
        description: modeLabel(mode, translate),
        run: () => this.pickMode(conversationId),
      },
      {
        label: translate('Preset…'),
        description: presetLabel(preset, translate),
        run: () => this.pickPreset(conversationId),
      },
      {
        label: enabled ? translate('Turn off for this chat') : translate('Turn on for this chat'),
        run: () => this.switchDetection(conversationId),
      },
    ];
    await (
      await prompts.showQuickPick(items, {
        title: translate('Settings for this chat'),
        placeHolder: translate('What would you like to change?'),
      })
    )?.run();
  }

  async pickMode(conversationId: string): Promise<void> {
    const items = MODES.map((value): Item<Mode> => {
      const label = modeLabel(value, translate);
      return { label, description: value, detail: modeText(value, translate), value };
    });
    const mode = await pickValue(translate('What to do with a loop'), items, this.#values(conversationId).mode);
    if (mode !== undefined && this.#set(conversationId, 'mode', mode)) {
      confirm(translate('Mode for this chat: {value}', { value: modeLabel(mode, translate) }));
    }
  }

  async pickPreset(conversationId: string): Promise<void> {
    const itemOf = (value: PresetName): Item<PresetName> => ({
      label: presetLabel(value, translate),
      detail: presetText(value, translate),
      value,
    });
    const title = translate('Choose a preset');
    const { preset: now } = this.#values(conversationId);
    const more = { label: translate('More presets…'), value: 'more' as const };
    const first = await pickValue<PresetName | 'more'>(title, [...OFFERED_PRESETS.map(itemOf), more], now);
    const preset = first === 'more' ? await pickValue(title, MORE_PRESETS.map(itemOf), now) : first;
    if (preset !== undefined && this.#set(conversationId, 'preset', preset)) {
      confirm(translate('Preset for this chat: {value}', { value: presetLabel(preset, translate) }));
    }
  }

  switchDetection(conversationId: string): void {
    const enabled = !this.#values(conversationId).enabled;
    clearTimeout(this.#snoozed.get(conversationId));
    if (this.#set(conversationId, 'enabled', enabled)) {
      confirm(
        enabled ? translate('Loop detection is on for this chat.') : translate('Loop detection is off for this chat.'),
      );
    }
  }

  /** For an hour, unless the user decides otherwise before. */
  snooze(conversationId: string): void {
    const { overrides } = this.window.conversations;
    const { enabled: before } = overrides.of(conversationId);
    if (!this.#set(conversationId, 'enabled', false)) {
      return;
    }
    const end = (): void => {
      if (overrides.of(conversationId).enabled === false) {
        overrides.unset(conversationId, 'enabled');
        if (before !== undefined) {
          overrides.set(conversationId, 'enabled', before);
        }
      }
    };
    clearTimeout(this.#snoozed.get(conversationId));
    this.#snoozed.set(conversationId, setTimeout(end, HOUR_MS).unref());
    confirm(translate('Loop detection is off for this chat for 1 hour.'));
  }

  #values(conversationId: string): TierSettings {
    return this.window.conversations.effective(conversationId, this.window.guard.status(conversationId).model).values;
  }

  /** False if the machine-wide settings decide; then the user is told. */
  #set<Key extends EngineKey>(conversationId: string, key: Key, value: TierSettings[Key]): boolean {
    const { conversations, guard } = this.window;
    const { origins } = conversations.effective(conversationId, guard.status(conversationId).model);
    if (tellIfFixed(key, fixedBy(origins, key))) {
      return false;
    }
    conversations.overrides.set(conversationId, key, value);
    return true;
  }
}

async function pickValue<Value extends string>(
  title: string,
  values: readonly Item<Value>[],
  current: string,
): Promise<Value | undefined> {
  const items = values.map((item) => {
    const parts = [item.description, item.value === current ? translate('current') : undefined];
    const description = parts.filter((part) => part !== undefined).join(' · ');
    return { ...item, ...(description === '' ? {} : { description }) };
  });
  const picked = await prompts.showQuickPick(items, {
    title,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.value;
}

/** A notification, because it can be read again in the notification center. */
export function confirm(text: string): void {
  void prompts.showInformationMessage(text);
}
