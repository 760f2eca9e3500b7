import { MODES } from '../settings/mode';
import { OFFERED_PRESETS, PRESET_NAMES } from '../settings/presets';
import type { EngineKey } from '../settings/table';
import type { Translate } from '../words/language';
import { codeSpan, escapeMarkdown } from '../words/pages/markdown';
import { nearestName } from '../words/nearestName';
import { CHAT_COMMANDS } from './slashCommands';

/** That a command is not known, as Markdown. @param name without its slash */
export function unknownCommandText(name: string, translate: Translate): string {
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

/** That a setting is not known, as Markdown. @param known the names of all settings */
export function unknownSettingText(name: string, known: readonly string[], translate: Translate): string {
  const near = nearestName(name.trim(), known);
  const parts = { name: escapeMarkdown(name.trim()), status: '`/tool-loop-status all`' };
  return near === undefined
    ? translate('"{name}" isn’t a setting. {status} lists all settings.', parts)
    : translate('"{name}" isn’t a setting. Did you mean {closest}? {status} lists all settings.', {
        ...parts,
        closest: codeSpan(near),
      });
}

/** That a value of a setting is not understood, as Markdown. @param allowed in words */
export function invalidText(
  key: EngineKey,
  name: string,
  typed: string,
  allowed: string,
  translate: Translate,
): string {
  const text = escapeMarkdown(typed);
  switch (key) {
    case 'mode':
      return translate('"{text}" isn’t a mode. Use {modes}.', { text, modes: orList(MODES, translate) });
    case 'preset': {
      const near = nearestName(typed, PRESET_NAMES);
      return near === undefined
        ? translate('"{text}" isn’t a preset. Use {presets}.', { text, presets: orList(OFFERED_PRESETS, translate) })
        : translate('"{text}" isn’t a preset. Did you mean {closest}?', { text, closest: codeSpan(near) });
    }
    default:
      return invalidValueText(name, typed, escapeMarkdown(allowed), translate);
  }
}

/** That what stands behind a name is not understood, as Markdown. @param allowed as Markdown */
export function invalidValueText(name: string, typed: string, allowed: string, translate: Translate): string {
  return translate('"{text}" isn’t valid for {name}. Use {allowed}.', {
    text: escapeMarkdown(typed),
    name: codeSpan(name),
    allowed,
  });
}

/** Values to type, of which one is to be chosen, as Markdown. */
export function orList(values: readonly string[], translate: Translate): string {
  const named = values.map(codeSpan);
  return translate('{values}, or {last}', { values: named.slice(0, -1).join(', '), last: named.at(-1) ?? '' });
}
