import { constants, open } from 'node:fs/promises';
import { agentsOfRounds, type Happening } from './transcriptAgents';

/** How much of the end of a transcript is searched for the current model turn. */
const TAIL_BYTES = 512 * 1024;

/** VS Code adds this and a number to the call id that the model gave. */
const INTERNAL_SUFFIX = '__vscode-';

/** The lines that matter; sub-agents need more of them. */
const LINES = ['"assistant.message"', '"tool.execution_complete"'];
const LINES_WITH_AGENTS = [...LINES, '"tool.execution_start"', '"assistant.turn_end"'];

/** What a transcript tells of a call and those before it. Ids are those that the model gave. */
export interface TranscriptView {
  /** A name for the model turn that issued the call; undefined when the transcript does not tell. */
  readonly round: string | undefined;
  /** All calls of that turn. */
  readonly siblings: ReadonlySet<string>;
  /** The sub-agent that made the call; undefined for the main agent. */
  readonly agent: string | undefined;
  /** Calls that failed; no hook tells of them. */
  readonly failed: ReadonlySet<string>;
}

/** What a line may hold; each field is checked by itself, for the file is not ours. */
interface Entry {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly data?: {
    readonly toolRequests?: unknown;
    readonly toolCallId?: unknown;
    readonly success?: unknown;
    readonly turnId?: unknown;
  } | null;
}

/** The id that the model gave, of an id that a hook got. */
export function modelCallId(hookCallId: string): string {
  return hookCallId.split(INTERNAL_SUFFIX)[0] as string;
}

/**
 * Reads the end of VS Code's transcript of a conversation: JSONL whose `assistant.message` lines list the
 * `toolRequests` of one turn, and whose `tool.execution_complete` lines say whether a call succeeded.
 * Promises an answer whatever the file holds; a missing or unreadable file tells nothing.
 *
 * @param callId as the hook got it
 * @param agentIds the sub-agents of this turn, see {@link agentsOfRounds}
 */
export async function viewTranscript(
  path: string,
  callId: string,
  agentIds: readonly string[] = [],
): Promise<TranscriptView> {
  const id = modelCallId(callId);
  let round: string | undefined;
  let siblings = new Set<string>();
  let rounds = 0;
  let roundNumber = -1;
  const failed = new Set<string>();
  const entries = await readEntries(path, agentIds.length === 0 ? LINES : LINES_WITH_AGENTS);
  for (const { type, id: entryId, data } of entries) {
    if (type === 'assistant.message') {
      const ids = new Set(callIdsOf(data));
      if (ids.has(id)) {
        round = typeof entryId === 'string' ? entryId : undefined;
        siblings = ids;
        roundNumber = rounds;
      }
      rounds += 1;
    } else if (type === 'tool.execution_complete' && data?.success === false && typeof data.toolCallId === 'string') {
      failed.add(modelCallId(data.toolCallId));
    }
  }
  const agent = agentIds.length === 0 ? undefined : agentsOfRounds(entries.flatMap(happeningOf), agentIds)[roundNumber];
  return { round, siblings, agent, failed };
}

/** A transcript may hold anything: what is no id is passed over. */
function callIdsOf(data: Entry['data']): string[] {
  const requests: readonly unknown[] = Array.isArray(data?.toolRequests) ? data.toolRequests : [];
  const ids = requests.map((request) => (request as { readonly toolCallId?: unknown } | null)?.toolCallId);
  return ids.filter((id) => typeof id === 'string').map(modelCallId);
}

function happeningOf({ type, data }: Entry): Happening[] {
  const callId = modelCallId(typeof data?.toolCallId === 'string' ? data.toolCallId : '');
  switch (type) {
    case 'assistant.message':
      return [{ kind: 'round', callIds: callIdsOf(data) }];
    case 'assistant.turn_end':
      return [{ kind: 'turnEnd', turn: Number(data?.turnId) }];
    case 'tool.execution_start':
      return [{ kind: 'start', callId }];
    case 'tool.execution_complete':
      return [{ kind: 'end', callId }];
    default:
      return [];
  }
}

async function readEntries(path: string, lines: readonly string[]): Promise<Entry[]> {
  let tail: string;
  try {
    tail = await readTail(path);
  } catch {
    return [];
  }
  return tail.split('\n').flatMap((line): Entry[] => {
    if (!lines.some((type) => line.includes(type))) {
      return [];
    }
    try {
      const entry = JSON.parse(line) as Entry | null;
      return typeof entry === 'object' && entry !== null ? [entry] : [];
    } catch {
      // The first line of the tail may be cut, the last one half written.
      return [];
    }
  });
}

async function readTail(path: string): Promise<string> {
  // A pipe in place of the file would otherwise be waited for.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = await file.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: size - length });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
