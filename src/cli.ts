#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { runDoctor } from './node/commands/doctorCommand';
import { isHarnessChoice, runHook } from './node/commands/hookCommand';
import { runReplay } from './node/commands/replayCommand';
import { HARNESS_NAMES } from './node/hooks/harnesses/registry';

const USAGE = `Usage:
  tool-loop-guard hook [--harness auto|${HARNESS_NAMES.join('|')}] [--settings FILE] [--state DIR]
      Answers one hook of an agent: reads its input from standard input, prints its answer, and ends with 0.
  tool-loop-guard replay [FILE…] [--settings FILE] [--format text|jsonl]
      Prints where the guard would have acted in recorded sessions (JSONL; standard input without FILE).
  tool-loop-guard doctor [--json]
      Prints which sessions are guarded on this machine, why others are not, and what to do.
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      settings: { type: 'string' },
      format: { type: 'string', default: 'text' },
      harness: { type: 'string', default: 'auto' },
      state: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command, ...files] = positionals;
  const { settings: settingsFile, format, harness } = values;
  if (values.help === true || command === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  if (command === 'hook' && files.length === 0 && isHarnessChoice(harness)) {
    await runHook(
      { harness, settingsFile, stateFolder: values.state, loadTelemetry: () => import('./telemetry.js') },
      process.stdin,
      process.stdout,
      process.stderr,
      process.env,
    );
    // What has been said is written; a connection that telemetry could not end must not keep the harness waiting.
    process.exit(0);
  }
  if (command === 'replay' && (format === 'text' || format === 'jsonl')) {
    return runReplay({ files, settingsFile, format }, process.stdin, process.stdout, process.stderr);
  }
  if (command === 'doctor' && files.length === 0) {
    runDoctor({ isJson: values.json }, process.stdout);
    return 0;
  }
  return misused('Not understood.');
}

/**
 * A hook that ends with anything but 0 would have its harness refuse every call, so a mistyped hook lets all of them
 * run.
 */
function misused(reason: string): number {
  process.stderr.write(`tool-loop-guard: ${reason}\n${USAGE}`);
  const isHook = process.argv[2] === 'hook';
  if (isHook && !process.stdin.isTTY) {
    process.stdin.resume();
  }
  return isHook ? 0 : 2;
}

// A reader that has seen enough, such as head, closes the pipe.
process.stdout.on('error', () => process.exit(0));
main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.exitCode = misused(error instanceof Error ? error.message : String(error));
  },
);
