import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { runReplay } from '../src/node/replay/replayCommand';
import type { Figure } from './figure';
import { writeSessionLog } from './sessionLog';

const ROUNDS = 3;
const SHORT_BYTES = 25_000_000;
const LONG_BYTES = 100_000_000;

/**
 * What `tool-loop-guard replay` takes for a file, in units of reading its lines with `readline` and `JSON.parse` alone.
 * Both take turns, and the best round of each counts.
 */
export async function replayFigure(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'tool-loop-guard-logs-'));
  try {
    const file = join(folder, 'session.jsonl');
    writeSessionLog(file, LONG_BYTES);
    const best = { parsing: Infinity, replaying: Infinity };
    for (let round = 0; round < ROUNDS; round++) {
      best.parsing = Math.min(best.parsing, await milliseconds(() => parseAlone(file)));
      best.replaying = Math.min(best.replaying, await milliseconds(() => replayFile(file)));
    }
    return {
      group: 'replay',
      name: 'Claude Code',
      unit: '× readline and JSON.parse',
      measured: best.replaying / best.parsing,
      most: 5,
      missedFor:
        'each result is read by some twenty expressions, for what is volatile in it, for failures, and for waits, ' +
        'and each call is compared with 40 others.',
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

/** Processor time including reading, which other programs on the machine disturb less. */
async function milliseconds(work: () => Promise<void>): Promise<number> {
  const begin = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

/** The longer log doesn't fit into it. Without a limit, growth before a garbage collection varies from run to run. */
const SMALL_HEAP = ['--max-old-space-size=32', '--max-semi-space-size=2'];

/** The growth of peak memory for a log four times as long, with a heap of 32 MB each. @throws if that is too small */
export function replayMemoryFigure(script: string): Figure {
  const folder = mkdtempSync(join(tmpdir(), 'tool-loop-guard-logs-'));
  try {
    const [short = Number.NaN, long = Number.NaN] = [SHORT_BYTES, LONG_BYTES].map((size) => {
      const file = join(folder, `session-${size}.jsonl`);
      writeSessionLog(file, size);
      const { status, stdout } = spawnSync(process.execPath, [...SMALL_HEAP, script, file], { encoding: 'utf8' });
      if (status !== 0) {
        throw new Error(`The replay ended with ${String(status)}`);
      }
      return Number(stdout);
    });
    return {
      group: 'replay',
      name: 'most memory of the process with a heap of 32 MB, 25 → 100 MB',
      unit: '×',
      measured: long / short,
      most: 1.2,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Replays a file. @returns the peak memory of this process in kB */
export async function peakOfReplay(file: string): Promise<number> {
  await replayFile(file);
  return process.resourceUsage().maxRSS;
}
