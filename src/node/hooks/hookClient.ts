import { request } from 'node:http';
import { HOST_HEADER, hostVariables } from './hookHost';

/** The agent waits for the hook; an extension whose whole answer is not here in this time is treated as absent. */
const TIMEOUT_MILLISECONDS = 5_000;

/** Far more than an answer needs; a longer one does not come from our extension. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Where a window listens. */
export interface WindowSocket {
  /** A socket path, or the name of a named pipe on Windows. */
  readonly socket: string;
  readonly token: string;
}

/**
 * Passes a hook input to a window.
 * @param environment of the hook's process; the window learns from it who started the hook
 * @returns what the hook is to print, empty or a JSON object
 * @throws when the window is not there, goes away, takes too long or does not answer as it should
 */
export function askWindow(
  { socket, token }: WindowSocket,
  question: Buffer,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        socketPath: socket,
        method: 'POST',
        path: '/',
        headers: {
          authorization: `Bearer ${token}`,
          'content-length': question.length,
          [HOST_HEADER]: encodeURIComponent(JSON.stringify(hostVariables(environment))),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        let length = 0;
        response.on('error', reject);
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (response.statusCode !== 200 || length > MAX_ANSWER_BYTES) {
            asking.destroy(new Error('The answer is not one of the extension.'));
          }
        });
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString('utf8');
          if (response.statusCode === 200 && isHookOutput(answer)) {
            resolve(answer);
          } else {
            reject(new Error(`The extension did not answer as it should (status ${response.statusCode}).`));
          }
        });
      },
    );
    // A limit on silence would not do: who sends a byte now and then is never silent.
    const limit = setTimeout(
      () => asking.destroy(new Error(`The extension did not answer within ${TIMEOUT_MILLISECONDS} ms.`)),
      TIMEOUT_MILLISECONDS,
    );
    asking.on('error', reject);
    asking.on('close', () => {
      clearTimeout(limit);
      reject(new Error('The extension went away before it answered.'));
    });
    asking.end(question);
  });
}

/** Anything else on standard output would reach the chat, or the model. */
function isHookOutput(answer: string): boolean {
  if (answer === '') {
    return true;
  }
  try {
    const value = JSON.parse(answer) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Whether the window is gone, so that the question has not been received. */
export function isUnreachable(error: unknown): boolean {
  return ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes((error as NodeJS.ErrnoException).code ?? '');
}
