import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConversationSettings } from '../src/core/settings/conversationSettings';
import { parseConfiguration } from '../src/core/settings/parse';
import { PLAIN_NAMES } from '../src/core/words/callNames';
import { inEnglish } from '../src/core/words/language';
import { Guard } from '../src/engine/guard';
import { HARNESSES } from '../src/node/agents/harnesses';
import { sha256 } from '../src/node/files/hash';
import { fieldsOf, jsonIn } from '../src/node/files/jsonFields';
import { recordAndReply, replyTo } from '../src/node/hooks/callAnswer';
import { hookCommand } from '../src/node/plugin/pluginHooks';
import { ADDRESS_VARIABLE, createHookAddress, PIPE_VARIABLE, TOKEN_VARIABLE } from '../src/node/transport/hookAddress';
import { HookPipe } from '../src/node/transport/hookPipe';
import { type HookAnswer, HookServer, NO_ANSWER } from '../src/node/transport/hookServer';
import { pipeText } from '../src/node/transport/publishedWindows';
import { translateInput } from '../src/node/wire/input';
import { bundleHook } from './bundles';
import { type Figure, median } from './figure';

const ROUNDS = 40;
const AT_ONCE = 50;
const PLUGIN = resolve(__dirname, '../plugin');
const SCRIPT = join(PLUGIN, 'hook.sh');
const HARNESS = HARNESSES.claude;

/** The line in an agent's settings, which it runs with `sh -c`. */
const LINE = hookCommand(PLUGIN).posix;

const SOCKET_COSTS =
  'a Node program that only asks a socket and prints the answer takes 1.15. What is left is ours: it checks the ' +
  'answer, keeps a time limit, and finds the window.';

const ENGINE_COSTS =
  'it loads and runs the guard. Of its processor time in Node 20, `node -e 0` is 58 ms, compiling 175 kB 8 ms, ' +
  'setting up rules and SHA-256 6 ms, and reading, checking, and writing 8 ms.';

/** Each of its calls is blocked, so a missing answer is noticed. */
const BLOCKED = 'blocked';

/**
 * The time of a hook process with a verdict of the running guard, and of both hooks of a call, in units of a Node
 * process that does nothing, and whether many hooks at once all get an answer. The processes take turns, so noise
 * affects all of them.
 */
export async function hookFigures(folder: string): Promise<Figure[]> {
  const bundle = await bundleHook(folder);
  const files = madeFiles(join(folder, 'session'));
  const address = createHookAddress();
  const answer = answerer();
  const onFault = (error: unknown): void => console.error(error);
  const server = new HookServer(address, answer, onFault);
  await server.listen();
  const pipe = new HookPipe(address.folder ?? '', {
    isOurs: () => true,
    answer: ({ input }) => answer(input),
    onFault,
  });
  await pipe.listen();
  const noWindow = { ...process.env, HOME: join(folder, 'home'), USERPROFILE: join(folder, 'home') };
  const onSocket = { ...process.env, [ADDRESS_VARIABLE]: address.path, [TOKEN_VARIABLE]: address.token };
  const onPipe = { ...noWindow, [PIPE_VARIABLE]: pipeText(address.folder ?? '') };
  const alone = (id: string) => started(process.execPath, [bundle], noWindow, inputOf('alone', id, id));
  const hook = (id: string) => started(process.execPath, [bundle], onSocket, inputOf(BLOCKED, id, id));
  const asked = (id: string) => started('/bin/sh', ['-c', '. "$0"', SCRIPT], onPipe, inputOf(BLOCKED, id, id));
  const line = (input: string) => started('/bin/sh', ['-c', LINE], onPipe, input);
  try {
    const nothing: number[] = [];
    const asking: number[] = [];
    const piping: number[] = [];
    const deciding: number[] = [];
    const whole: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      nothing.push((await started(process.execPath, ['-e', '0'], onSocket, '')).milliseconds);
      piping.push((await asked(`piped-${round}`)).milliseconds);
      deciding.push((await alone(`alone-${round}`)).milliseconds);
      asking.push((await hook(`one-${round}`)).milliseconds);
      const path = files[round] ?? '';
      const before = await line(inputOf('whole', `call-${round}`, path));
      const after = await line(inputOf('whole', `call-${round}`, path, readFileSync(path, 'utf8')));
      if (before.output + after.output !== '') {
        throw new Error(`A hook of the bench answered ${before.output}${after.output}`);
      }
      whole.push(before.milliseconds + after.milliseconds);
    }
    const many = Array.from({ length: AT_ONCE }, (_, index) => index);
    const answers = [
      ...(await Promise.all(many.map((index) => hook(`many-${index}`)))),
      ...(await Promise.all(many.map((index) => asked(`many-piped-${index}`)))),
    ];
    const figure = (name: string, times: readonly number[], most: number, missedFor?: string): Figure => ({
      group: 'hook',
      name,
      unit: '× node -e 0',
      measured: median(times.map((milliseconds, round) => milliseconds / (nothing[round] ?? Number.NaN))),
      most,
      missedFor,
    });
    return [
      figure('on a named pipe, from start to exit with a verdict', piping, 0.15),
      figure('from start to exit with a verdict', asking, 1.15, SOCKET_COSTS),
      figure('where no window answers, from start to exit with a verdict', deciding, 1.15, ENGINE_COSTS),
      figure('a whole guarded call: before and after, on a named pipe', whole, 0.3),
      {
        group: 'hook',
        name: `${AT_ONCE} at once, on socket and pipe: without an answer`,
        unit: 'hooks',
        measured: answers.filter(({ output }) => !output.includes('deny')).length,
        most: 0,
      },
    ];
  } finally {
    pipe.dispose();
    server.dispose();
  }
}

