import type { Figure } from './figure';
import { memoryFigures } from './memory';
import { peakOfReplay, replayFigure, replayMemoryFigure } from './replay';
import { verdictFigures } from './verdict';

/**
 * Runs in its own process, bundled like the extension, and prints its figures. With the name of a log, it replays that
 * and prints its peak memory.
 */
async function main(script: string, log: string | undefined): Promise<Figure[] | number> {
  if (log !== undefined) {
    return peakOfReplay(log);
  }
  // Memory first, before other figures leave garbage behind.
  const memory = memoryFigures();
  const replay = await replayFigure();
  return [...verdictFigures(), ...memory, replay, replayMemoryFigure(script)];
}

main(process.argv[1] ?? '', process.argv[2]).then(
  (measured) => console.log(JSON.stringify(measured)),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
