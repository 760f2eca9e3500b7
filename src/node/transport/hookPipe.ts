import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '../files/program';
import { runProgram } from '../files/runProgram';
import { isPrivate, removeQuietly } from '../files/ownFile';
import { type HookAnswer, MAX_INPUT_BYTES } from './hookServer';
import { hostVariables } from '../wire/hookHost';

/** On this pipe in the window's folder, hook.sh sends its process number. */
const IN = 'in';
/** Distinguishes an answer from none. */
const ANSWER = '=';
/** The hook must ask in another way. */
const NOT_OURS = '!';
/** As at the socket: a call without an answer by then runs. */
const TIMEOUT_MILLISECONDS = 5_000;
const LINGER_MILLISECONDS = 1_000;
const FIRST_LOOK_MILLISECONDS = 5;
const LONGEST_LOOK_MILLISECONDS = 50;

export interface HookPipePorts {
  readonly isOurs: (question: PipeQuestion) => boolean;
  /** @param gone aborted if the hook's process ends before it is answered */
  readonly answer: (question: PipeQuestion, gone: AbortSignal) => HookAnswer | Promise<HookAnswer>;
  readonly onFault: (error: unknown) => void;
}

/**
 * Answers hooks that ask without a program of their own: hook.sh makes two named pipes next to ours, sends its process
 * number on ours, writes its input into one pipe and reads the answer from the other. That costs a tenth of starting
 * Node, and no part of a question is ever on a disk. All our ends are open for reading and writing, so no end of file
 * comes before a hook has opened its own. If this process dies or hangs, a waiting hook reads an end of file after five
 * seconds.
 */
export class HookPipe {
  readonly #disposed = new AbortController();
  #questions: Socket | undefined;
  /** Each ends a running answer, after a last text to the hook, if wanted. */
  readonly #serving = new Set<(last?: string) => void>();
  #begun = '';

  constructor(
    private readonly folder: string,
    private readonly ports: HookPipePorts,
  ) {}

  /** Resolves when hooks can ask. @throws if there is no `mkfifo`, or the folder can't hold a pipe */
  async listen(): Promise<void> {
    const path = join(this.folder, IN);
    await runProgram('mkfifo', ['-m', '600', path], { env: process.env, timeout: TIMEOUT_MILLISECONDS });
    this.#questions = new Socket({ fd: openPipe(path), readable: true, writable: false });
    this.#questions.on('error', this.ports.onFault);
    this.#questions.on('data', (chunk: Buffer) => this.#arrived(chunk.toString('latin1')));
    this.#questions.unref();
  }

  dispose(): void {
    this.#disposed.abort();
    this.#questions?.destroy();
    this.#serving.forEach((close) => close(NOT_OURS));
    removeQuietly(join(this.folder, IN));
  }

  #arrived(text: string): void {
    const lines = (this.#begun + text).split('\n');
    this.#begun = lines.pop()?.slice(-20) ?? '';
    for (const line of lines.filter((each) => /^[1-9]\d{0,9}$/.test(each))) {
      this.#serve(Number(line)).catch(this.ports.onFault);
    }
  }

  async #serve(pid: number): Promise<void> {
    const paths = { question: join(this.folder, `${pid}.question`), answer: join(this.folder, `${pid}.answer`) };
    const gone = new AbortController();
    const opened: Socket[] = [];
    let answerFile: number | undefined;
    const close = (last?: string): void => {
      if (last !== undefined && answerFile !== undefined) {
        try {
          // Synchronous: otherwise a waiting hook would never get it.
          writeSync(answerFile, `${last}\n`);
        } catch {
          // The pipe is full: the answer is in it.
        }
      }
      answerFile = undefined;
      gone.abort();
      opened.forEach((socket) => socket.destroy());
      removeQuietly(paths.question);
      removeQuietly(paths.answer);
    };
    this.#serving.add(close);
    try {
      answerFile = openPipe(paths.answer);
      const answerPipe = new Socket({ fd: answerFile, readable: false, writable: true });
      opened.push(answerPipe);
      const question = new Socket({ fd: openPipe(paths.question), readable: true, writable: false });
      opened.push(question);
      const ended = waitForExit(pid, this.#disposed.signal);
      void ended.then(() => gone.abort());
      const { text, afterwards } = await this.#textFor(question, gone.signal);
      // Our own end can read too, so a long answer that nobody takes is never refused.
      await new Promise<void>((resolve) => {
        answerPipe.once('close', resolve).write(`${text}\n`, () => resolve());
        void ended.then(resolve);
      });
      // A hook opens its answer pipe before it asks, so the text reaches it.
      close();
      await Promise.race([ended, delay(LINGER_MILLISECONDS, undefined, { ref: false })]);
      afterwards?.();
    } finally {
      close();
      this.#serving.delete(close);
    }
  }

