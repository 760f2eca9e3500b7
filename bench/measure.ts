import { writeFileSync } from 'node:fs';
import { answerFigures } from './answers';
import type { Figure } from './figure';
import { loadGemini } from './gemini';
import { growthFigures } from './growth';
import { memoryFigures } from './memory';
import { REPLAY_ARGUMENT, replayFigures, replayMemoryFigure, tellReplayMemory } from './replay';
import { textFigures } from './text';
import { throughputFigures } from './throughput';
import { verdictFigures } from './verdict';

/** In megabytes. */
const LOGS = 100;
const QUICK_LOGS = 4;

/** Runs in its own process, bundled like the extension. Arguments: the output file; `--quick` or the peer's folder. */
async function main(file: string, option: string | undefined): Promise<void> {
  const figures = option === '--quick' ? await quickFigures() : await allFigures(option);
  writeFileSync(file, JSON.stringify(figures));
}

async function quickFigures(): Promise<Figure[]> {
  return [
    ...(await throughputFigures()),
    ...verdictFigures(undefined),
    ...growthFigures(['100 B']),
    ...answerFigures(),
    ...(await replayFigures(QUICK_LOGS)),
  ];
}

async function allFigures(geminiFolder: string | undefined): Promise<Figure[]> {
  // Memory first, before other figures leave garbage behind; the peer last, because it loads a thousand modules.
  const memory = memoryFigures();
  const growth = growthFigures();
  const throughput = await throughputFigures();
  const replay = await replayFigures(LOGS);
  const texts = [...answerFigures(), ...textFigures()];
  const replayMemory = replayMemoryFigure(process.argv[1] as string, LOGS);
  const gemini = geminiFolder === undefined ? undefined : await loadGemini(geminiFolder).catch(skipped);
  return [...verdictFigures(gemini), ...growth, ...texts, ...memory, ...throughput, ...replay, replayMemory];
}

function skipped(error: unknown): undefined {
  console.error(`\n!!! SKIPPED: gemini-cli-core could not be loaded, its figures are missing.\n!!! ${String(error)}\n`);
}

const [, , file = '', option] = process.argv;
(file === REPLAY_ARGUMENT ? tellReplayMemory(option ?? '') : main(file, option)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
