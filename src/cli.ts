#!/usr/bin/env node
import './requiredNode';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../package.json';
import { afterExtension, removeAll, runAgents } from './node/commands/agentsCommand';
import { runDoctor } from './node/commands/agentReport';
import { isHarnessChoice, runHook } from './node/commands/hookCommand';
import { runAllow } from './node/commands/allowCommand';
import { runGuarded } from './node/run/guardedRun';
import { runReplay } from './node/replay/replayCommand';
import { runScan } from './node/replay/scanCommand';
import { runJudge } from './node/commands/judgeCommand';
import { runContinue, runWhy } from './node/commands/stopsCommand';
import { OUTSIDE_AGENT_IDS, OUTSIDE_AGENTS } from './node/agents/registry';
import { HARNESS_NAMES } from './node/agents/harnesses';
import { sharedSettings } from './node/protection/hookConfiguration';
import { thisMachine } from './node/protection/machineFacts';
import { readStandardInput } from './node/transport/standardOutput';
import { SCANNED_AGENTS } from './node/logs/sessionLogFiles';
import { nearestName } from './core/settings/readSettings';
import { usageOf } from './usage';

const WITHOUT_ARGUMENTS = ['install', 'uninstall', 'doctor', 'why', 'continue', 'judge', 'hook'];
const COMMANDS = [...WITHOUT_ARGUMENTS, 'run', 'allow', 'scan', 'replay'];

/** VS Code runs this after the extension is removed; see `vscode:uninstall` in package.json. */
const AFTER_EXTENSION = 'after-extension';

/** Stands for the value of a `--why` without a number. */
const FIRINGS = 'firings';

async function main(): Promise<number> {
  const { values, positionals, tokens } = parseArgs({
    tokens: true,
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
      extension: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      undo: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      prove: { type: 'boolean', default: false },
      days: { type: 'string', default: '30' },
      'fail-on': { type: 'string' },
      html: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  });
  const [command, ...files] = positionals;
  const { settings: settingsFile, format, harness, 'fail-on': failOn, yes: isYes } = values;
  const { stdin: input, stdout: output, stderr: errors, env: environment } = process;
  const terminal = { input, output, errors };
  const [folder, programFolder] = [process.cwd(), __dirname];
  const [first] = files;
  if (values.help === true || command === 'help') {
    const about = command === 'help' ? first : command;
    if (about !== undefined && !COMMANDS.includes(about)) {
      return misused(unknownCommand(about));
    }
    output.write(usageOf(about));
    return 0;
  }
  if (values.version === true) {
    output.write(`${version}\n`);
    return 0;
  }
  if (first !== undefined && WITHOUT_ARGUMENTS.includes(command ?? '')) {
    const isAgent = ['install', 'uninstall'].includes(command ?? '') && OUTSIDE_AGENT_IDS.includes(first);
    return misused(`${command} doesn’t take "${first}".${isAgent ? ` Did you mean --agent ${first}?` : ''}`);
  }
  const foreign = tokens.find((token) => token.kind === 'option' && !isOptionOf(command, token.name));
  if (foreign?.kind === 'option') {
    return misused(`${command} doesn’t take ${foreign.rawName}.`);
  }
  if (['install', 'uninstall', 'allow', 'continue'].includes(command ?? '') && !isAbsolute(homedir())) {
    errors.write('tool-loop-guard: HOME isn’t an absolute path, so nothing was changed.\n');
    return 1;
  }
  switch (command) {
    case 'install':
    case 'uninstall': {
      const { agent: agents, repository: isRepository, plugin: isPlugin, extension: isExtension } = values;
      const kinds = { isRepository, isPlugin, isExtension };
      const options = { command, agents, ...kinds, isYes, folder, programFolder } as const;
      const refused = command === 'uninstall' ? byPerson(true) : undefined;
      const isAll = command === 'uninstall' && values.all;
      if (isAll && agents.length > 0) {
        return misused('--all removes everything. Leave out --agent.');
      }
      return refused ?? (isAll ? removeAll(options, terminal, thisMachine()) : runAgents(options, terminal));
    }
    case AFTER_EXTENSION:
      return byPerson(true) ?? afterExtension(programFolder, output, thisMachine());
    case 'doctor':
      return runDoctor({ isJson: values.json, isProof: values.prove, folder, programFolder }, output);
    case 'run':
      return first === undefined
        ? misused('Name the program to run after --, such as: tool-loop-guard run -- claude -p "Fix it".')
        : runGuarded(
            {
              command: files,
              agent: values.agent.at(-1),
              settingsFile,
              environment,
              program: __filename,
            },
            errors,
          );
    case 'why':
      return runWhy({ folder, output }, thisMachine());
    case 'continue':
      return byPerson(isYes) ?? runContinue({ folder, output }, thisMachine());
    case 'allow': {
      if (first === undefined || files.length > 1) {
        return misused('Name one tool, such as Bash, or one command, such as "bash: npm run lint".');
      }
      const { undo: isUndone } = values;
      const refused = isUndone ? undefined : byPerson(isYes);
      return refused ?? runAllow({ target: first, isUndone }, output, errors, thisMachine());
    }
    case 'scan': {
      const days = Number(values.days);
      if (!Number.isInteger(days) || days < 1) {
        return misused(`--days takes a whole number from 1, not "${values.days}".`);
      }
      const agents = SCANNED_AGENTS.filter((name) => values.agent.length === 0 || values.agent.includes(name));
      const unknown = values.agent.find((name) => !SCANNED_AGENTS.some((known) => known === name));
      if (unknown !== undefined) {
        return misused(`--agent can be one of ${SCANNED_AGENTS.join(', ')}, not "${unknown}".`);
      }
      if (failOn !== undefined && failOn !== 'stop' && failOn !== 'warn') {
        return misused(`--fail-on can be stop or warn, not "${failOn}".`);
      }
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
          environment,
          isTerminal: errors.isTTY,
        },
        output,
        errors,
      );
    }
    case 'replay': {
      if (format !== 'text' && format !== 'jsonl') {
        return misused(`--format can be text or jsonl, not "${format}".`);
      }
      if (first === undefined && input.isTTY) {
        const look = 'To look through all your sessions, use scan.';
        return misused(`Name the files to replay, or - for standard input. ${look}`);
      }
      const why = values.why === undefined || values.why === FIRINGS ? values.why : Number(values.why);
      return runReplay({ files, settingsFile, format, why, isIdeal: values.ideal }, input, output, errors);
    }
    case 'judge':
      return runJudge(input, output);
    case 'hook': {
      if (!isHarnessChoice(harness)) {
        return misused(`--harness can be one of auto, ${HARNESS_NAMES.join(', ')}, not "${harness}".`);
      }
      const place = settingsFile === undefined ? sharedSettings(homedir()) : { settingsFile };
      const options = { harness, ...place, stateFolder: values.state, loadTelemetry: () => import('./telemetry.js') };
      await runHook(options, await readStandardInput(), output, errors, environment);
      // All output is written, and a connection that telemetry could not close must not keep the harness waiting.
      return process.exit(0);
    }
    case undefined:
      return misused('Name a command.');
    default:
      return misused(unknownCommand(command));
  }
}

