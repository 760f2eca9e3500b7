import { PLAIN_NAMES } from '../src/core/words/callNames';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConversationSettings } from '../src/core/settings/conversationSettings';
import { parseConfiguration } from '../src/core/settings/parse';
import { inEnglish } from '../src/core/words/language';
import { Guard } from '../src/engine/guard';
import { sha256 } from '../src/node/files/hash';
import { createHookAddress, PIPE_VARIABLE } from '../src/node/transport/hookAddress';
import { HARNESSES } from '../src/node/agents/harnesses';
import { HookPipe } from '../src/node/transport/hookPipe';
import { type HookAnswer, NO_ANSWER } from '../src/node/transport/hookServer';
import { translateInput } from '../src/node/wire/input';
import { hookCommand } from '../src/node/plugin/pluginHooks';
import { pipeText } from '../src/node/transport/publishedWindows';
import { recordAndReply, replyTo } from '../src/node/hooks/callAnswer';
import type { Figure } from './figure';
import { median } from './interleave';
import { started } from './started';
import { fieldsOf, jsonIn } from '../src/node/files/jsonFields';

const CALLS = 40;
const SESSIONS = 5;
const ROUNDS = 30;
const BUSY_PROCESSES = 2;
const PLUGIN = resolve(__dirname, '../plugin');
const HARNESS = HARNESSES.claude;

/** The line in an agent's settings, which it runs with `sh -c`. */
const LINE = hookCommand(PLUGIN).posix;

/** What a call's hooks cost with a window that answers. Calls are made as by an agent; sessions take turns. */
export async function hookSessionFigures(folder: string): Promise<Figure[]> {
  const files = madeFiles(join(folder, 'session'));
  const address = createHookAddress();
  const pipe = new HookPipe(address.folder ?? '', {
    isOurs: () => true,
    answer: answerer(),
    onFault: (error) => console.error(error),
  });
  await pipe.listen();
  const hooks = { ...process.env, HOME: join(folder, 'home'), [PIPE_VARIABLE]: pipeText(address.folder ?? '') };
  try {
    const quiet = [await wholeCall(hooks, files), await sessions(hooks, files, '')];
    const busy = Array.from({ length: BUSY_PROCESSES }, () => spawn(process.execPath, ['-e', 'for (;;);']));
    try {
      return [...quiet, await sessions(hooks, files, ', with two busy processes')];
    } finally {
      await Promise.all(busy.map((each) => (each.kill('SIGKILL'), once(each, 'exit'))));
    }
  } finally {
    pipe.dispose();
    address.dispose();
  }
}

async function wholeCall(hooks: NodeJS.ProcessEnv, files: readonly string[]): Promise<Figure> {
  const ratios: number[] = [];
  const calls: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const nothing = await started(process.execPath, ['-e', '0'], hooks, '');
    const path = files[round % files.length] ?? '';
    const ids = [`whole-${round}`, `call-${round}`] as const;
    const before = await asked(inputOf('PreToolUse', ...ids, path), hooks);
    const after = await asked(inputOf('PostToolUse', ...ids, path, readFileSync(path, 'utf8')), hooks);
    calls.push(before + after);
    ratios.push((before + after) / nothing.milliseconds);
  }
  return {
    group: 'hook',
    name: 'a whole guarded call: before and after, on a named pipe',
    unit: '× node -e 0',
    measured: median(ratios),
    microseconds: median(calls) * 1000,
  };
}

async function sessions(hooks: NodeJS.ProcessEnv, files: readonly string[], load: string): Promise<Figure> {
  const later: number[] = [];
  for (let round = 0; round < SESSIONS; round++) {
    const without = await played(`without-${round}${load}`, files);
    later.push(((await played(`with-${round}${load}`, files, hooks)) - without) / CALLS);
  }
  const name = `each of ${CALLS} different calls, later than without hooks by${load}`;
  return { group: 'hook', name, unit: 'ms', measured: median(later) };
}

/** @returns milliseconds for the whole session */
async function played(session: string, files: readonly string[], hooks?: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  for (const [index, path] of files.entries()) {
    const id = `${session}-${index}`;
    if (hooks !== undefined) {
      await asked(inputOf('PreToolUse', session, id, path), hooks);
    }
    const result = readFileSync(path, 'utf8');
    if (hooks !== undefined) {
      await asked(inputOf('PostToolUse', session, id, path, result), hooks);
    }
  }
  return performance.now() - start;
}

/** @returns milliseconds @throws if a hook prints something: no call of the bench is part of a loop */
async function asked(input: string, environment: NodeJS.ProcessEnv): Promise<number> {
  const { milliseconds, output } = await started('/bin/sh', ['-c', LINE], environment, input);
  if (output !== '') {
    throw new Error(`A hook of the bench answered ${output}`);
  }
  return milliseconds;
}

function inputOf(event: string, session: string, id: string, path: string, result?: string): string {
  return JSON.stringify({
    session_id: session,
    transcript_path: '',
    cwd: PLUGIN,
    permission_mode: 'default',
    hook_event_name: event,
    tool_name: 'Read',
    tool_input: { file_path: path },
    tool_use_id: id,
    ...(result === undefined ? {} : { tool_response: { type: 'text', file: { filePath: path, content: result } } }),
  });
}

function madeFiles(folder: string): string[] {
  mkdirSync(folder);
  return Array.from({ length: CALLS }, (_, file) => {
    const path = join(folder, `part${file}.ts`);
    const lines = Array.from({ length: 100 }, (_, line) => `export const value${file}x${line} = ${file * line};`);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  });
}

function answerer(): (question: { readonly input: string }) => HookAnswer {
  const configuration = parseConfiguration({});
  const style = { translate: inEnglish, messages: configuration.messages, names: PLAIN_NAMES };
  const guard = new Guard({
    hash: sha256,
    settingsFor: new ConversationSettings(() => configuration).settingsFor,
    report: () => undefined,
  });
  return ({ input }) => {
    const event = translateInput(fieldsOf(jsonIn(input)), HARNESS);
    if (event?.event === 'preToolUse') {
      const { sessionId, callId: id = '', tool, arguments: callArguments } = event;
      const verdict = guard.check(sessionId, { id, tool, arguments: callArguments }, Date.now());
      return { output: HARNESS.write(replyTo(verdict, callArguments, style)) };
    }
    if (event?.event === 'postToolUse') {
      const memory = { guard, conversationId: event.sessionId };
      const reply = recordAndReply(event.callId ?? '', event, HARNESS, memory, Date.now());
      return { output: HARNESS.write(reply) };
    }
    return NO_ANSWER;
  };
}
