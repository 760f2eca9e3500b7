#!/usr/bin/env node
import './requiredNode';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { parseArgs } from 'node:util';
import { afterExtension, removeAll, runAgents } from './node/commands/agentsCommand';
import { runDoctor } from './node/commands/agentReport';
import { isHarnessChoice, runHook } from './node/commands/hookCommand';
import { runAllow } from './node/commands/allowCommand';
import { runGuarded } from './node/run/guardedRun';
import { type ReplayCommandOptions, runReplay } from './node/replay/replayCommand';
import { runScan } from './node/replay/scanCommand';
import { runJudge } from './node/commands/judgeCommand';
import { runContinue, runWhy } from './node/commands/stopsCommand';
import { OUTSIDE_AGENTS } from './node/agents/registry';
import { HARNESS_NAMES } from './node/agents/harnesses';
import { sharedSettings } from './node/protection/hookConfiguration';
import { thisMachine } from './node/protection/machineFacts';
import { SCANNED_AGENTS, type ScannedAgent } from './node/logs/sessionLogFiles';
import { nearestName } from './core/settings/readSettings';
import { usageOf } from './usage';

const COMMANDS = [
  'install',
  'uninstall',
  'doctor',
  'run',
  'why',
  'continue',
  'allow',
  'scan',
  'replay',
  'judge',
  'hook',
];

/** What VS Code runs after the extension has been removed; see `vscode:uninstall` in package.json. */
const AFTER_EXTENSION = 'after-extension';

/** What `--why` without a number is about. */
const FIRINGS = 'firings';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    args: withWhy(process.argv.slice(2)),
    allowPositionals: true,
    options: {
      settings: { type: 'string' },
      format: { type: 'string', default: 'text' },
      why: { type: 'string' },
      ideal: { type: 'boolean', default: false },
      harness: { type: 'string', default: 'auto' },
      state: { type: 'string' },
      agent: { type: 'string', multiple: true, default: [] },
      yes: { type: 'boolean', short: 'y', default: false },
      repository: { type: 'boolean', default: false },
      plugin: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      undo: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      prove: { type: 'boolean', default: false },
      days: { type: 'string', default: '30' },
      'fail-on': { type: 'string' },
      junit: { type: 'string' },
      html: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    },
  });
  const [command, ...files] = positionals;
  const { settings: settingsFile, format, harness } = values;
  if (values.help === true || command === 'help') {
    process.stdout.write(usageOf(command === 'help' ? files[0] : command));
    return 0;
  }
  if (values.version === true) {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  if (command === 'hook' && files.length === 0 && isHarnessChoice(harness)) {
    const place = settingsFile === undefined ? sharedSettings(homedir()) : { settingsFile };
    await runHook(
      { harness, ...place, stateFolder: values.state, loadTelemetry: () => import('./telemetry.js') },
      process.stdin,
      process.stdout,
      process.stderr,
      process.env,
    );
    // What has been said is written; a connection that telemetry could not end must not keep the harness waiting.
    process.exit(0);
  }
  if (command === 'replay' && (format === 'text' || format === 'jsonl') && (files.length > 0 || !process.stdin.isTTY)) {
    const why = values.why === undefined || values.why === FIRINGS ? values.why : Number(values.why);
    const options: ReplayCommandOptions = { files, settingsFile, format, why, isIdeal: values.ideal };
    return runReplay(options, process.stdin, process.stdout, process.stderr);
  }
  if (command === 'scan') {
    const days = Number(values.days);
    const agents = values.agent.length === 0 ? SCANNED_AGENTS : values.agent;
    const failOn = values['fail-on'];
    if (Number.isInteger(days) && days > 0 && agents.every(isScanned) && isFailOn(failOn)) {
      return runScan(
        {
          paths: files,
          agents,
          days,
          isJson: values.json,
          htmlFile: values.html,
          failOn,
          settingsFile,
          nowMs: Date.now(),
          environment: process.env,
          isTerminal: process.stderr.isTTY,
        },
        process.stdout,
        process.stderr,
      );
    }
  }
  if (['install', 'uninstall', 'allow', 'continue'].includes(command ?? '') && !isAbsolute(homedir())) {
    process.stderr.write('tool-loop-guard: HOME is no absolute path, so nothing was changed.\n');
    return 1;
  }
  if (command === AFTER_EXTENSION) {
    return byPerson(true) ?? afterExtension(__dirname, process.stdout, thisMachine());
  }
  if (command === 'uninstall' && values.all && files.length === 0) {
    const terminal = { input: process.stdin, output: process.stdout, errors: process.stderr };
    return byPerson(true) ?? removeAll({ isYes: values.yes, programFolder: __dirname }, terminal, thisMachine());
  }
  if ((command === 'install' || command === 'uninstall') && files.length === 0) {
    const refused = command === 'uninstall' ? byPerson(true) : undefined;
    return (
      refused ??
      runAgents(
        {
          command,
          agents: values.agent,
          isRepository: values.repository,
          isPlugin: values.plugin,
          isYes: values.yes,
          folder: process.cwd(),
          programFolder: __dirname,
        },
        { input: process.stdin, output: process.stdout, errors: process.stderr },
      )
    );
  }
  if (command === 'doctor' && files.length === 0) {
    const { json: isJson, prove: isProof } = values;
    return runDoctor({ isJson, isProof, folder: process.cwd(), programFolder: __dirname }, process.stdout);
  }
  if (command === 'judge' && files.length === 0) {
    return runJudge(process.stdin, process.stdout);
  }
  if (command === 'why' && files.length === 0) {
    return runWhy({ folder: process.cwd(), output: process.stdout }, thisMachine());
  }
  if (command === 'continue' && files.length === 0) {
    return byPerson(values.yes) ?? runContinue({ folder: process.cwd(), output: process.stdout }, thisMachine());
  }
  if (command === 'run' && files.length > 0) {
    return runGuarded(
      {
        command: files,
        agent: values.agent.at(-1),
        settingsFile,
        junitFile: values.junit,
        environment: process.env,
        program: __filename,
      },
      process.stderr,
    );
  }
  const [tool] = files;
  if (command === 'allow' && tool !== undefined && files.length === 1) {
    const { yes: isYes, undo: isUndone } = values;
    const refused = isUndone ? undefined : byPerson(isYes);
    return refused ?? runAllow({ target: tool, isUndone }, process.stdout, process.stderr, thisMachine());
  }
  return misused(misuse(command, files, values));
}

