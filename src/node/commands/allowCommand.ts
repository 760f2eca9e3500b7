import type { Writable } from 'node:stream';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyEdits, modify, parse } from 'jsonc-parser';
import { SECTION } from '../../core/settings/section';
import { isJsonObject } from '../files/jsonFields';
import { isOwnFile } from '../files/ownFile';
import { replaceFile } from '../files/replaceFile';
import { settingsIn } from '../files/settingsFile';
import { SETTINGS_FILE, sharedFolder } from '../plugin/sharedFolder';
import type { Machine } from '../protection/machineFacts';

/** The setting that holds what is particular to individual tools. */
const SETTING = 'tools';

/**
 * `tool-loop-guard allow TOOL`: excludes a tool from loop detection, in the settings that the hooks of all installed
 * agents read. Comments and other settings stay.
 * @returns the exit code: 0, or 1 when nothing could be written
 */
export function runAllow(tool: string, output: Writable, errors: Writable, { home }: Machine): number {
  const path = join(sharedFolder(home), SETTINGS_FILE);
  try {
    if (existsSync(path) && !isOwnFile(path)) {
      throw new Error(`${path} is not a file of this user, so it is not used.`);
    }
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const after = withTool(before, tool, path);
    if (after === before) {
      output.write(`${tool} is already excluded from loop detection.\n`);
      return 0;
    }
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    replaceFile(path, after);
    output.write(
      `${tool} is excluded from loop detection, in ${path}.\n` +
        'This holds for all installed agents. Sessions that a VS Code window checks use the settings of VS Code.\n',
    );
    return 0;
  } catch (error) {
    errors.write(`Nothing was changed. ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** @throws when the text is no object of settings */
function withTool(text: string, tool: string, path: string): string {
  const before = text.trim() === '' ? '{}' : text;
  const own = settingsIn(before, path);
  const tools = own[SETTING];
  const known = isJsonObject(tools) ? tools[tool] : undefined;
  if (isJsonObject(known) && known['exempt'] === true) {
    return text;
  }
  const edits = modify(before, [...pathIn(before, own), tool, 'exempt'], true, {
    formattingOptions: { insertSpaces: true, tabSize: 2, eol: before.includes('\r\n') ? '\r\n' : '\n' },
  });
  const after = applyEdits(before, edits);
  return after.endsWith('\n') || text.trim() !== '' ? after : `${after}\n`;
}

/** Where the setting stands: as `toolLoopGuard.x`, in an object `toolLoopGuard`, or under its bare name. */
function pathIn(text: string, own: Readonly<Record<string, unknown>>): string[] {
  const all = parse(text, [], { allowTrailingComma: true }) as Readonly<Record<string, unknown>>;
  if (isJsonObject(all[SECTION]) && all[`${SECTION}.${SETTING}`] === undefined) {
    return [SECTION, SETTING];
  }
  const isBare = Object.keys(own).length > 0 && !Object.keys(all).some((name) => name.startsWith(`${SECTION}.`));
  return [isBare ? SETTING : `${SECTION}.${SETTING}`];
}
