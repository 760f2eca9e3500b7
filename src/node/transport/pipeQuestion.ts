import type { Socket } from 'node:net';
import { hostVariables } from '../wire/hookHost';

/** Ends both parts of a question. JSON holds no such character. */
const END = 0x1e;

/** A larger question is not read; its call is allowed. */
const MAX_QUESTION_BYTES = 64 * 1024 * 1024;

/** What hook.sh asks. */
export interface PipeQuestion {
  /** The JSON text that the hook got on standard input. */
  readonly input: string;
  /** What the hooks file says of the hook. */
  readonly route: string | undefined;
  /** Whether the hook inherits the environment of this window, so that its session is one of this window. */
  readonly isInherited: boolean;
  /** The part of the hook's environment that tells who started it, and where its agent keeps its files. */
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Reads a question to its end.
 * @throws when the process that asks is gone before, or asks too much
 */
export async function readQuestion(pipe: Socket, gone: AbortSignal): Promise<PipeQuestion> {
  const chunks: Buffer[] = [];
  let length = 0;
  let ends = 0;
  const onGone = (): void => void pipe.destroy(new Error('The process of a hook ended before it had asked.'));
  gone.addEventListener('abort', onGone, { once: true });
  try {
    for await (const chunk of pipe as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_QUESTION_BYTES) {
        throw new Error(`A hook input is larger than ${MAX_QUESTION_BYTES} bytes.`);
      }
      ends += countEnds(chunk);
      if (ends >= 2) {
        break;
      }
    }
  } finally {
    gone.removeEventListener('abort', onGone);
  }
  const [head = '', input = ''] = Buffer.concat(chunks).toString('utf8').split(String.fromCharCode(END));
  const variables = variablesIn(head);
  return {
    input,
    route: variables['ROUTE'],
    isInherited: variables['INHERITED'] === '1',
    environment: { ...hostVariables(variables), ...pick(variables, 'COPILOT_HOME') },
  };
}

function countEnds(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(END); at !== -1; at = chunk.indexOf(END, at + 1)) {
    count += 1;
  }
  return count;
}

/** A line without a "=" is a variable that is not set. */
function variablesIn(head: string): NodeJS.ProcessEnv {
  const pairs = head.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    return at === -1 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
  });
  return Object.fromEntries(pairs) as NodeJS.ProcessEnv;
}

function pick(variables: NodeJS.ProcessEnv, name: string): NodeJS.ProcessEnv {
  const value = variables[name];
  return value === undefined ? {} : { [name]: value };
}
