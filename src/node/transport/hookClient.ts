import { isJsonObject, jsonIn } from '../files/jsonFields';
import { hostVariables } from '../wire/hookHost';
import type { HookQuestion } from './hookServer';

/** The agent waits; after this time, an extension without a complete answer is treated as absent. */
const TIMEOUT_MILLISECONDS = 5_000;

/** Far more than an answer needs; a longer one isn't from our extension. */
const MAX_ANSWER_CHARACTERS = 1024 * 1024;

export interface WindowSocket {
  readonly socket: string;
  readonly token: string;
}

/** @returns nothing or a JSON object to print @throws if the window is missing, goes away, is late, or answers badly */
export async function askWindow(
  { socket, token }: WindowSocket,
  input: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  // Not loaded if no window listens.
  const { Socket } = await import('node:net');
  // A limit on silence would not be enough: sending a byte now and then would avoid it.
  const late = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const asking = new Socket({ signal: late }).setEncoding('utf8').connect({ path: socket });
  const asked: HookQuestion = { input, host: hostVariables(environment) };
  asking.write(`${token}${JSON.stringify(asked)}\n`);
  let answer = '';
  try {
    for await (const chunk of asking as AsyncIterable<string>) {
      answer += chunk;
      if (chunk.includes('\n') || answer.length > MAX_ANSWER_CHARACTERS) {
        break;
      }
    }
  } catch (error) {
    throw late.aborted ? new Error(`The extension did not answer within ${TIMEOUT_MILLISECONDS} ms.`) : error;
  }
  if (!answer.includes('\n') && answer.length <= MAX_ANSWER_CHARACTERS) {
    throw new Error('The extension went away before it answered.');
  }
  const output = jsonIn(answer);
  // Anything else on standard output would reach the chat or the model.
  if (typeof output !== 'string' || !(output === '' || isJsonObject(jsonIn(output)))) {
    throw new Error('The extension did not answer as it should.');
  }
  return output;
}

/** Whether the window is gone and hasn't received the question. */
export function isUnreachable(error: unknown): boolean {
  return ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK'].includes((error as NodeJS.ErrnoException).code ?? '');
}
