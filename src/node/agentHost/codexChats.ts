import { BoundedMap } from '../../engine/values/boundedMap';
import { fieldsOf, isJsonObject, jsonIn } from '../files/jsonFields';
import { newLines } from '../files/newLines';
import { type CodexListener, CodexSession, isPromptOf } from '../logs/codex';
import type { RunningTurn, TurnsInHost } from './runningChats';
import { homedir } from 'node:os';
import { type SessionLogFile, sessionLogFiles } from '../logs/sessionLogFiles';
import { holds } from '../transport/publishedWindows';

const REMEMBERED_CHATS = 100;

const PAUSE_MS = 1_000;

interface Followed {
  readonly id: string;
  readonly folder: string;
  readonly path: string;
  readonly session: CodexSession;
  offset: number;
  startedMs: number;
}

export interface ThreadWatch {
  readonly isWatched: (folder: string) => boolean;
  readonly begin: (thread: Pick<CodexThread, 'id' | 'folder'>) => CodexListener;
}

/**
 * Follows what Codex does in chats of the Agent Host. The host only says roughly what happens: commands without their
 * folder, and neither checks on what runs nor calls of unknown tools. Codex writes down each call before it begins,
 * with all arguments and the id that hooks get, so the calls are read there.
 */
export class CodexChats {
  readonly #followed = new BoundedMap<string, Followed>(REMEMBERED_CHATS);
  readonly #nextMs = new BoundedMap<string, number>(REMEMBERED_CHATS);

  constructor(
    private readonly watch: ThreadWatch,
    private readonly find: typeof threadsOfTurn = threadsOfTurn,
    private readonly now: () => number = Date.now,
  ) {}

  /** Reads what Codex has written after something happened in a chat's turn. Never throws. */
  worked(turn: RunningTurn, host: TurnsInHost): void {
    const followed = turn.provider === 'codex' ? this.#threadOf(turn, host) : undefined;
    if (followed !== undefined) {
      newLines(followed.path, followed).forEach((line) => followed.session.take(jsonIn(line)));
    }
  }

  #threadOf(turn: RunningTurn, host: TurnsInHost): Followed | undefined {
    const known = this.#watched(turn.chat);
    if (known?.startedMs === turn.startedMs) {
      return known;
    }
    const nowMs = this.now();
    if (nowMs < (this.#nextMs.get(turn.chat) ?? 0)) {
      return undefined;
    }
    this.#nextMs.set(turn.chat, nowMs + PAUSE_MS);
    const found = this.#find(turn, host, known);
    if (found === undefined || !this.watch.isWatched(found.folder)) {
      return undefined;
    }
    host.isKnownAs(found.id, turn.chat);
    if (found.id === known?.id) {
      known.startedMs = turn.startedMs;
      return known;
    }
    const { id, folder, path, offset, lines } = found;
    const session = new CodexSession(this.watch.begin(found));
    this.#followed.set(turn.chat, { id, folder, path, session, offset, startedMs: turn.startedMs });
    lines.forEach((line) => session.take(line));
    return this.#followed.get(turn.chat);
  }

  /** Undefined if another window watches the chat's thread by now, which reads the whole turn again. */
  #watched(chat: string): Followed | undefined {
    const known = this.#followed.get(chat);
    if (known === undefined || this.watch.isWatched(known.folder)) {
      return known;
    }
    this.#followed.delete(chat);
    return undefined;
  }

  /** The only thread that a turn can be in; undefined if there are several, or only another chat's. */
  #find(
    turn: RunningTurn,
    { turns }: Pick<TurnsInHost, 'turns'>,
    known: Followed | undefined,
  ): CodexThread | undefined {
    const threads = this.find(turn);
    const same = threads.find(({ id }) => id === known?.id);
    if (same !== undefined) {
      return same;
    }
    const others = turns.filter(({ chat }) => chat !== turn.chat);
    const taken = others.map(({ chat }) => this.#followed.get(chat)?.id);
    const [thread, ...further] = threads.filter(({ id }) => !taken.includes(id));
    const isAlone = others.every(
      (other) => !isTwin(other, turn) || this.#followed.get(other.chat)?.startedMs === other.startedMs,
    );
    return isAlone && further.length === 0 ? thread : undefined;
  }
}

function isTwin(one: RunningTurn, other: RunningTurn): boolean {
  const [first, second] = [one.prompt.trim(), other.prompt.trim()];
  return (
    one.provider === other.provider &&
    (first.startsWith(second) || second.startsWith(first)) &&
    one.folders.some((folder) => other.folders.includes(folder))
  );
}

const ORIGINATOR = 'vscode_agent_host';

/** How much of the end of a file is searched for the prompt, which has just been written. */
const TAIL_BYTES = 1024 * 1024;

export interface CodexThread {
  readonly id: string;
  readonly folder: string;
  readonly path: string;
  /** JSON values since the prompt, including it and the model that got it. */
  readonly lines: readonly unknown[];
  /** Where the next line will begin, in bytes. */
  readonly offset: number;
}

/**
 * The Agent Host doesn't name the thread of a turn. These were begun by a host in the same folder, and got the same
 * prompt since the turn began. Never throws.
 */
export function threadsOfTurn(
  turn: Pick<RunningTurn, 'prompt' | 'folders' | 'startedMs'>,
  environment: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): readonly CodexThread[] {
  return sessionLogFiles(['codex'], turn.startedMs, environment, home).flatMap((file) => threadIn(file, turn));
}

function threadIn({ path, bytes }: SessionLogFile, turn: Parameters<typeof threadsOfTurn>[0]): CodexThread[] {
  const [first = ''] = newLines(path, { offset: 0 });
  const { payload } = fieldsOf(jsonIn(first));
  const { id, cwd, originator } = isJsonObject(payload) ? payload : {};
  if (originator !== ORIGINATOR || typeof id !== 'string' || typeof cwd !== 'string') {
    return [];
  }
  const reader = { offset: Math.max(0, bytes - TAIL_BYTES) };
  const all = newLines(path, reader).map(jsonIn);
  const at = all.findLastIndex((line) => isPromptOf(line, turn));
  if (at < 0 || !turn.folders.some((folder) => holds(folder, cwd) && holds(cwd, folder))) {
    return [];
  }
  const context = all.slice(0, at).findLast((line) => fieldsOf(line)['type'] === 'turn_context');
  const lines = [...(context === undefined ? [] : [context]), ...all.slice(at)];
  return [{ id, folder: cwd, path, lines, offset: reader.offset }];
}
