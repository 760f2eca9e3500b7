import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SeenCall } from '../../core/protection/liveProbe';
import { readClaudeLine } from '../transcripts/claudeLine';
import { COPILOT_EVENTS_FILE } from '../transcripts/sessionLogs';
import { readSessionEvent } from '../transcripts/sessionEvent';

/** What the lines of a session's file have told of it so far. */
export interface SessionSoFar {
  folder: string | undefined;
}

/** How a harness keeps what its sessions do: one file a session, JSON in lines. */
export interface SessionLog {
  readonly type: SeenCall['type'];
  /** @throws when there is none */
  readonly files: () => readonly { readonly sessionId: string; readonly path: string }[];
  /** Records a line, parsed, and returns when the main agent made the calls that it tells of. */
  readonly callsIn: (line: unknown, session: SessionSoFar) => readonly number[];
}

/**
 * Sessions of Copilot's runtime. Calls of subagents are left out: their hooks ask under another session's id.
 * @param folder see `sessionStateFolder`
 */
export function copilotLog(folder: string): SessionLog {
  return {
    type: 'copilot',
    files: () =>
      readdirSync(folder).map((sessionId) => ({ sessionId, path: join(folder, sessionId, COPILOT_EVENTS_FILE) })),
    callsIn: (line, session) => {
      const event = readSessionEvent(line);
      if (event?.kind === 'sessionStart') {
        session.folder = event.folder;
      }
      return event?.kind === 'callStart' && !event.isOfSubAgent ? [Date.parse(event.timestamp)] : [];
    },
  };
}

/**
 * Sessions of Claude Code that a program runs, such as VS Code; those of a person in a terminal are left out.
 * @param projects see `claudeProjectsFolder`
 * @param folders of which sessions are of interest; there may be thousands of others
 */
export function claudeLog(projects: string, folders: () => readonly string[]): SessionLog {
  return {
    type: 'claude',
    files: () => {
      const beginnings = folders().map(projectName);
      return readdirSync(projects)
        .filter((name) => beginnings.some((beginning) => name.startsWith(beginning)))
        .flatMap((name) => sessionsIn(join(projects, name)));
    },
    callsIn: (value, session) => {
      const line = readClaudeLine(value);
      if (line === undefined || line.isInTerminal) {
        return [];
      }
      session.folder = line.folder ?? session.folder;
      return line.tools.map(() => Date.parse(line.timestamp));
    },
  };
}

/** Longer names end in a digest. */
const PROJECT_CHARACTERS = 200;

/** How Claude Code names the folder for sessions in a folder. */
function projectName(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, '-').slice(0, PROJECT_CHARACTERS);
}

function sessionsIn(folder: string): { sessionId: string; path: string }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => ({ sessionId: name.slice(0, -'.jsonl'.length), path: join(folder, name) }));
}
