import { closeSync, constants, fstatSync, openSync, readdirSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeQuietly } from '../files/removeQuietly';
import type { HookAnswer } from './hookServer';
import { makePipe } from './pipePrograms';
import { type PipeQuestion, readQuestion } from './pipeQuestion';
import { isPrivate } from './privateFile';

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

/** After so many questions it is looked for what killed hooks have left. */
const QUESTIONS_BETWEEN_SWEEPS = 32;

/** What questions are answered with. */
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
  #questionsSinceSweep = 0;
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
    await makePipe(path);
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
      this.#questionsSinceSweep += 1;
    }
    if (this.#questionsSinceSweep >= QUESTIONS_BETWEEN_SWEEPS) {
      this.#questionsSinceSweep = 0;
      this.#sweep();
    }
  }

  /** Removes the pipes of hooks that were killed before they told their number. */
  #sweep(): void {
    try {
      for (const name of readdirSync(this.folder)) {
        const pid = /^(\d{1,10})\.(?:question|answer)$/.exec(name)?.[1];
        if (pid !== undefined && !isRunning(Number(pid))) {
          removeQuietly(join(this.folder, name));
        }
      }
    } catch (error) {
      this.ports.onFault(error);
    }
  }

  async #serve(pid: number): Promise<void> {
    const paths = { question: join(this.folder, `${pid}.question`), answer: join(this.folder, `${pid}.answer`) };
    const gone = new AbortController();
    const opened: Socket[] = [];
    let answerFile: number | undefined;
    const close = (last?: string): void => {
      if (last !== undefined && answerFile !== undefined) {
        tell(answerFile, last);
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
      await Promise.race([written(answerPipe, `${text}\n`), ended]);
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

/** Writes a few characters at once, for whoever waits for them would wait in vain. */
function tell(file: number, text: string): void {
  try {
    writeSync(file, `${text}\n`);
  } catch {
    // The pipe is full: the answer is in it.
  }
}

/** Resolves also where nobody reads any more. */
function written(pipe: Socket, text: string): Promise<void> {
  return new Promise((resolve) => pipe.once('close', resolve).write(text, () => resolve()));
}

async function tooLate(answered: AbortSignal): Promise<never> {
  await delay(TIMEOUT_MILLISECONDS, undefined, { ref: false, signal: answered });
  throw new Error(`A hook was not answered within ${TIMEOUT_MILLISECONDS} ms.`);
}

/**
 * Opens a named pipe for reading and writing, without waiting for its other end.
 * @returns its file descriptor
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

/** Whether a process of this user, or with a number that another one has, is there. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
