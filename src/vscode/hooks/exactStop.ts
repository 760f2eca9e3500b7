import { hostEntries } from '../../node/agentHost/hostEntries';
import { type CallerIds, type ChatAddress, type ChatListener, RunningChats } from '../../node/agentHost/runningChats';
import { CodexChats, type ThreadWatch } from '../../node/agentHost/codexChats';

/** Before looking for hosts again: the shortest pause, and the longest after failed connections. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

interface ExactStopPorts {
  /** VS Code's folder, where this user's Agent Hosts write their addresses. */
  readonly userData: string;
  readonly isOn: () => boolean;
  readonly codex: () => ThreadWatch | undefined;
  /** Called for each chat whose turn has ended, even by the user, which no hook reports. */
  readonly onEnd: (sessionId: string) => void;
  /** Gets a line about each connection, without an address. */
  readonly log: (line: string) => void;
}

/**
 * Ends any single chat of VS Code's Agent Host by its own protocol, in front or not, while others continue. Connects
 * once a session there asks about a call. Where no host listens, as in a remote window, nothing is ended here.
 */
export class ExactStop {
  /** By socket; undefined while connecting. No stop waits for that. */
  readonly #hosts = new Map<string, RunningChats | undefined>();
  #isDisposed = false;
  #nextMs = 0;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(private readonly ports: ExactStopPorts) {}

  dispose(): void {
    this.#isDisposed = true;
    this.#hosts.forEach((host) => host?.dispose());
    this.#hosts.clear();
  }

  /** A session of the Agent Host is working: connects to each host that listens, unless that has just failed. */
  prepare(nowMs: number): void {
    if (!this.ports.isOn() || nowMs < this.#nextMs) {
      return;
    }
    // Not at each call, because it reads files.
    this.#nextMs = nowMs + FIRST_PAUSE_MS;
    for (const entry of hostEntries(this.ports.userData)) {
      if (!this.#hosts.has(entry.socket)) {
        this.#hosts.set(entry.socket, undefined);
        void this.#connect(entry, nowMs);
      }
    }
  }

  /** Ends the turn of a call's chat. True if the host says that it has ended. */
  async cancel(caller: CallerIds): Promise<boolean> {
    if (!this.ports.isOn()) {
      return false;
    }
    for (const host of this.#hosts.values()) {
      if ((await host?.cancel(caller)) === true) {
        return true;
      }
    }
    return false;
  }

  /** The chat of a running call; undefined if no host knows it. */
  addressOf(caller: CallerIds): ChatAddress | undefined {
    for (const host of this.#hosts.values()) {
      const address = host?.addressOf(caller);
      if (address !== undefined) {
        return address;
      }
    }
    return undefined;
  }

  async #connect(entry: ReturnType<typeof hostEntries>[number], nowMs: number): Promise<void> {
    try {
      const watch = this.ports.codex();
      const codex = watch && new CodexChats(watch);
      const told: ChatListener = {
        ended: this.ports.onEnd,
        worked: (turn, host) => codex?.worked(turn, host),
        closed: () => this.#hosts.delete(entry.socket),
      };
      const chats = await RunningChats.follow(entry, 'Tool Loop Guard', told);
      if (this.#isDisposed) {
        chats.dispose();
        return;
      }
      this.#hosts.set(entry.socket, chats);
      this.#pauseMs = FIRST_PAUSE_MS;
      this.ports.log('Connected to the Agent Host: a looping chat there can be stopped by itself.');
    } catch (error) {
      this.#hosts.delete(entry.socket);
      this.#nextMs = nowMs + this.#pauseMs;
      this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
      this.ports.log(`The Agent Host can't be used to stop single chats: ${(error as Error).message}`);
    }
  }
}
