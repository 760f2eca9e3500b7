import { request } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** The agent waits for the hook; an extension that does not answer in this time is treated as absent. */
const TIMEOUT_MILLISECONDS = 5_000;

/**
 * Passes a hook input to the running extension and its answer back.
 * Never rejects: whatever goes wrong, nothing is printed, which lets the agent go on. The input is read to its
 * end in any case, since VS Code does not bear a hook that ends before.
 *
 * @param address socket path or pipe name
 */
export async function askExtension(address: string, token: string, input: Readable, output: Writable): Promise<void> {
  try {
    const answer = await post(address, token, await buffer(input));
    await new Promise((resolve) => output.write(answer, resolve));
  } catch {
    // No answer: the agent goes on.
  }
}

function post(address: string, token: string, question: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        socketPath: address,
        method: 'POST',
        path: '/',
        headers: { authorization: `Bearer ${token}`, 'content-length': question.length },
        timeout: TIMEOUT_MILLISECONDS,
      },
      (response) => {
        if (response.statusCode === 200) {
          buffer(response).then(resolve, reject);
        } else {
          response.resume();
          reject(new Error(`The extension answered with status ${response.statusCode}.`));
        }
      },
    );
    asking.on('timeout', () => asking.destroy());
    asking.on('error', reject);
    asking.end(question);
  });
}
