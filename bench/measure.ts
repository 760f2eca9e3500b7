import { writeFileSync } from 'node:fs';
import type { Figure } from './figure';
import { memoryFigures } from './memory';
import { REPLAY_ARGUMENT, replayFigure, replayMemoryFigure, tellReplayMemory } from './replay';
import { verdictFigures } from './verdict';

/** In megabytes. */
const LOGS = 100;
const QUICK_LOGS = 4;

/** Runs in its own process, bundled like the extension. Arguments: the output file, and perhaps `--quick`. */
async function main(file: string, option: string | undefined): Promise<void> {
  const figures = option === '--quick' ? await quickFigures() : await allFigures();
  writeFileSync(file, JSON.stringify(figures));
}

async function quickFigures(): Promise<Figure[]> {
  return [...verdictFigures(), await replayFigure(QUICK_LOGS)];
}

async function allFigures(): Promise<Figure[]> {
  // Memory first, before other figures leave garbage behind.
  const memory = memoryFigures();
  const replay = await replayFigure(LOGS);
  const replayMemory = replayMemoryFigure(process.argv[1] as string, LOGS);
  return [...verdictFigures(), ...memory, replay, replayMemory];
}

const [, , file = '', option] = process.argv;
(file === REPLAY_ARGUMENT ? tellReplayMemory(option ?? '') : main(file, option)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
