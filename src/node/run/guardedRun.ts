import { codeSpan } from '../../core/words/pages/markdown';
import { findProgram, installedVersion } from '../files/program';
import { endProgram } from '../files/runProgram';
import type { ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { constants, homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Writable } from 'node:stream';
import type { GuardedStart } from '../agents/agent';
import { OPENCODE_MODULE, RUN_FOLDER } from '../agents/opencode';
import { withLines } from '../install/hookLines';
import { configurationOf } from '../protection/hookConfiguration';
import { SETTINGS_FILE, sharedFolder } from '../plugin/sharedFolder';
import { statesIn } from '../state/stateFolder';
import { type NotedStop, notedStops, stopLines } from '../state/stopsLog';
import { type AgentCommand, readCommand, RUNNABLE_AGENTS } from './agentCommand';

const LOOPED = 3;

const NOT_FOUND = 127;

const LOOK_MILLISECONDS = 200;

/** Time for an ended agent's last words; then time for any agent to end on a signal. */
const GRACE_MILLISECONDS = 10_000;
const KILL_MILLISECONDS = 5_000;

interface RunCommandOptions {
  readonly command: readonly string[];
  readonly agent: string | undefined;
  /** A settings.json, or an object with just the settings; by default those of the installed agents. */
  readonly settingsFile: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly program: string;
  readonly graceMilliseconds?: number;
  readonly home?: string;
}

/**
 * `tool-loop-guard run -- PROGRAM …`: runs an agent with the guard and without an installation, and ends it at a loop.
 * Writes only a temporary folder, and a job's summary.
 * @returns the agent's own exit code; 3 if it was stopped, 127 if there is no such program, 2 if the agent is unknown
 * or the settings can't be used
 */
export async function runGuarded(options: RunCommandOptions, errors: Writable): Promise<number> {
  const wanted = readCommand(options.command, options.agent);
  if (wanted === undefined) {
    const known = RUNNABLE_AGENTS.map(({ id }) => id).join(', ');
    errors.write(
      options.agent === undefined
        ? `tool-loop-guard: ${options.command[0] || 'This'} is no known agent. Start ${known}, or add --agent.\n`
        : `tool-loop-guard: --agent can be one of ${known}, not "${options.agent}".\n`,
    );
    return 2;
  }
  const { agent, program, wrapped, given } = wanted;
  const problems: string[] = [];
  configurationOf({ settingsFile: options.settingsFile, machine: { file: '', values: undefined } }, {}, problems);
  if (problems.length > 0) {
    errors.write(`tool-loop-guard: ${problems.join(' ')}\n`);
    return 2;
  }
  const lacking = agent.runNeeds?.find((argument) => !given.includes(argument));
  if (lacking !== undefined) {
    errors.write(
      `tool-loop-guard: ${agent.name} runs the hooks of one run only with ${lacking}. With it, it also runs hooks of ` +
        'the repository that you have not trusted. Add it, or run tool-loop-guard install and trust the hooks once.\n',
    );
    return 2;
  }
  // Not in the folder for temporary files: Gemini CLI reads no settings from a place that others can write to.
  const parent = sharedFolder(options.home);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(parent, RUN_FOLDER));
  try {
    const start = startOf(wanted, folder, options);
    const { spawn } = await import('node:child_process');
    const child = spawn(program, [...wrapped, ...start.arguments, ...given], {
      stdio: 'inherit',
      env: start.environment,
      // With its own group, what it has started ends with it; not if that would take the terminal away.
      detached: hasOwnGroup(),
    });
    const grace = agent.ends.how === 'yes' ? (options.graceMilliseconds ?? GRACE_MILLISECONDS) : 0;
    const { code, stops } = await watched(child, folder, grace);
    report({ agent: agent.name, stops: stopLines(stops), wasChecked: existsSync(statesIn(folder)) }, options, errors);
    return stops.length > 0 ? LOOPED : code;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error;
    }
    errors.write(`tool-loop-guard: There is no program ${program}.\n`);
    return NOT_FOUND;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function hasOwnGroup(): boolean {
  return !process.stdin.isTTY && process.platform !== 'win32';
}

function quoted(word: string): string {
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

function startOf(
  { agent, program: started, wrapped, variables }: AgentCommand,
  folder: string,
  { program, settingsFile, environment: inherited, home = homedir() }: RunCommandOptions,
): { readonly arguments: readonly string[]; readonly environment: NodeJS.ProcessEnv } {
  const { platform } = process;
  const environment = { ...inherited, ...variables };
  const settings = resolve(settingsFile ?? join(sharedFolder(home), SETTINGS_FILE));
  const words = [process.execPath, program, 'hook', '--harness', agent.id, '--state', folder];
  const withSettings = existsSync(settings) || settingsFile !== undefined ? ['--settings', settings] : [];
  const start = agent.start({
    folder,
    settingsFile: settings,
    hookCommand: [...words, ...withSettings].map(quoted).join(' '),
    moduleAddress: pathToFileURL(join(dirname(program), OPENCODE_MODULE)).href,
    environment,
    home,
    version:
      wrapped.length > 0
        ? undefined
        : installedVersion(isAbsolute(started) ? started : findProgram(started, { environment, platform })),
  });
  if (start.standIn !== undefined) {
    writeStandIn(folder, start.standIn);
  }
  for (const [path, text] of Object.entries(start.files ?? {})) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return {
    arguments: start.arguments ?? [],
    environment: { ...environment, ...start.environment },
  };
}

/** @throws if the settings file isn't a JSON object, so that there is no place for the lines */
function writeStandIn(folder: string, { for: own, at, lines }: NonNullable<GuardedStart['standIn']>): void {
  const path = join(folder, at);
  mkdirSync(path);
  const names = existsSync(own) ? readdirSync(own) : [];
  const settings = 'settings.json';
  names.filter((name) => name !== settings).forEach((name) => symlinkSync(join(own, name), join(path, name)));
  const file = join(own, settings);
  const changed = withLines(existsSync(file) ? readFileSync(file, 'utf8') : '', lines);
  if (changed === undefined) {
    throw new Error(`${file} is not a JSON object.`);
  }
  writeFileSync(join(path, settings), changed.text);
}

async function watched(
  child: ChildProcess,
  folder: string,
  graceMilliseconds: number,
): Promise<{ readonly code: number; readonly stops: readonly NotedStop[] }> {
  const timers: NodeJS.Timeout[] = [];
  const end = (signal: NodeJS.Signals): void => endProgram(child.pid, hasOwnGroup(), signal);
  const later = (milliseconds: number, act: () => void): void => {
    timers.push(setTimeout(act, milliseconds));
  };
  const looking = setInterval(() => {
    if (notedStops(folder).length > 0) {
      clearInterval(looking);
      later(graceMilliseconds, () => end('SIGTERM'));
      later(graceMilliseconds + KILL_MILLISECONDS, () => end('SIGKILL'));
    }
  }, LOOK_MILLISECONDS);
  const passed = ['SIGINT', 'SIGTERM'] as const;
  passed.forEach((signal) => process.on(signal, end));
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (exitCode, signal) => resolve(exitCode ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
    return { code, stops: notedStops(folder) };
  } finally {
    clearInterval(looking);
    timers.forEach(clearTimeout);
    passed.forEach((signal) => process.off(signal, end));
  }
}

/** A run that the guard didn't see is never called free of loops. */
function report(
  { agent, stops, wasChecked }: { agent: string; stops: readonly string[]; wasChecked: boolean },
  { environment }: RunCommandOptions,
  errors: Writable,
): void {
  const ended = wasChecked ? 'ended without a loop.' : 'made no tool call that the guard could check.';
  const told = `${agent} ${stops.length > 0 ? 'was stopped:' : ended}\n`;
  errors.write(`tool-loop-guard: ${told}${stops.map((line) => `  ${line}\n`).join('')}`);
  const { GITHUB_STEP_SUMMARY: summaryFile } = environment;
  try {
    if (summaryFile !== undefined && summaryFile !== '') {
      const listed = stops.map((line) => `\n- ${codeSpan(line)}`).join('');
      appendFileSync(summaryFile, `### Tool Loop Guard\n\n${told}${listed}\n`);
    }
  } catch (error) {
    errors.write(`tool-loop-guard: The summary could not be written: ${String(error)}\n`);
  }
}
