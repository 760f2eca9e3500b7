import { BUDGET_CHOICES, type BudgetChoice } from '../budget/budgetMeter';
import { inEnglish, type Translate } from '../words/language';
import { plain, nearestName } from '../settings/readSettings';
import { ENGINE_KEYS, ENGINE_ROWS, type EngineKey, type EngineValues, rowOf } from '../settings/table';
import { allowedText, typedValue } from '../settings/values';
import { modeLabel, MODES } from '../settings/mode';
import { OFFERED_PRESETS, PRESET_NAMES, presetLabel } from '../settings/presets';
import { codeSpan, escapeMarkdown } from '../words/pages/markdown';
import { CHAT_COMMANDS } from './slashCommands';

export type ChatCommand =
  | { readonly kind: 'set'; readonly values: EngineValues }
  | { readonly kind: 'unset'; readonly keys: readonly EngineKey[] }
  | { readonly kind: 'show'; readonly key: EngineKey }
  | { readonly kind: 'status' | 'why' | 'reset' | 'help' }
  /** Without a choice: show what is used. */
  | { readonly kind: 'budget'; readonly choice: BudgetChoice | undefined }
  /** `message` is Markdown. */
  | { readonly kind: 'invalid'; readonly message: string; readonly key?: EngineKey };

const SHORT_NAMES: Partial<Record<EngineKey, string>> = { enabled: 'tool-loop-detection', ttlSeconds: 'tool-loop-ttl' };

const ACTIONS = {
  'tool-loop-status': 'status',
  'tool-loop-why': 'why',
  'tool-loop-reset': 'reset',
  'tool-loop-help': 'help',
} as const;

/** `tool-loop-max-repeats` for `maxRepeats`; a member keeps its name. */
export function chatName(key: EngineKey): string {
  const { name } = rowOf(key);
  const short = `tool-loop-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return SHORT_NAMES[key] ?? (name.includes('.') ? name : short);
}

const SETTING_NAMES = ENGINE_KEYS.map(chatName);

/** @param name without its slash, such as `tool-loop-mode` */
export function parseSlashCommand(name: string, text: string, translate: Translate = inEnglish): ChatCommand {
  if (name === 'tool-loop-unset') {
    return parseUnset(text, translate);
  }
  if (name === 'tool-loop-budget') {
    return parseBudget(text, translate);
  }
  if (Object.hasOwn(ACTIONS, name)) {
    return { kind: ACTIONS[name as keyof typeof ACTIONS] };
  }
  const key = keyOf(name);
  if (key === undefined) {
    return { kind: 'invalid', message: unknownCommandText(name, translate) };
  }
  const value = unquote(text.trim().replace(/^[A-Za-z_-]{1,40}\s*=\s*/, ''));
  if (value === '') {
    return key === 'enabled' ? { kind: 'set', values: { enabled: true } } : { kind: 'show', key };
  }
  return parseAssignment(key, value, translate);
}

/** Understands `/tool-loop-… value`, `!/set(key=value, …)`, `!/unset(key, …)`, and `!/tool-loop-…(value)`. */
export function parseMessage(message: string, translate: Translate = inEnglish): ChatCommand | undefined {
  const trimmed = message.trim();
  const slash = /^\/(tool-loop-[a-z-]{1,40})(?:\s+([^\n]{0,200}))?$/i.exec(trimmed);
  if (slash !== null) {
    return parseSlashCommand((slash[1] as string).toLowerCase(), slash[2] ?? '', translate);
  }
  const call = /^!\/([a-z_-]{1,40})\s*(?:\(([^()\n]{0,500})\))?$/i.exec(trimmed);
  if (call === null) {
    return undefined;
  }
  const name = (call[1] as string).toLowerCase().replaceAll('_', '-');
  const inside = call[2] ?? '';
  if (name === 'set') {
    return parseSet(inside, translate);
  }
  if (name === 'unset') {
    return parseUnset(inside, translate);
  }
  return name.startsWith('tool-loop') ? parseSlashCommand(name, inside, translate) : undefined;
}

function parseSet(text: string, translate: Translate): ChatCommand {
  const pairs = text.split(/,(?=\s*[A-Za-z_.-]{1,60}\s*=)/).filter((part) => part.trim() !== '');
  if (pairs.length === 0) {
    return {
      kind: 'invalid',
      message: translate('Name a setting and a value, such as {example}.', {
        example: `!/set(${chatName('maxRepeats')}=4)`,
      }),
    };
  }
  let values: EngineValues = {};
  for (const pair of pairs) {
    const [name = '', ...rest] = pair.split('=');
    const key = keyOf(name);
    if (key === undefined) {
      return { kind: 'invalid', message: unknownSettingText(name, SETTING_NAMES, translate) };
    }
    const parsed = parseAssignment(key, unquote(rest.join('=')), translate);
    if (parsed.kind !== 'set') {
      return parsed;
    }
    values = { ...values, ...parsed.values };
  }
  return { kind: 'set', values };
}

function parseUnset(text: string, translate: Translate): ChatCommand {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  if (names.length === 0 || (names.length === 1 && names[0]?.toLowerCase() === 'all')) {
    return { kind: 'unset', keys: ENGINE_KEYS };
  }
  const keys: EngineKey[] = [];
  for (const name of names) {
    const key = keyOf(name);
    if (key === undefined) {
      return { kind: 'invalid', message: unknownSettingText(name, SETTING_NAMES, translate) };
    }
    keys.push(key);
  }
  return { kind: 'unset', keys };
}

function parseBudget(text: string, translate: Translate): ChatCommand {
  const word = unquote(text).toLowerCase();
  const choice = BUDGET_CHOICES.find((each) => each === word);
  return word === '' || choice !== undefined
    ? { kind: 'budget', choice }
    : {
        kind: 'invalid',
        message: invalidValueText(
          '/tool-loop-budget',
          word,
          orList(BUDGET_CHOICES.map(codeSpan), translate),
          translate,
        ),
      };
}

function parseAssignment(key: EngineKey, text: string, translate: Translate): ChatCommand {
  const { value } = rowOf(key);
  const shown = labelsOf(key, translate).find(([, label]) => label.toLowerCase() === text.toLowerCase());
  const typed = text === '' ? undefined : typedValue(value, shown?.[0] ?? text);
  return typed === undefined
    ? { kind: 'invalid', message: invalidText(key, chatName(key), text, allowedText(value, translate), translate), key }
    : { kind: 'set', values: { [key]: typed } };
}

/** The words to choose from, with what the person reads for each. */
function labelsOf(key: EngineKey, translate: Translate): readonly (readonly [word: string, label: string])[] {
  switch (key) {
    case 'mode':
      return MODES.map((mode) => [mode, modeLabel(mode, translate)]);
    case 'preset':
      return OFFERED_PRESETS.map((preset) => [preset, presetLabel(preset, translate)]);
    default:
      return [];
  }
}

function keyOf(name: string): EngineKey | undefined {
  const typed = plain(
    name
      .trim()
      .toLowerCase()
      .replace(/^tool[-_]loop[-_](?:detection[-_])?/, ''),
  ).toLowerCase();
  return ENGINE_ROWS.find(
    (row) => row.key !== undefined && [row.name, ...(row.aliases ?? [])].some((each) => each.toLowerCase() === typed),
  )?.key;
}

function unquote(text: string): string {
  return text.trim().replace(/^(["'`])(.*)\1$/, '$2');
}

