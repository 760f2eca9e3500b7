import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FoundSession, scanReport, scanText, type UnreadFile } from '../../core/scan/scanReport';
import { scanPage } from '../../core/scan/scanPage';
import { SessionScan } from '../../core/scan/sessionScan';
import { ConversationSettings } from '../../core/settings/conversationSettings';
import { inEnglish } from '../../core/words/language';
import { oneLine, terminalJson } from '../../core/words/quoting';
import { fileFault } from '../files/fileFault';
import { digestOf } from '../files/hash';
import { isOwnFile } from '../files/ownFile';
import { SETTINGS_FILE, sharedFolder } from '../plugin/sharedFolder';
import type { BrokenLine } from '../logs/recordedSession';
import { openSessionFile, readSessionFile, type SessionListener } from '../logs/sessionFile';
import { namedLogFiles, type ScannedAgent, sessionLogFiles, type SessionLogFile } from '../logs/sessionLogFiles';
import { readConfiguration } from './replayCommand';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Earlier times are from other clocks. */
const FIRST_AGENT_MS = Date.UTC(2020, 0, 1);

const PROGRESS_BYTES = 4 * 1024 * 1024;

const MEGABYTE = 1024 * 1024;

const AGENT_NAMES: Readonly<Record<string, string>> = {
  claude: 'Claude Code',
  copilot: 'Copilot',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  qwen: 'Qwen Code',
  opencode: 'opencode',
  vscode: 'VS Code',
};

export interface ScanCommandOptions {
  /** Files, and folders of files; empty for the agents' own folders on this machine. */
  readonly paths: readonly string[];
  readonly agents: readonly ScannedAgent[];
  /** Without a path, sessions whose last call is older are left out. */
  readonly days: number;
  readonly isJson: boolean;
  readonly htmlFile?: string | undefined;
  readonly failOn: 'stop' | 'warn' | undefined;
  /** As for a replay. By default the user's own, if a window or an installed agent has published them. */
  readonly settingsFile: string | undefined;
  readonly nowMs: number;
  readonly environment: NodeJS.ProcessEnv;
  readonly home?: string;
  readonly isTerminal: boolean;
}

const FOUND = 3;

/**
 * Sends nothing, and keeps no text of a session.
 * @returns the exit code: 0; 1 if a path, a file, or the settings can't be read; 2 if a named file isn't a session; 3
 * if `failOn` was found
 */
export async function runScan(options: ScanCommandOptions, output: Writable, errors: Writable): Promise<number> {
  const own = join(sharedFolder(options.home), SETTINGS_FILE);
  const settingsFile = options.settingsFile ?? (isOwnFile(own) ? own : undefined);
  const configuration = readConfiguration(settingsFile, errors);
  if (configuration === undefined) {
    return 1;
  }
  const files = filesFor(options, errors);
  if (files === undefined) {
    return 1;
  }
  const settings = new ConversationSettings(() => configuration);
  const unread: UnreadFile[] = [];
  let isMisused = false;
  const found: FoundSession[] = [];
  const sinceMs = options.paths.length > 0 ? 0 : options.nowMs - options.days * DAY_MS;
  const megabytes = Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / MEGABYTE);
  let [read, told] = [0, 0];
  const onRead = (bytes: number): void => {
    read += bytes;
    if (options.isTerminal && read - told >= PROGRESS_BYTES) {
      told = read;
      errors.write(`\rReading sessions: ${Math.floor(read / MEGABYTE)} of ${megabytes} MB`);
    }
  };
  for (const file of files) {
    const onUnread = (reason: string): void => {
      unread.push({ file: file.path, reason });
      errors.write(`${oneLine(file.path)}: skipped, ${reason}\n`);
    };
    try {
      found.push(...(await scanFile(file, settings, sinceMs, { onRead, onUnread, onOther: () => (isMisused = true) })));
    } catch (error) {
      onUnread(fileFault(error));
    }
  }
  if (told > 0) {
    errors.write('\r\u001b[K');
  }
  if (isMisused) {
    errors.write(`Sessions that can be read are those of ${Object.values(AGENT_NAMES).join(', ')}.\n`);
  }
  const newestFirst = found.toSorted((one, other) => other.modifiedMs - one.modifiedMs);
  const report = scanReport(newestFirst, unread);
  const days = options.paths.length > 0 ? undefined : options.days;
  const period = days === undefined ? 'the named files' : `the last ${days} days`;
  output.write(options.isJson ? `${terminalJson(report)}\n` : scanText(report, period));
  if (options.htmlFile !== undefined) {
    const nonce = randomBytes(16).toString('hex');
    try {
      writeFileSync(options.htmlFile, scanPage(report, days, { nonce, language: 'en' }, inEnglish));
      errors.write(`Wrote ${oneLine(options.htmlFile)}\n`);
    } catch (error) {
      const isWithoutFolder = (error as NodeJS.ErrnoException).code === 'ENOENT';
      errors.write(`${oneLine(options.htmlFile)}: ${isWithoutFolder ? 'there is no such folder' : fileFault(error)}\n`);
      return 1;
    }
  }
  const isFound =
    options.failOn !== undefined && report.stopped.loops + (options.failOn === 'warn' ? report.warned : 0) > 0;
  return isFound ? FOUND : isMisused ? 2 : unread.length > 0 ? 1 : 0;
}

