import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from '../files/program';
import { runProgram } from '../files/runProgram';
import { isPrivate, removeQuietly } from '../files/ownFile';
import { type HookAnswer, MAX_INPUT_BYTES } from './hookServer';
import { hostVariables } from '../wire/hookHost';

/** The pipe in the window's folder on which hook.sh tells the number of its process. */
const IN = 'in';
/** Before an answer, so that it can be told from no answer. */
const ANSWER = '=';
/** The hook is to ask in another way. */
const NOT_OURS = '!';
/** As at the socket: a call whose answer is not there in this time runs. */
const TIMEOUT_MILLISECONDS = 5_000;
/** How long the end of a process that has been answered is waited for. */
const LINGER_MILLISECONDS = 1_000;
/** How often it is looked for; sooner at first. */
const FIRST_LOOK_MILLISECONDS = 5;
const LONGEST_LOOK_MILLISECONDS = 50;

export interface HookPipePorts {
  /** Whether the session of a question belongs to this window. */
  readonly isOurs: (question: PipeQuestion) => boolean;
  /** The signal tells that the hook's process has gone before it was answered. */
  readonly answer: (question: PipeQuestion, gone: AbortSignal) => HookAnswer | Promise<HookAnswer>;
  readonly onFault: (error: unknown) => void;
}

/**
 * Answers hooks that ask without a program of their own: hook.sh makes two named pipes beside ours, tells the number
 * of its process on ours, writes what it got into the one and reads the answer from the other. That costs a tenth of
 * starting Node, and nothing of a question is ever on a disk.
 *
 * All our ends are open for reading and writing: so no end of file comes while a hook has not opened its own yet. When
 * this process dies or hangs, a hook that waits for its answer reads an end of file after five seconds.
 */
export class HookPipe {
  readonly #disposed = new AbortController();
  #questions: Socket | undefined;
  /** Ends what is being answered, after telling the hook something, if wanted. */
  readonly #serving = new Set<(last?: string) => void>();
  /** What has arrived of the next line. */
  #begun = '';

  /** @param folder only this user can enter it; the pipes lie there */
  constructor(
    private readonly folder: string,
    private readonly ports: HookPipePorts,
  ) {}

  /**
   * Resolves when hooks can ask.
   * @throws where there is no `mkfifo`, or no pipe can lie in the folder
   */
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
          // At once: a hook that waits for it would wait in vain.
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
      // Our own end is open for reading too, so a long answer that nobody takes is never refused.
      await new Promise<void>((resolve) => {
        answerPipe.once('close', resolve).write(`${text}\n`, () => resolve());
        void ended.then(resolve);
      });
      // A hook opens its answer before it asks, so what is written reaches it.
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

/**
 * Opens a named pipe for reading and writing, without waiting for its other end.
 * @throws when it is not there, or is no pipe that only this user can have made
 */
function openPipe(path: string): number {
  const file = openSync(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  const stats = fstatSync(file);
  if (stats.isFIFO() && isPrivate(stats)) {
    return file;
  }
  closeSync(file);
  throw new Error('The pipe of a hook is not what it should be.');
}

/**
 * Resolves once a process of this user has ended, or at the signal. No other sign of its end can be had of a process
 * that is no child; while it is looked for, this process may end.
 */
async function waitForExit(pid: number, signal: AbortSignal): Promise<void> {
  let pauseMs = FIRST_LOOK_MILLISECONDS;
  while (!signal.aborted && isRunning(pid)) {
    await delay(pauseMs, undefined, { ref: false });
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_LOOK_MILLISECONDS);
  }
}

/** Ends both parts of a question. JSON holds no such character. */
const END = '\x1e';

export interface PipeQuestion {
  readonly input: string;
  readonly route: string | undefined;
  /** Whether the hook inherits the environment of this window, so that its session is one of this window. */
  readonly isInherited: boolean;
  /** The part of the hook's environment that tells who started it, and where its agent keeps its files. */
  readonly environment: NodeJS.ProcessEnv;
}

/** @throws when the process that asks is gone before, or asks too much */
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

/** A line without a "=" is a variable that is not set. */
function variablesIn(head: string): NodeJS.ProcessEnv {
  const pairs = head.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    return at === -1 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
  });
  return Object.fromEntries(pairs) as NodeJS.ProcessEnv;
}
