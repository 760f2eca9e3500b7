import { ConversationSettings } from '../src/core/settings/conversationSettings';
import { join, resolve } from 'node:path';
import { Guard } from '../src/engine/guard';
import { parseConfiguration } from '../src/core/settings/parse';
import { sha256 } from '../src/node/files/hash';
import { ADDRESS_VARIABLE, createHookAddress, PIPE_VARIABLE, TOKEN_VARIABLE } from '../src/node/transport/hookAddress';
import { HookPipe } from '../src/node/transport/hookPipe';
import { HookServer } from '../src/node/transport/hookServer';
import { pipeText } from '../src/node/transport/publishedWindows';
import { HARNESSES } from '../src/node/agents/harnesses';
import { bundleHook } from './bundles';
import type { Figure } from './figure';
import { writeHookFloors } from './hookFloors';
import { median } from './interleave';
import { started } from './started';

const ROUNDS = 40;
const AT_ONCE = 50;
const SCRIPT = resolve(__dirname, '../plugin/hook.sh');

/**
 * The time of a hook process with a verdict of the running guard, in units of a Node process that does nothing, and
 * whether many hooks at once all get an answer. The two processes take turns, so noise affects both.
 */
export async function hookFigures(folder: string): Promise<Figure[]> {
  const bundle = await bundleHook(folder);
  const address = createHookAddress();
  const answer = answerer();
  const floors = writeHookFloors(folder);
  const onFault = (error: unknown): void => console.error(error);
  const server = new HookServer(address, answer, onFault);
  await server.listen();
  const environment = { ...process.env, [ADDRESS_VARIABLE]: address.path, [TOKEN_VARIABLE]: address.token };
  const noWindow = { ...process.env, HOME: join(folder, 'home'), USERPROFILE: join(folder, 'home') };
  const alone = (id: string) => started(process.execPath, [bundle], noWindow, callOf(id));
  const hook = (id: string) => started(process.execPath, [bundle], environment, JSON.stringify({ id }));
  const floor = (args: readonly string[], id: string) => started(process.execPath, args, environment, callOf(id));
  const pipe = new HookPipe(address.folder ?? '', {
    isOurs: () => true,
    answer: ({ input }) => answer(input),
    onFault,
  });
  await pipe.listen();
  const piped = { ...process.env, [PIPE_VARIABLE]: pipeText(address.folder ?? '') };
  const asked = (id: string) => started('/bin/sh', ['-c', '. "$0"', SCRIPT], piped, JSON.stringify({ id }));
  try {
    const nothing: number[] = [];
    const asking: number[] = [];
    const piping: number[] = [];
    const deciding: number[] = [];
    const leastAsking: number[] = [];
    const leastRemembering: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      nothing.push((await started(process.execPath, ['-e', '0'], environment, '')).milliseconds);
      piping.push((await asked(`piped-${round}`)).milliseconds);
      deciding.push((await alone(`alone-${round}`)).milliseconds);
      asking.push((await hook(`one-${round}`)).milliseconds);
      leastAsking.push((await floor(floors.asking, `least-${round}`)).milliseconds);
      leastRemembering.push((await floor(floors.remembering, `kept-${round}`)).milliseconds);
    }
    const ratio = (times: readonly number[]): number =>
      median(times.map((milliseconds, round) => milliseconds / (nothing[round] ?? Number.NaN)));
    const many = Array.from({ length: AT_ONCE }, (_, index) => index);
    const answers = [
      ...(await Promise.all(many.map((index) => hook(`many-${index}`)))),
      ...(await Promise.all(many.map((index) => asked(`many-piped-${index}`)))),
    ];
    const unanswered = answers.filter(({ output }) => !output.includes('deny')).length;
    const figure = (name: string, times: readonly number[]): Figure => ({
      group: 'hook',
      name,
      unit: '× node -e 0',
      measured: ratio(times),
      microseconds: median(times) * 1000,
    });
    return [
      figure('from start to exit with a verdict', asking),
      figure('floor: a Node program that asks a socket and prints the answer', leastAsking),
      figure('where no window answers, from start to exit with a verdict', deciding),
      figure('floor: a Node program that reads and writes a file of a session and takes a SHA-256', leastRemembering),
      figure('on a named pipe, from start to exit with a verdict', piping),
      {
        group: 'hook',
        name: `${AT_ONCE} at once, on socket and pipe: without an answer`,
        unit: 'hooks',
        measured: unanswered,
      },
    ];
  } finally {
    pipe.dispose();
    server.dispose();
  }
}

/** In the format of Claude Code, whose sessions a hook without a window remembers. */
function callOf(id: string): string {
  return JSON.stringify({
    session_id: 'alone',
    hook_event_name: 'PreToolUse',
    tool_name: 'Read',
    tool_input: { file_path: id },
    tool_use_id: id,
  });
}

/** Checks each call with the real guard, and always answers, so a missing answer is noticed. */
function answerer(): (input: string) => { output: string } {
  const configuration = parseConfiguration({});
  const guard = new Guard({
    hash: sha256,
    settingsFor: new ConversationSettings(() => configuration).settingsFor,
    report: () => undefined,
  });
  return (input) => {
    const { id } = JSON.parse(input) as { id: string };
    const { action } = guard.check('bench', { id, tool: 'read', arguments: { id } }, Date.now());
    return { output: HARNESSES.vscode.write({ kind: 'deny', toModel: action, toPerson: undefined }) };
  };
}
