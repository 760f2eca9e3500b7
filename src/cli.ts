#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { runReplay } from './node/replayCommand';

const USAGE = `Usage:
  tool-loop-guard replay [FILE…] [--settings FILE] [--format text|jsonl]
      Prints where the guard would have acted in recorded sessions (JSONL; standard input without FILE).
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { settings: { type: 'string' }, format: { type: 'string', default: 'text' }, help: { type: 'boolean', short: 'h' } },
  });
  const [command, ...files] = positionals;
  if (values.help === true || command === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  if (command !== 'replay' || (values.format !== 'text' && values.format !== 'jsonl')) {
    process.stderr.write(USAGE);
    return 2;
  }
  return runReplay({ files, settingsFile: values.settings, format: values.format }, process.stdin, process.stdout, process.stderr);
}

// A reader that has seen enough, such as head, closes the pipe.
process.stdout.on('error', () => process.exit(0));
main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exitCode = 2;
  },
);
