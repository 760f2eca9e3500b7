import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { claudeFolder, copilotFolder } from '../plugin/agentFolders';

/** The file in which Copilot's runtime writes what a session does, in the folder of the session. */
export const COPILOT_EVENTS_FILE = 'events.jsonl';

/** Where Copilot's runtime keeps its sessions, a folder each. */
export function sessionStateFolder(environment: NodeJS.ProcessEnv = process.env, home: string = homedir()): string {
  return join(copilotFolder(environment, home), 'session-state');
}

/**
 * The file in which Copilot's runtime writes what one session does.
 * @returns undefined for an id that is none: it comes from outside and must not lead elsewhere
 */
export function copilotEventsFile(
  sessionId: string,
  environment?: NodeJS.ProcessEnv,
  home?: string,
): string | undefined {
  return /^[\w.-]+$/.test(sessionId) && !sessionId.startsWith('.')
    ? join(sessionStateFolder(environment, home), sessionId, COPILOT_EVENTS_FILE)
    : undefined;
}

/**
 * The sessions whose first prompt Copilot's runtime has just taken, wherever they run: it makes their folder one second
 * later, and calls the first hook after up to five more, once it knows the model (both measured under load).
 * @param sinceMs when the folder was made at the earliest
 * @returns their ids; none where there is no folder of sessions
 */
export function copilotSessionsBegun(sinceMs: number, environment?: NodeJS.ProcessEnv, home?: string): string[] {
  const folder = sessionStateFolder(environment, home);
  try {
    // A folder changes when another is made in it, so most often there is nothing to list.
    if (statSync(folder).mtimeMs < sinceMs) {
      return [];
    }
    // One that is removed meanwhile must not hide the others.
    const bornMs = (id: string): number => statSync(join(folder, id), { throwIfNoEntry: false })?.birthtimeMs ?? 0;
    return readdirSync(folder).filter((id) => bornMs(id) >= sinceMs);
  } catch {
    return [];
  }
}

/** Where Claude Code keeps its sessions: a folder for each place that it worked in, in it a file for each session. */
export function claudeProjectsFolder(environment: NodeJS.ProcessEnv = process.env, home: string = homedir()): string {
  return join(claudeFolder(environment, home), 'projects');
}
