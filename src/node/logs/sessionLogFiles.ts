import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { applicationsFolder } from '../files/applicationsFolder';
import { shortText } from '../files/shortText';
import { claudeFolder, codexFolder, copilotFolder, geminiFolder, qwenFolder } from '../plugin/agentFolders';
import { homedir } from 'node:os';

export const COPILOT_EVENTS_FILE = 'events.jsonl';

/** More than a session writes in half a minute. */
const MOST_BYTES = 4 * 1024 * 1024;

export function sessionStateFolder(environment: NodeJS.ProcessEnv = process.env, home: string = homedir()): string {
  return join(copilotFolder(environment, home), 'session-state');
}

/** Undefined for an invalid id: it comes from outside and must not lead to another place. */
export function copilotEventsFile(sessionId: string): string | undefined {
  return /^[\w.-]+$/.test(sessionId) && !sessionId.startsWith('.')
    ? join(sessionStateFolder(), sessionId, COPILOT_EVENTS_FILE)
    : undefined;
}

/**
 * Sessions whose first prompt Copilot's runtime has just received: it creates their folder one second later, and calls
 * the first hook up to five seconds after that, once it knows the model (both measured under load).
 * @param sinceMs the earliest time when the folder was created
 * @returns ids of sessions whose model hasn't answered yet
 */
export function copilotSessionsBegun(sinceMs: number, environment?: NodeJS.ProcessEnv, home?: string): string[] {
  const folder = sessionStateFolder(environment, home);
  try {
    // A folder changes when another is created in it, so usually there is nothing to list.
    if (statSync(folder).mtimeMs < sinceMs) {
      return [];
    }
    // One that is removed in the meantime must not hide the others.
    const bornMs = (id: string): number => statSync(join(folder, id), { throwIfNoEntry: false })?.birthtimeMs ?? 0;
    // One whose model has answered has called its hooks.
    const hasAnswered = (id: string): boolean =>
      shortText(join(folder, id, COPILOT_EVENTS_FILE), MOST_BYTES).includes('"assistant.turn_end"');
    return readdirSync(folder).filter((id) => bornMs(id) >= sinceMs && !hasAnswered(id));
  } catch {
    return [];
  }
}

export function claudeProjectsFolder(environment: NodeJS.ProcessEnv = process.env, home: string = homedir()): string {
  return join(claudeFolder(environment, home), 'projects');
}

/** Agents nest their folders by date or by project; deeper ones aren't searched. */
const DEEPEST = 8;

export interface SessionLogFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** Whether a person named the file or a folder around it; absent if it is where an agent writes its sessions. */
  readonly named?: 'file' | 'folder';
}

interface LogPlace {
  readonly folder: (environment: NodeJS.ProcessEnv, home: string) => string | readonly string[];
  readonly isLog: (path: string) => boolean;
}

const isJsonLines = (path: string): boolean => path.endsWith('.jsonl');

/** A document contains a whole session; next to a log, it is the log's older form. */
const isDocument = (path: string): boolean => path.endsWith('.json') && !existsSync(`${path}l`);

const isIn = (folders: string, path: string): boolean =>
  new RegExp(`[\\\\/](?:${folders})[\\\\/][^\\\\/]+$`).test(path) && (isJsonLines(path) || isDocument(path));

const isChat = (path: string): boolean => isIn('chats', path);
const isDatabase = (path: string): boolean => /[\\/]opencode(?:-\w+)?\.db$/.test(path);

function vsCodeUserFolders(environment: NodeJS.ProcessEnv, home: string): readonly string[] {
  const applications = applicationsFolder(environment, home);
  const data = [
    ...['Code', 'Code - Insiders', 'VSCodium'].map((edition) => join(applications, edition)),
    ...['.vscode-server', '.vscode-server-insiders'].map((server) => join(home, server, 'data')),
  ];
  return data.flatMap((folder) =>
    ['workspaceStorage', 'globalStorage'].map((storage) => join(folder, 'User', storage)),
  );
}

const PLACES = {
  claude: { folder: claudeProjectsFolder, isLog: isJsonLines },
  copilot: {
    folder: sessionStateFolder,
    // Older versions have a file for each session instead of a folder.
    isLog: (path) => basename(path) === COPILOT_EVENTS_FILE || isIn('session-state', path),
  },
  codex: {
    folder: (environment, home) => join(codexFolder(environment, home), 'sessions'),
    isLog: (path) => isJsonLines(path) && basename(path).startsWith('rollout-'),
  },
  gemini: {
    folder: (environment, home) => join(geminiFolder(environment, home), 'tmp'),
    isLog: isChat,
  },
  qwen: { folder: (environment, home) => join(qwenFolder(environment, home), 'projects'), isLog: isChat },
  opencode: {
    folder: (environment, home) => join(environment['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'opencode'),
    isLog: isDatabase,
  },
  // Chats in a folder or workspace, and in a window without one.
  vscode: { folder: vsCodeUserFolders, isLog: (path) => isIn('chatSessions|emptyWindowChatSessions', path) },
} as const satisfies Record<string, LogPlace>;

export type ScannedAgent = keyof typeof PLACES;

export const SCANNED_AGENTS = Object.keys(PLACES) as readonly ScannedAgent[];

/** The newest first. Skips what can't be read: most people don't have all agents. */
export function sessionLogFiles(
  agents: readonly ScannedAgent[],
  sinceMs: number,
  environment: NodeJS.ProcessEnv,
  home: string,
): SessionLogFile[] {
  return newestFirst(
    agents.flatMap((agent) => {
      const { folder, isLog }: LogPlace = PLACES[agent];
      return [folder(environment, home)].flat().flatMap((each) => filesIn(each, isLog));
    }),
  ).filter(({ modifiedMs }) => modifiedMs >= sinceMs);
}

/** The given files, and possible sessions in the given folders, the newest first. @throws if a path can't be read */
export function namedLogFiles(paths: readonly string[]): SessionLogFile[] {
  return newestFirst(
    paths.flatMap((path): SessionLogFile[] => {
      const named = statSync(path);
      return named.isDirectory()
        ? filesIn(path, (each) => isJsonLines(each) || isDocument(each) || isDatabase(each)).map((file) => ({
            ...file,
            named: 'folder',
          }))
        : [{ path, bytes: named.size, modifiedMs: named.mtimeMs, named: 'file' }];
    }),
  );
}

/** Doesn't follow links. */
function filesIn(folder: string, isLog: (path: string) => boolean, depth = 0): SessionLogFile[] {
  if (depth > DEEPEST) {
    return [];
  }
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        return filesIn(path, isLog, depth + 1);
      }
      const file = entry.isFile() && isLog(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
      if (file === undefined) {
        return [];
      }
      // The latest contents of a database stand in a file next to it.
      const ahead = path.endsWith('.db') ? statSync(`${path}-wal`, { throwIfNoEntry: false }) : undefined;
      const modifiedMs = Math.max(file.mtimeMs, ahead?.mtimeMs ?? 0);
      return [{ path, bytes: file.size + (ahead?.size ?? 0), modifiedMs }];
    });
  } catch {
    // The agent isn't installed, or its folder isn't ours to read.
    return [];
  }
}

function newestFirst(files: readonly SessionLogFile[]): SessionLogFile[] {
  return files.toSorted((one, other) => other.modifiedMs - one.modifiedMs);
}
