import { applyEdits, type FormattingOptions, modify, parse, type ParseError } from 'jsonc-parser';
import type { SettingsChange } from '../core/feedback/settingsChange';
import { SECTION } from '../core/settings/parse';

/**
 * The text of a settings.json with changes of our settings in it; comments, order and everything else stay as they are.
 * @returns undefined when the text is no JSON object with comments, so that nobody knows where to write
 */
export function editSettingsText(text: string, changes: readonly SettingsChange[]): string | undefined {
  const mistakes: ParseError[] = [];
  const value = parse(text === '' ? '{}' : text, mistakes, { allowTrailingComma: true }) as unknown;
  if (mistakes.length > 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return undefined;
  }
  return changes.reduce((edited, { path: [setting, ...keys], value: wanted }) => applyEdits(edited, modify(edited, [`${SECTION}.${setting}`, ...keys], wanted, { formattingOptions: formatOf(text) })), text === '' ? '{}' : text);
}

/** Indented as the text is already. */
function formatOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '    ';
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.startsWith('\t') ? 4 : indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