/** What weakens the guard is for a person: not for an agent in a shell, and without a terminal only with `--yes`. */
function byPerson(isYes: boolean): number | undefined {
  const variables = ['AI_AGENT', ...OUTSIDE_AGENTS.flatMap(({ shellVariables }) => shellVariables)];
  if (!variables.some((name) => process.env[name]) && (isYes || process.stdin.isTTY)) {
    return undefined;
  }
  process.stderr.write('tool-loop-guard: Run this in a terminal yourself.\n');
  return 1;
}

function misuse(
  command: string | undefined,
  files: readonly string[],
  given: { format: string; harness: string },
): string {
  if (command === undefined) {
    return 'Name a command.';
  }
  if (!COMMANDS.includes(command)) {
    const near = nearestName(command, COMMANDS);
    return `Unknown command "${command}".${near === undefined ? '' : ` Did you mean "${near}"?`}`;
  }
  if (command === 'scan') {
    const agents = SCANNED_AGENTS.join(', ');
    return `--days takes a whole number from 1, --agent one of ${agents}, and --fail-on stop or warn.`;
  }
  if (command === 'run') {
    return 'Name the program to run behind --, such as: tool-loop-guard run -- claude -p "Fix it".';
  }
  if (command === 'allow') {
    return 'Name one tool, such as Bash, or one command, such as "bash: npm run lint".';
  }
  if (command === 'replay') {
    return files.length === 0 && (given.format === 'text' || given.format === 'jsonl')
      ? 'Name the files to replay, or - for standard input. To look through all your sessions, use scan.'
      : `--format can be text or jsonl, not "${given.format}".`;
  }
  const [extra] = files;
  return extra === undefined
    ? `--harness can be one of auto, ${HARNESS_NAMES.join(', ')}, not "${given.harness}".`
    : `${command} doesn't take "${extra}".`;
}

function isScanned(agent: string): agent is ScannedAgent {
  return (SCANNED_AGENTS as readonly string[]).includes(agent);
}

function isFailOn(value: string | undefined): value is 'stop' | 'warn' | undefined {
  return value === undefined || value === 'stop' || value === 'warn';
}

/** `--why` may stand without a value, which `parseArgs` does not know. */
function withWhy(given: readonly string[]): string[] {
  const own = given.indexOf('--');
  return given.flatMap((option, at) => {
    if (option === '--why' && (own === -1 || at < own)) {
      return /^\d+$/.test(given[at + 1] ?? '') ? [option] : [option, FIRINGS];
    }
    return [option];
  });
}

function version(): string {
  try {
    const { version: known } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as {
      version?: unknown;
    };
    return String(known);
  } catch {
    return 'unknown';
  }
}

/**
 * A hook that ends with anything but 0 would have its harness refuse every call, so a mistyped hook lets all of them
 * run.
 */
function misused(reason: string): number {
  const command = process.argv[2] ?? '';
  const ofCommand = COMMANDS.includes(command) ? usageOf(command) : 'tool-loop-guard --help shows all commands.\n';
  process.stderr.write(`tool-loop-guard: ${reason}\n${ofCommand}`);
  if (isHook() && !process.stdin.isTTY) {
    process.stdin.resume();
  }
  return isHook() ? 0 : 2;
}

/** Without what Node adds about arguments that begin with a dash: no command takes such ones. */
function wrongOption(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\. To specify a positional argument[^]*/, '.');
}

function isHook(): boolean {
  return process.argv[2] === 'hook';
}

// A reader that has seen enough, such as head, closes the pipe.
process.stdout.on('error', () => process.exit(0));
process.stderr.on('error', () => undefined);
if (isHook()) {
  process.on('uncaughtException', () => process.exit(0));
}
main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.exitCode = misused(wrongOption(error));
  },
);
