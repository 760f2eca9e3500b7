import * as vscode from 'vscode';
import { allowedValues, parseEngineText } from '../../core/settings/parse/engineText';
import {
  MORE_PRESETS,
  OFFERED_PRESETS,
  presetLabel,
  type PresetName,
  presetText,
} from '../../core/settings/presetNames';
import { ENGINE_KEYS } from '../../core/settings/defaults';
import type { EngineKey, EngineValues } from '../../core/settings/schema';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

/** Settings to try. */
export interface PickedSettings {
  readonly title: string;
  readonly values: EngineValues;
}

type Item = vscode.QuickPickItem & { readonly pick?: () => PickedSettings | Promise<PickedSettings | undefined> };

/** Asks which settings to try: those that hold, a preset, or another value for one of them. */
export async function pickSettings(): Promise<PickedSettings | undefined> {
  const present = translate('Current settings');
  const items: Item[] = [
    { label: present, pick: () => ({ title: present, values: {} }) },
    { label: translate('Presets'), kind: vscode.QuickPickItemKind.Separator },
    ...OFFERED_PRESETS.map(presetItem),
    { label: translate('More presets…'), pick: pickPreset },
    { label: translate('Other'), kind: vscode.QuickPickItemKind.Separator },
    { label: translate('Another value for one setting…'), pick: pickValue },
  ];
  const picked = await prompts.showQuickPick(items, { title: translate('With which settings?') });
  return picked?.pick?.();
}

function presetItem(preset: PresetName): Item {
  return {
    label: translate('Preset {preset}', { preset: presetLabel(preset, translate) }),
    detail: presetText(preset, translate),
    pick: () => ({ title: preset, values: { preset } }),
  };
}

async function pickPreset(): Promise<PickedSettings | undefined> {
  const title = translate('Choose a preset');
  return (await prompts.showQuickPick(MORE_PRESETS.map(presetItem), { title }))?.pick?.();
}

async function pickValue(): Promise<PickedSettings | undefined> {
  const key = (
    await prompts.showQuickPick(
      ENGINE_KEYS.map((label) => ({ label, description: allowedValues(label, translate) })),
      { title: translate('Which setting?') },
    )
  )?.label;
  const text =
    key &&
    (await vscode.window.showInputBox({
      title: key,
      prompt: translate('Allowed: {values}', { values: allowedValues(key, translate) }),
      validateInput: (typed) => problemWith(key, typed),
    }));
  if (key === undefined || text === undefined) {
    return undefined;
  }
  const parsed = parseEngineText(key, text);
  return 'value' in parsed ? { title: `${key} = ${text}`, values: parsed.value } : undefined;
}

function problemWith(key: EngineKey, text: string): string | undefined {
  const parsed = parseEngineText(key, text, translate);
  return 'value' in parsed ? undefined : translate('Allowed: {values}', { values: parsed.allowed });
}
