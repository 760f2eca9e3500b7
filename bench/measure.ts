import { writeFileSync } from 'node:fs';
import { answerFigures } from './answers';
import type { Figure } from './figure';
import { loadGemini } from './gemini';
import { growthFigures } from './growth';
import { memoryFigures } from './memory';
import { textFigures } from './text';
import { throughputFigures } from './throughput';
import { verdictFigures } from './verdict';

/**
 * Runs in a process of its own, bundled like the extension; leaves the figures in a file. Arguments: that file, the
 * peer's folder.
 */
async function main(file: string, geminiFolder: string | undefined): Promise<void> {
  // Memory first, before other figures leave garbage behind; the peer last, as it brings a thousand modules.
  const memory = memoryFigures();
  const growth = growthFigures();
  const throughput = await throughputFigures();
  const gemini = geminiFolder === undefined ? undefined : await loadGemini(geminiFolder).catch(skipped);
  const figures: Figure[] = [
    ...verdictFigures(gemini),
    ...growth,
    ...answerFigures(),
    ...textFigures(),
    ...memory,
    ...throughput,
  ];
  writeFileSync(file, JSON.stringify(figures));
}

function skipped(error: unknown): undefined {
  console.error(`\n!!! SKIPPED: gemini-cli-core could not be loaded, its figures are missing.\n!!! ${String(error)}\n`);
}

main(process.argv[2] as string, process.argv[3]).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
