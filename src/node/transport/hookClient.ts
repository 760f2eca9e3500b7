import { isJsonObject, jsonIn } from '../files/jsonFields';
import { hostVariables } from '../wire/hookHost';
import type { HookQuestion } from './hookServer';

/** The agent waits for the hook; an extension whose whole answer is not here in this time is treated as absent. */
const TIMEOUT_MILLISECONDS = 5_000;

/** Far more than an answer needs; a longer one does not come from our extension. */
const MAX_ANSWER_BYTES = 1024 * 1024;

export interface WindowSocket {
  readonly socket: string;
  readonly token: string;
}

/**
 * Passes a hook input to a window.
 * @param environment of the hook's process; the window learns from it who started the hook
 * @returns what the hook is to print, empty or a JSON object
 * @throws when the window is not there, goes away, takes too long or does not answer as it should
 */
export async function askWindow(
  { socket, token }: WindowSocket,
  input: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  // Not loaded where no window listens.
  const { Socket } = await import('node:net');
  return new Promise((resolve, reject) => {
    const asking = new Socket();
    const received: Buffer[] = [];
    let length = 0;
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
    asking.on('error', fail);
    asking.on('data', (chunk: Buffer) => {
      received.push(chunk);
      length += chunk.length;
      if (!chunk.includes('\n') && length <= MAX_ANSWER_BYTES) {
        return;
      }
      const output = jsonIn(Buffer.concat(received).toString('utf8'));
      // Anything else on standard output would reach the chat, or the model.
      if (typeof output !== 'string' || !(output === '' || isJsonObject(jsonIn(output)))) {
        fail(new Error('The extension did not answer as it should.'));
        return;
      }
      clearTimeout(limit);
      resolve(output);
      // Left to the end of the process: to close a socket, Node would make a stream of standard error first.
      asking.unref();
    });
    asking.on('close', () => fail(new Error('The extension went away before it answered.')));
    asking.connect({ path: socket });
    const asked: HookQuestion = { input, host: hostVariables(environment) };
    asking.write(`${token}${JSON.stringify(asked)}\n`);
  });
}

/** Whether the window is gone, so that the question has not been received. */
export function isUnreachable(error: unknown): boolean {
  return ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes((error as NodeJS.ErrnoException).code ?? '');
}
