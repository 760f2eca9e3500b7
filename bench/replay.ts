import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { replayUnder } from '../scripts/replayUnder';
import { parseConfiguration } from '../src/core/settings/parse';
import type { RecordedCall } from '../src/engine/replay';
import { describeOutcome } from '../src/engine/facts/outcome';
import { runReplay } from '../src/node/replay/replayCommand';
import { sha256 } from '../src/node/files/hash';
import { openSessionFile, readSessionFile } from '../src/node/logs/sessionFile';
import type { Figure } from './figure';
import { LOG_FORMATS, type LogFormat, writeSessionLog } from './sessionLogs';

const ROUNDS = 3;
const MEGABYTE = 1_000_000;

/** First argument of the measuring process if it replays a file and reports its memory. */
export const REPLAY_ARGUMENT = '--replay';

/**
 * What `tool-loop-guard replay` takes for a file, in units of reading its lines with `readline` and `JSON.parse` alone.
 * Both take turns, and the best round of each counts. Also the share of verdicts and of describing their results.
 */
export async function replayFigures(megabytes: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tool-loop-guard-logs-'));
  try {
    const figures: Figure[] = [];
    for (const format of LOG_FORMATS) {
      const file = join(folder, 'session.jsonl');
      writeSessionLog(file, format, megabytes * MEGABYTE);
      figures.push(...(await fileFigures(file, format)));
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fileFigures(file: string, format: LogFormat): Promise<Figure[]> {
  const best = { parsing: Infinity, replaying: Infinity };
  for (let round = 0; round < ROUNDS; round++) {
    best.parsing = Math.min(best.parsing, await milliseconds(() => parseAlone(file)));
    best.replaying = Math.min(best.replaying, await milliseconds(() => replayFile(file)));
  }
  const unit = '× readline and JSON.parse';
  const figure = (name: string, spent: number): Figure => ({
    group: 'replay',
    name: `${format}${name}`,
    unit,
    measured: spent / best.parsing,
  });
  const { verdicts, descriptions } = await partsOf(file);
  return [
    figure('', best.replaying),
    figure(', verdicts alone', verdicts),
    figure(', describing results alone', descriptions),
  ];
}

async function parseAlone(file: string): Promise<void> {
  let values = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    values += JSON.parse(line) === undefined ? 0 : 1;
  }
  if (values === 0) {
    throw new Error(`${file} is empty`);
  }
}

async function replayFile(file: string): Promise<void> {
  const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
  const code = await runReplay({ files: [file], format: 'text' }, Readable.from([]), nowhere(), nowhere());
  if (code !== 0) {
    throw new Error(`${file} could not be replayed`);
  }
}

/** Plays and describes the calls of the file again without the file. In milliseconds. */
async function partsOf(file: string): Promise<{ verdicts: number; descriptions: number }> {
  const configuration = parseConfiguration({});
  const calls: RecordedCall[] = [];
  const spent = { verdicts: 0, descriptions: 0 };
  const take = async (): Promise<void> => {
    spent.verdicts += await milliseconds(() => void replayUnder(calls, configuration, sha256));
    spent.descriptions += await milliseconds(() => {
      for (const { arguments: given, result, outcome } of calls) {
        describeOutcome(result, outcome?.isError === true, sha256, given);
      }
    });
    calls.length = 0;
  };
  const listener = { call: (call: RecordedCall) => calls.push(call), end: () => undefined, broken: () => undefined };
  const reading = readSessionFile(openSessionFile(file), file, listener);
  while ((await reading.next()).done !== true) {
    if (calls.length >= AT_ONCE) {
      await take();
    }
  }
  await take();
  return spent;
}

/** As many calls as fit into memory. */
const AT_ONCE = 2_000;

/** Processor time including reading, which other programs on the machine disturb less. */
async function milliseconds(work: () => Promise<void> | void): Promise<number> {
  const begin = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

/** The longer log doesn't fit into it. Without a limit, growth before a garbage collection varies from run to run. */
const SMALL_HEAP = ['--max-old-space-size=32', '--max-semi-space-size=2'];

/** The growth of peak memory for a log four times as long, with a heap of 32 MB each. @throws if that is too small */
export function replayMemoryFigure(script: string, megabytes: number): Figure {
  const folder = mkdtempSync(join(tmpdir(), 'tool-loop-guard-logs-'));
  try {
    const [short, long] = [megabytes / 4, megabytes].map((size) => {
      const file = join(folder, `session-${size}.jsonl`);
      writeSessionLog(file, 'Claude Code', size * MEGABYTE);
      const { status, stdout } = spawnSync(process.execPath, [...SMALL_HEAP, script, REPLAY_ARGUMENT, file], {
        encoding: 'utf8',
      });
      if (status !== 0) {
        throw new Error(`The replay ended with ${String(status)}`);
      }
      return Number(stdout);
    });
    return {
      group: 'replay',
      name: 'most memory of the process with a heap of 32 MB, 25 → 100 MB',
      unit: '×',
      measured: (long ?? Number.NaN) / (short ?? Number.NaN),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Replays a file and prints the peak memory of this process in kB. */
export async function tellReplayMemory(file: string): Promise<void> {
  await replayFile(file);
  process.stdout.write(String(process.resourceUsage().maxRSS));
}
