import { isJsonObject } from '../files/jsonFields';
import { HOST_HEADER, hostVariables } from '../wire/hookHost';

/** The agent waits for the hook; an extension whose whole answer is not here in this time is treated as absent. */
const TIMEOUT_MILLISECONDS = 5_000;

/** Far more than an answer needs; a longer one does not come from our extension. */
const MAX_ANSWER_BYTES = 1024 * 1024;

const MAX_HEAD_BYTES = 16 * 1024;

export interface WindowSocket {
  readonly socket: string;
  readonly token: string;
}

/**
 * Passes a hook input to a window.
 *
 * A plain socket, for each call of an agent waits for this: to load what speaks HTTP takes longer than to ask. One
 * request by HTTP 1.0 needs little of it.
 *
 * @param environment of the hook's process; the window learns from it who started the hook
 * @returns what the hook is to print, empty or a JSON object
 * @throws when the window is not there, goes away, takes too long or does not answer as it should
 */
export async function askWindow(
  { socket, token }: WindowSocket,
  question: Buffer,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  // Not loaded where no window listens.
  const { Socket } = await import('node:net');
  return new Promise((resolve, reject) => {
    const asking = new Socket();
    const received: Buffer[] = [];
    let length = 0;
    let answer: Answer | 'other' | undefined;
    const fail = (error: Error): void => {
      clearTimeout(limit);
      reject(error);
      asking.destroy();
    };
    // A limit on silence would not do: who sends a byte now and then is never silent.
    const limit = setTimeout(
      () => fail(new Error(`The extension did not answer within ${TIMEOUT_MILLISECONDS} ms.`)),
      TIMEOUT_MILLISECONDS,
    );
    const take = ({ status, body }: Answer): void => {
      const output = body.toString('utf8');
      if (status === 200 && isHookOutput(output)) {
        clearTimeout(limit);
        resolve(output);
        // Left to the end of the process: to close a socket, Node would make a stream of standard error first.
        asking.unref();
      } else {
        fail(new Error(`The extension did not answer as it should (status ${status}).`));
      }
    };
    asking.on('error', fail);
    asking.on('data', (chunk: Buffer) => {
      received.push(chunk);
      length += chunk.length;
      answer = readAnswer(Buffer.concat(received));
      if (length > MAX_ANSWER_BYTES || answer === 'other') {
        fail(new Error('The answer is not one of the extension.'));
      } else if (answer !== undefined && answer.body.length === answer.length) {
        take(answer);
      }
    });
    asking.on('end', () => {
      if (answer !== undefined && answer !== 'other' && answer.length === undefined) {
        take(answer);
      } else {
        fail(new Error('The extension went away before it answered.'));
      }
    });
    asking.on('close', () => fail(new Error('The extension went away before it answered.')));
    asking.connect({ path: socket });
    const head = [
      'POST / HTTP/1.0',
      `authorization: Bearer ${token}`,
      `content-length: ${question.length}`,
      `${HOST_HEADER}: ${encodeURIComponent(JSON.stringify(hostVariables(environment)))}`,
      '\r\n',
    ].join('\r\n');
    // In one piece: who refuses it after the head would else close before the rest is sent.
    asking.write(Buffer.concat([Buffer.from(head), question]));
  });
}

interface Answer {
  readonly status: number;
  /** How long the body is going to be; undefined where it ends with the connection. */
  readonly length: number | undefined;
  readonly body: Buffer;
}

/** @returns undefined while the head is not whole, `other` for what is no HTTP */
function readAnswer(bytes: Buffer): Answer | 'other' | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, end < 0 ? MAX_HEAD_BYTES : end);
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1];
  if (end < 0) {
    return bytes.length > MAX_HEAD_BYTES ? 'other' : undefined;
  }
  const length = /\r\ncontent-length: (\d{1,9})(?:\r|$)/i.exec(head)?.[1];
  return status === undefined
    ? 'other'
    : {
        status: Number(status),
        length: length === undefined ? undefined : Number(length),
        body: bytes.subarray(end + 4),
      };
}

/** Anything else on standard output would reach the chat, or the model. */
function isHookOutput(answer: string): boolean {
  if (answer === '') {
    return true;
  }
  try {
    return isJsonObject(JSON.parse(answer));
  } catch {
    return false;
  }
}

/** Whether the window is gone, so that the question has not been received. */
export function isUnreachable(error: unknown): boolean {
  return ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes((error as NodeJS.ErrnoException).code ?? '');
}