function filesFor(
  { paths, agents, days, nowMs, environment, home = homedir() }: ScanCommandOptions,
  errors: Writable,
): SessionLogFile[] | undefined {
  try {
    return paths.length > 0 ? namedLogFiles(paths) : sessionLogFiles(agents, nowMs - days * DAY_MS, environment, home);
  } catch (error) {
    const path = error instanceof Error && 'path' in error ? String(error.path) : paths.join(' ');
    errors.write(`${oneLine(path)}: ${fileFault(error)}\n`);
    return undefined;
  }
}

interface ReadingListener {
  readonly onRead: (bytes: number) => void;
  readonly onUnread: (reason: string) => void;
  readonly onOther: () => void;
}

async function scanFile(
  { path, modifiedMs, named }: SessionLogFile,
  settings: ConversationSettings,
  sinceMs: number,
  { onRead, onUnread, onOther }: ReadingListener,
): Promise<readonly FoundSession[]> {
  let broken: BrokenLine | undefined;
  let sessions = 0;
  const found: FoundSession[] = [];
  let scan = new SessionScan(settings, digestOf);
  let lastMs = 0;
  const listener: SessionListener = {
    guidance: settings.configuration.messages.guidance,
    call: (call, model) => {
      lastMs = Math.max(lastMs, call.atMs);
      scan.call(call, model);
    },
    tokens: (round, count, model) => scan.tokens(round, count, model),
    end: ({ id, source, modifiedMs: ownMs = modifiedMs }) => {
      sessions += 1;
      const atMs = lastMs > FIRST_AGENT_MS ? lastMs : ownMs;
      if (atMs >= sinceMs) {
        found.push({ id, agent: AGENT_NAMES[source] ?? source, file: path, modifiedMs: atMs, ...scan.end() });
      }
      lastMs = 0;
      scan = new SessionScan(settings, digestOf);
    },
    // An incomplete line, or one of a newer format, says nothing about the others.
    broken: (line) => (broken ??= line),
  };
  for await (const bytes of readSessionFile(openSessionFile(path), path, listener)) {
    onRead(bytes);
    // Node frees much unneeded memory only between turns.
    await nextTurn();
  }
  const { about, line, reason = '' }: Partial<BrokenLine> = broken ?? {};
  // A session that has only begun doesn't count, and most documents in any folder are something else.
  const isLeftOut =
    (about === 'empty' && named !== 'file') || (about === 'unknown' && named === 'folder' && path.endsWith('.json'));
  if (sessions === 0 && reason !== '' && !isLeftOut) {
    onUnread(about === undefined ? `line ${line} ${reason}` : reason);
    if (named === 'file' && (about === undefined || about === 'unknown')) {
      onOther();
    }
  }
  return found;
}
