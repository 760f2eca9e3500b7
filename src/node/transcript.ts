import { constants, open } from 'node:fs/promises';

/** How much of the end of a transcript is searched for the current model turn. */
const TAIL_BYTES = 512 * 1024;

/** VS Code adds this and a number to the call id that the model gave. */
const INTERNAL_SUFFIX = '__vscode-';

/** What a transcript tells of a call and those before it. Ids are those that the model gave. */
export interface TranscriptView {
  /** A name for the model turn that issued the call; undefined when the transcript does not tell. */
  readonly round: string | undefined;
  /** All calls of that turn. */
  readonly siblings: ReadonlySet<string>;
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
 */
export async function viewTranscript(path: string, callId: string): Promise<TranscriptView> {
  const id = modelCallId(callId);
  let round: string | undefined;
  let siblings = new Set<string>();
  const failed = new Set<string>();
  for (const { type, id: entryId, data } of await readEntries(path)) {
    if (type === 'assistant.message') {
      const ids = new Set(requestedIds(data?.toolRequests));
      if (ids.has(id)) {
        round = typeof entryId === 'string' ? entryId : undefined;
        siblings = ids;
      }
    } else if (type === 'tool.execution_complete' && data?.success === false && typeof data.toolCallId === 'string') {
      failed.add(modelCallId(data.toolCallId));
    }
  }
  return { round, siblings, failed };
}

function requestedIds(requests: unknown): string[] {
  return (Array.isArray(requests) ? requests : []).flatMap((request: unknown) => {
    const { toolCallId } = (request ?? {}) as { readonly toolCallId?: unknown };
    return typeof toolCallId === 'string' ? [modelCallId(toolCallId)] : [];
  });
}

async function readEntries(path: string): Promise<Entry[]> {
  let tail: string;
  try {
    tail = await readTail(path);
  } catch {
    return [];
  }
  return tail.split('\n').flatMap((line): Entry[] => {
    if (!line.includes('"assistant.message"') && !line.includes('"tool.execution_complete"')) {
      return [];
    }
    try {
      const entry = JSON.parse(line) as Entry | null;
      return entry === null ? [] : [entry];
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