  async #textFor(
    pipe: Socket,
    gone: AbortSignal,
  ): Promise<{ readonly text: string; readonly afterwards?: HookAnswer['afterwards'] }> {
    const answered = new AbortController();
    try {
      const question = await readQuestion(pipe, gone);
      if (!this.ports.isOurs(question)) {
        return { text: NOT_OURS };
      }
      const { output, afterwards } = await Promise.race([this.ports.answer(question, gone), tooLate(answered.signal)]);
      return { text: `${ANSWER}${output}`, afterwards };
    } catch (error) {
      this.ports.onFault(error);
      return { text: ANSWER };
    } finally {
      answered.abort();
    }
  }
}

async function tooLate(answered: AbortSignal): Promise<never> {
  await delay(TIMEOUT_MILLISECONDS, undefined, { ref: false, signal: answered });
  throw new Error(`A hook was not answered within ${TIMEOUT_MILLISECONDS} ms.`);
}

/** Doesn't wait for the other end. @throws if the pipe is missing, or another user could have made it */
function openPipe(path: string): number {
  const file = openSync(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  const stats = fstatSync(file);
  if (stats.isFIFO() && isPrivate(stats)) {
    return file;
  }
  closeSync(file);
  throw new Error('The pipe of a hook is not what it should be.');
}

/** Polls, since nothing else shows the end of a process that isn't a child. Doesn't keep this process running. */
async function waitForExit(pid: number, signal: AbortSignal): Promise<void> {
  let pauseMs = FIRST_LOOK_MILLISECONDS;
  while (!signal.aborted && isRunning(pid)) {
    await delay(pauseMs, undefined, { ref: false });
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_LOOK_MILLISECONDS);
  }
}

/** Ends both parts of a question. JSON never contains this character. */
const END = '\x1e';

export interface PipeQuestion {
  readonly input: string;
  readonly route: string | undefined;
  /** Whether the hook inherits this window's environment, so that its session belongs here. */
  readonly isInherited: boolean;
  readonly environment: NodeJS.ProcessEnv;
}

/** @throws if the asking process ends early, or asks too much */
async function readQuestion(pipe: Socket, gone: AbortSignal): Promise<PipeQuestion> {
  const chunks: Buffer[] = [];
  let length = 0;
  let ends = 0;
  const onGone = (): void => void pipe.destroy(new Error('The process of a hook ended before it had asked.'));
  gone.addEventListener('abort', onGone, { once: true });
  try {
    for await (const chunk of pipe as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_INPUT_BYTES) {
        throw new Error(`A hook input is larger than ${MAX_INPUT_BYTES} bytes.`);
      }
      ends += chunk.toString('latin1').split(END).length - 1;
      if (ends >= 2) {
        break;
      }
    }
  } finally {
    gone.removeEventListener('abort', onGone);
  }
  const [head = '', input = ''] = Buffer.concat(chunks).toString('utf8').split(END);
  const variables = variablesIn(head);
  const { COPILOT_HOME: copilotHome } = variables;
  return {
    input,
    route: variables['ROUTE'],
    isInherited: variables['INHERITED'] === '1',
    environment: { ...hostVariables(variables), ...(copilotHome === undefined ? {} : { COPILOT_HOME: copilotHome }) },
  };
}

function variablesIn(head: string): NodeJS.ProcessEnv {
  const pairs = head.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    return at === -1 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
  });
  return Object.fromEntries(pairs) as NodeJS.ProcessEnv;
}
