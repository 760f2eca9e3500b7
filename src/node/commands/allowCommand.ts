import type { Writable } from 'node:stream';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { literalPattern } from '../../core/settings/patterns';
import { nearestName } from '../../core/settings/readSettings';
import { OUTSIDE_AGENTS } from '../agents/registry';
import { readForeignForChange, writeForeignFile } from '../files/foreignFile';
import { listOf, withoutMark } from '../files/jsonFields';
import { isOwnFile } from '../files/ownFile';
import { ALLOWED, writtenIn } from '../files/settingsFile';
import { SETTINGS_FILE, sharedFolder } from '../plugin/sharedFolder';
import { type Machine, stateFolders } from '../protection/machineFacts';
import { StateFolder } from '../state/stateFolder';
import type { SessionState } from './storedSessions';

/**
 * `tool-loop-guard allow`: excludes a tool, or one of its commands, from loop detection, in the settings that the hooks
 * of all installed agents read. Comments and other settings stay.
 * @param target a tool, a pattern for tools, or a tool with a command: `bash: npm run lint`
 * @returns the exit code: 0, 1 if nothing could be written, or 2 if there is no such tool
 */
export function runAllow(
  { target, isUndone }: { readonly target: string; readonly isUndone: boolean },
  output: Writable,
  errors: Writable,
  machine: Machine,
): number {
  const path = join(sharedFolder(machine.home), SETTINGS_FILE);
  const [, tool = target, command] = /^([^\s:]+): *(\S.*)$/.exec(target) ?? [];
  try {
    if (existsSync(path) && !isOwnFile(path)) {
      throw new Error(`${path} is not a file of this user, so it is not used.`);
    }
    const before = readForeignForChange(path) ?? '';
    const pattern = command === undefined ? tool : `${tool}: ${literalPattern(command)}`;
    const after = changed(before, { pattern, isUndone, path });
    // An excluded tool may be checked again, even if it is no longer known.
    if ((!isUndone || after === before) && !isKnown(tool, machine)) {
      const near = nearestName(tool, TOOLS);
      const proposal = near === undefined ? '' : ` Did you mean ${near}?`;
      errors.write(`Nothing was changed. No agent is known to have a tool ${tool}.${proposal}\n`);
      return 2;
    }
    if (after === before) {
      const state = isUndone ? 'was not excluded by allow' : 'is already excluded from loop detection';
      output.write(`${target} ${state}.\n`);
      return 0;
    }
    writeForeignFile(path, after);
    output.write(
      isUndone
        ? `${target} is checked again, by ${path}.\n`
        : `${target} is excluded from loop detection, in ${path}. To undo this, add --undo.\n` +
            'This holds for all installed agents. Sessions that a VS Code window checks use the settings of VS Code.\n',
    );
    return 0;
  } catch (error) {
    errors.write(`Nothing was changed. ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

const TOOLS: readonly string[] = OUTSIDE_AGENTS.flatMap(({ tools }) => tools?.split(' ') ?? []);

/** Whether an agent has this tool, or was seen to. Patterns and tools of MCP servers aren't looked up. */
function isKnown(tool: string, machine: Machine): boolean {
  if (/[*?[{]|^mcp|__|\//i.test(tool)) {
    return true;
  }
  const states = stateFolders(machine).map((folder) => new StateFolder<SessionState>(folder));
  const sessions = states.flatMap((each) => each.names().flatMap((name) => each.read(name)?.conversation ?? []));
  const seen = sessions.flatMap((conversation) => [conversation, ...conversation.agents.map(([, agent]) => agent)]);
  const names = [...TOOLS, ...seen.flatMap(({ entries }) => entries.map((entry) => entry.tool))];
  return names.some((name) => name.toLowerCase() === tool.toLowerCase());
}

interface Exclusion {
  readonly pattern: string;
  readonly isUndone: boolean;
  readonly path: string;
}

/** Ignores the case, as the check of a call does. @throws if the text isn't an object of settings */
function changed(text: string, { pattern, isUndone, path }: Exclusion): string {
  const before = text.trim() === '' ? '{}\n' : text;
  const allowed = listOf(writtenIn(before, path)[ALLOWED]);
  const others = allowed.filter((each) => String(each).toLowerCase() !== pattern.toLowerCase());
  if (others.length < allowed.length !== isUndone) {
    return text;
  }
  const left = isUndone ? others : [...allowed, pattern];
  const eol = before.includes('\r\n') ? '\r\n' : '\n';
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol };
  return applyEdits(before, modify(withoutMark(before), [ALLOWED], left, { formattingOptions }));
}
