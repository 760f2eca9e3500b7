// Runs in Node for Windows: starts each command like VS Code there, and records the outcome.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { ADDRESS_VARIABLE, createHookAddress, TOKEN_VARIABLE } from '../../src/node/transport/hookAddress';
import { HookServer } from '../../src/node/transport/hookServer';
import { ANSWER, type Ended, type Run } from './run';

const NEEDED_BY_WINDOWS = ['SystemRoot', 'SystemDrive', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP', 'WINDIR'];

/** A working command ends in a second or two. */
const HUNG_MS = 60_000;

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

async function started(run: Run, env: NodeJS.ProcessEnv): Promise<Omit<Ended, 'asked'>> {
  const child = start(run, env);
  let output = '';
  let errors = '';
  let inputFault: string | undefined;
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdin.on('error', (error: NodeJS.ErrnoException) => (inputFault = error.code ?? error.message));
  child.stdin.end(run.input);
  const [exitCode] = (await once(child, 'close', { signal: AbortSignal.timeout(HUNG_MS) }).catch((error: unknown) => {
    throw new Error(`did not end: ${run.name}`, { cause: error });
  })) as [number | null];
  return { name: run.name, exitCode, output, errors, ...(inputFault === undefined ? {} : { inputFault }) };
}

function start(run: Run, env: NodeJS.ProcessEnv): ChildProcessWithoutNullStreams {
  const needed: NodeJS.ProcessEnv = Object.fromEntries(
    NEEDED_BY_WINDOWS.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
  const isAgentHost = run.startedBy === 'agent host';
  // The Agent Host lets Node quote the text, which turns each of its quotation marks into \".
  return spawn('cmd.exe', isAgentHost ? ['/c', run.text] : ['/d', '/s', '/c', `"${run.text}"`], {
    cwd: run.workingFolder,
    env: { ...needed, ...env },
    stdio: 'pipe',
    windowsVerbatimArguments: !isAgentHost,
  });
}
