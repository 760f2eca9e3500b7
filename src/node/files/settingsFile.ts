import { readFileSync } from 'node:fs';
import type * as JsoncParser from 'jsonc-parser';
import { fileFault } from './fileFault';
import { fieldsOf, withoutMark } from './jsonFields';
import { SECTION } from '../../core/settings/table';

/**
 * Accepts a settings.json (`toolLoopGuard.x`), a file with a section (`toolLoopGuard: {x}`), or an object of bare
 * names, with comments and trailing commas.
 * @throws if the file can't be read or is no such object; the message names the file
 */
export function readSettingsFile(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${path}: ${fileFault(error)}`, { cause: error });
  }
  return settingsIn(text, path);
}

/** What `allow` excluded stands beside the settings, which each window replaces. */
export const ALLOWED = 'allowed';

/** @throws if it is no such object; the message names the file */
export function settingsIn(text: string, path: string): Record<string, unknown> {
  const { [ALLOWED]: allowed, ...settings } = writtenIn(text, path);
  const { excludedTools = [] } = settings;
  return allowed === undefined ? settings : { ...settings, excludedTools: [excludedTools, allowed].flat() };
}

/** @returns the settings and what is {@link ALLOWED}. @throws if it is no such object; the message names the file */
export function writtenIn(text: string, path: string): Record<string, unknown> {
  // Loaded on demand: few have such a file.
  const { parse, printParseErrorCode } = require('jsonc-parser') as typeof JsoncParser;
  const mistakes: JsoncParser.ParseError[] = [];
  const value = parse(withoutMark(text), mistakes, { allowTrailingComma: true }) as unknown;
  const [mistake] = mistakes;
  if (mistake !== undefined || typeof value !== 'object' || value === null || Array.isArray(value)) {
    const reason =
      mistake === undefined
        ? 'is not an object of settings'
        : `is not valid JSON: ${printParseErrorCode(mistake.error)} at character ${mistake.offset}`;
    throw new Error(`${path}: ${reason}`);
  }
  return ownSettings(value as Record<string, unknown>);
}

function ownSettings({ [SECTION]: section, ...value }: Record<string, unknown>): Record<string, unknown> {
  const own = fieldsOf(section);
  const whole = Object.entries(value).filter(([name]) => name.startsWith(`${SECTION}.`));
  // In VS Code's settings.json, names with a dot or in brackets aren't ours.
  const bare = Object.entries(value).filter(([name]) => !/[.[]/.test(name));
  return {
    ...Object.fromEntries(bare),
    ...own,
    ...Object.fromEntries(whole.map(([name, setting]) => [name.slice(SECTION.length + 1), setting])),
  };
}