interface Ended {
  readonly milliseconds: number;
  readonly output: string;
}

function started(program: string, args: readonly string[], env: NodeJS.ProcessEnv, input: string): Promise<Ended> {
  const start = performance.now();
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  return new Promise((resolve) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', () => resolve({ milliseconds: performance.now() - start, output }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** In the format of Claude Code, whose sessions a hook without a window remembers. @param result after the call */
function inputOf(session: string, id: string, path: string, result?: string): string {
  return JSON.stringify({
    session_id: session,
    transcript_path: '',
    cwd: PLUGIN,
    permission_mode: 'default',
    hook_event_name: result === undefined ? 'PreToolUse' : 'PostToolUse',
    tool_name: 'Read',
    tool_input: { file_path: path },
    tool_use_id: id,
    ...(result === undefined ? {} : { tool_response: { type: 'text', file: { filePath: path, content: result } } }),
  });
}

/** Different files, so that no call of the session is part of a loop. */
function madeFiles(folder: string): string[] {
  mkdirSync(folder);
  return Array.from({ length: ROUNDS }, (_, file) => {
    const path = join(folder, `part${file}.ts`);
    const lines = Array.from({ length: 100 }, (_, line) => `export const value${file}x${line} = ${file * line};`);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  });
}

/** Answers as a window does, with the real guard. */
function answerer(): (input: string) => HookAnswer {
  const configuration = parseConfiguration({});
  const style = { translate: inEnglish, messages: configuration.messages, names: PLAIN_NAMES };
  const guard = new Guard({
    hash: sha256,
    settingsFor: new ConversationSettings(() => configuration).settingsFor,
    report: () => undefined,
  });
  return (input) => {
    const event = translateInput(fieldsOf(jsonIn(input)), HARNESS);
    if (event?.event === 'preToolUse') {
      const { sessionId, callId: id = '', tool, arguments: callArguments } = event;
      const verdict = guard.check(sessionId, { id, tool, arguments: callArguments }, Date.now());
      const blocked = { kind: 'deny', toModel: verdict.action, toPerson: undefined } as const;
      return { output: HARNESS.write(sessionId === BLOCKED ? blocked : replyTo(verdict, callArguments, style)) };
    }
    if (event?.event === 'postToolUse') {
      const memory = { guard, conversationId: event.sessionId };
      return { output: HARNESS.write(recordAndReply(event.callId ?? '', event, HARNESS, memory, Date.now())) };
    }
    return NO_ANSWER;
  };
}
