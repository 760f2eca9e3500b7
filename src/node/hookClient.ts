import { request } from 'node:http';
import type { Readable, Writable } from 'node:stream';

/** The agent waits for the hook; an extension that does not answer in this time is treated as absent. */
const TIMEOUT_MILLISECONDS = 5_000;

/**
 * Passes a hook input to the running extension and its answer back.
 * Never rejects: whatever goes wrong, nothing is printed, which lets the agent go on.
 *
 * @param address socket path or pipe name
 */
export function askExtension(address: string, token: string, input: Readable, output: Writable): Promise<void> {
  return new Promise((resolve) => {
    const question = request(
      { socketPath: address, method: 'POST', path: '/', headers: { authorization: `Bearer ${token}` }, timeout: TIMEOUT_MILLISECONDS },
      (response) => {
        if (response.statusCode !== 200) {
          response.resume();
          resolve();
          return;
        }
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => resolve());
        response.on('end', () => output.write(Buffer.concat(chunks), () => resolve()));
      },
    );
    question.on('timeout', () => question.destroy());
    question.on('error', () => resolve());
    input.on('error', () => question.destroy());
    input.pipe(question);
  });
}
