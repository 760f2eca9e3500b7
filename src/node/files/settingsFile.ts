import { readFileSync } from 'node:fs';
import type * as JsoncParser from 'jsonc-parser';
import { fileFault } from './fileFault';
import { withoutMark } from './jsonFields';
import { SECTION } from '../../core/settings/table';

/**
 * Reads our settings from a file: a settings.json (`toolLoopGuard.x`), one with a section (`toolLoopGuard: {x}`), or an
 * object of bare names. Comments and trailing commas are allowed.
 * @throws when the file cannot be read or is no such object; the message names the file
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

/** @throws when it is no such object; the message names the file */
export function settingsIn(text: string, path: string): Record<string, unknown> {
  // Loaded when there is such a file: few have one.
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

function ownSettings(value: Record<string, unknown>): Record<string, unknown> {
  const section = value[SECTION];
  const own: Record<string, unknown> = typeof section === 'object' && section !== null ? { ...section } : {};
  for (const [name, setting] of Object.entries(value)) {
    if (name.startsWith(`${SECTION}.`)) {
      own[name.slice(SECTION.length + 1)] = setting;
    }
  }
  // In a settings.json of VS Code, names with a dot or in brackets are other people's.
  return Object.keys(own).length > 0
    ? own
    : Object.fromEntries(Object.entries(value).filter(([name]) => !/[.[]/.test(name)));
}