function unknownCommand(name: string): string {
  const near = nearestName(name, COMMANDS);
  return `Unknown command "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`}`;
}

/** Whether the command's help names it; an installed hook is never refused, and `--yes` is said to who has to know. */
function isOptionOf(command: string | undefined, name: string): boolean {
  return (
    command === 'hook' || name === 'yes' || !COMMANDS.includes(command ?? '') || usageOf(command).includes(`--${name}`)
  );
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

/** `parseArgs` knows no option with an optional value. */
function withWhy(given: readonly string[]): string[] {
  const own = given.indexOf('--');
  return given.flatMap((option, at) => {
    if (option === '--why' && (own === -1 || at < own)) {
      return /^\d+$/.test(given[at + 1] ?? '') ? [option] : [option, FIRINGS];
    }
    return [option];
  });
}

/** A mistyped hook exits with 0: any other code would make its harness refuse every call. */
function misused(reason: string): number {
  const command = process.argv[2] ?? '';
  const ofCommand = COMMANDS.includes(command) ? usageOf(command) : 'tool-loop-guard --help shows all commands.\n';
  process.stderr.write(`tool-loop-guard: ${reason}\n${ofCommand}`);
  if (isHook() && !process.stdin.isTTY) {
    process.stdin.resume();
  }
  return isHook() ? 0 : 2;
}

/** Removes Node's hint about arguments that begin with a dash: no command takes them. */
function wrongOption(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replace(/\. To specify a positional argument[^]*/, '.')
    .replace(/^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' argument (?:missing|is ambiguous)[^]*/, '$1 needs a value.')
    .replace(/^Option '(?:-\w, )?(--[\w-]+)' does not take an argument$/, '$1 doesn’t take a value.');
}

function isHook(): boolean {
  return process.argv[2] === 'hook';
}

// A reader such as head closes the pipe when it has seen enough.
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
