import type { ToldTurn } from './codexThread';

/** A turn that runs in a chat of the person's own. */
export interface RunningTurn extends ToldTurn {
  readonly chat: string;
  /** The agent of the session, as the host names it: `copilotcli`, `claude`, `codex`. */
  readonly provider: string;
}

/** Who made a call, by the ids that hooks know. */
export interface CallerIds {
  readonly sessionId: string;
  readonly agentId?: string | undefined;
  /** Of the call itself; alone tells the chats of Claude's runtime. */
  readonly callId?: string | undefined;
}

/** The address of a chat that VS Code can open. */
export type ChatAddress = `agent-host-${string}`;

/** The turns of a host, and what its chats are known as. */
export interface TurnsInHost {
  readonly turns: readonly RunningTurn[];
  /** From now on a chat is also known by this id. */
  readonly isKnownAs: (id: string, chat: string) => void;
}

export interface ChatListener {
  /** The turn of a chat has ended, whoever ended it; with the id that hooks know its session by. */
  readonly ended: (sessionId: string) => void;
  /** The agent of a chat has called a tool, got a result, or asked its model. */
  readonly worked?: (turn: RunningTurn, host: TurnsInHost) => void;
  readonly closed: () => void;
}
