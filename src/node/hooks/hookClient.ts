import { request } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** The agent waits for the hook; an extension whose whole answer is not here in this time is treated as absent. */
const TIMEOUT_MILLISECONDS = 5_000;

/** Far above what an answer needs; whoever says more is not our extension. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * Passes a hook input to the running extension and its answer back.
 * Never rejects: whatever goes wrong, nothing is printed, which lets the agent go on, and one line on `errors` says
 * why.
 * The input is read to its end in any case, since VS Code does not bear a hook that ends before.
 *
 * @param address socket path or pipe name
 */
export async function askExtension(
  address: string,
  token: string,
  input: Readable,
  output: Writable,
  errors: Writable,
): Promise<void> {
  try {
    const answer = await post(address, token, await buffer(input));
    await written(output, answer);
  } catch (error) {
    await written(errors, `tool-loop-guard: This call was not checked, the agent goes on: ${reasonOf(error)}\n`);
  }
}

/** A failed connection is told by its code: its message would hold the address. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

function written(stream: Writable, chunk: string): Promise<void> {
  return new Promise((resolve) => stream.write(chunk, () => resolve()));
}

/** @returns the answer, empty or a JSON object */
function post(address: string, token: string, question: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        socketPath: address,
        method: 'POST',
        path: '/',
        headers: { authorization: `Bearer ${token}`, 'content-length': question.length },
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
