import { open } from 'node:fs/promises';

/** How much of the end of a transcript is searched for the current model turn. */
const TAIL_BYTES = 512 * 1024;

/** VS Code adds this and a number to the call id that the model gave. */
const INTERNAL_SUFFIX = '__vscode-';

/**
 * Finds which model turn a call belongs to, from VS Code's transcript of the conversation.
 *
 * @param path a JSONL file whose `assistant.message` lines list the `toolRequests` of one turn
 * @param callId as the hook got it
 * @returns a name for the turn, or undefined when the transcript does not tell (missing, unreadable, not yet written)
 */
export async function roundOf(path: string, callId: string): Promise<string | undefined> {
  const bareId = callId.split(INTERNAL_SUFFIX)[0] as string;
  let tail: string;
  try {
    tail = await readTail(path);
  } catch {
    return undefined;
  }
  const line = tail.split('\n').findLast((candidate) => candidate.includes('"assistant.message"') && candidate.includes(bareId));
  return line === undefined ? undefined : roundOfLine(line, bareId);
}

function roundOfLine(line: string, bareId: string): string | undefined {
  try {
    const entry = JSON.parse(line) as { id?: string; data?: { messageId?: string; toolRequests?: { toolCallId?: string }[] } };
    const requests = entry.data?.toolRequests ?? [];
    const belongs = requests.some(({ toolCallId }) => toolCallId?.split(INTERNAL_SUFFIX)[0] === bareId);
    return belongs ? (entry.id ?? requests[0]?.toolCallId) : undefined;
  } catch {
    return undefined;
  }
}

async function readTail(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: size - length });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