function unknownCommandText(name: string, translate: Translate): string {
  const near = nearestName(
    name,
    CHAT_COMMANDS.map((command) => command.name),
  );
  const parts = { name: codeSpan(`/${name}`), help: '`/tool-loop-help`' };
  return near === undefined
    ? translate('{name} isn’t a command. {help} lists all commands.', parts)
    : translate('{name} isn’t a command. Did you mean {closest}? {help} lists all commands.', {
        ...parts,
        closest: codeSpan(`/${near}`),
      });
}

function unknownSettingText(name: string, known: readonly string[], translate: Translate): string {
  const near = nearestName(name.trim(), known);
  const given = escapeMarkdown(name.trim());
  return near === undefined
    ? translate('"{name}" isn’t a setting.', { name: given })
    : translate('"{name}" isn’t a setting. Did you mean {closest}?', { name: given, closest: codeSpan(near) });
}

function invalidText(key: EngineKey, name: string, typed: string, allowed: string, translate: Translate): string {
  const text = escapeMarkdown(typed);
  const words = labelsOf(key, translate).map(([word, label]) => `${codeSpan(word)} (${label})`);
  switch (key) {
    case 'mode':
      return translate('"{text}" isn’t a mode. Use {modes}.', { text, modes: orList(words, translate) });
    case 'preset': {
      const near = nearestName(typed, PRESET_NAMES);
      return near === undefined
        ? translate('"{text}" isn’t a preset. Use {presets}.', { text, presets: orList(words, translate) })
        : translate('"{text}" isn’t a preset. Did you mean {closest}?', { text, closest: codeSpan(near) });
    }
    default:
      return invalidValueText(name, typed, escapeMarkdown(allowed), translate);
  }
}

function invalidValueText(name: string, typed: string, allowed: string, translate: Translate): string {
  return translate('"{text}" isn’t valid for {name}. Use {allowed}.', {
    text: escapeMarkdown(typed),
    name: codeSpan(name),
    allowed,
  });
}

function orList(values: readonly string[], translate: Translate): string {
  return translate('{values}, or {last}', { values: values.slice(0, -1).join(', '), last: values.at(-1) ?? '' });
}
