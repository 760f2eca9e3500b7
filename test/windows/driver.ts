// Runs in Node for Windows: starts each command as VS Code starts it there, and writes down what became of it.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { ADDRESS_VARIABLE, createHookAddress, TOKEN_VARIABLE } from '../../src/node/hooks/hookAddress';
import { HookServer } from '../../src/node/hooks/hookServer';
import { ANSWER, type Ended, type Run } from './run';

const NEEDED_BY_WINDOWS = ['SystemRoot', 'SystemDrive', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP', 'WINDIR'];

/** Now and then a program in wine never reads the end of its input. A command that works ends in a second or two. */
const HUNG_MS = 60_000;
const TRIES = 3;

const [, , runsFile = '', endedFile = ''] = process.argv;
void all(JSON.parse(readFileSync(runsFile, 'utf8')) as Run[]).then((ended) =>
  writeFileSync(endedFile, JSON.stringify(ended)),
);

async function all(runs: readonly Run[]): Promise<Ended[]> {
  const ended: Ended[] = [];
  for (const run of runs) {
    ended.push(await one(run));
  }
  return ended;
}

async function one(run: Run): Promise<Ended> {
  const asked: string[] = [];
  const address = createHookAddress();
  const server = new HookServer(
    address,
    (input) => {
      asked.push(input);
      return { output: ANSWER };
    },
    (error) => console.error(error),
  );
  if (run.listening) {
    await server.listen();
  }
  const addressed = run.listening ? { [ADDRESS_VARIABLE]: address.path, [TOKEN_VARIABLE]: address.token } : {};
  try {
    return { ...(await started(run, { ...addressed, ...run.env })), asked };
  } finally {
    server.dispose();
  }
}

async function started(run: Run, env: NodeJS.ProcessEnv, tries = TRIES): Promise<Omit<Ended, 'asked'>> {
  const child = await start(run, env);
  const hung = AbortSignal.timeout(HUNG_MS);
  let output = '';
  let errors = '';
  let inputFault: string | undefined;
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdin.on('error', (error: NodeJS.ErrnoException) => (inputFault = error.code ?? error.message));
  child.stdin.end(run.input);
  try {
    const [exitCode] = (await once(child, 'close', { signal: hung })) as [number | null];
    return { name: run.name, exitCode, output, errors, ...(inputFault === undefined ? {} : { inputFault }) };
  } catch (error) {
    if (!hung.aborted || tries === 1) {
      throw error;
    }
    console.error(`wine did not end a command, once more: ${run.name}`);
    child.kill();
    [child.stdin, child.stdout, child.stderr].forEach((stream) => stream.destroy());
    return started(run, env, tries - 1);
  }
}

/** Starts the command. On a machine under load wine now and then cannot start even cmd.exe: then it is tried again. */
async function start(run: Run, env: NodeJS.ProcessEnv, tries = 5): Promise<ChildProcessWithoutNullStreams> {
  const needed: NodeJS.ProcessEnv = Object.fromEntries(
    NEEDED_BY_WINDOWS.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  const isAgentHost = run.startedBy === 'agent host';
  try {
    // The Agent Host lets Node quote the text, which turns each quotation mark in it into \".
    return spawn('cmd.exe', isAgentHost ? ['/c', run.text] : ['/d', '/s', '/c', `"${run.text}"`], {
      cwd: run.workingFolder,
      env: { ...needed, ...env },
      stdio: 'pipe',
      windowsVerbatimArguments: !isAgentHost,
    });
  } catch (error) {
    if (tries === 1) {
      throw error;
    }
    console.error(`wine could not start cmd.exe, once more: ${run.name}`);
    await after(1_000);
    return start(run, env, tries - 1);
  }
}
