// `npm run soak [-- <part> …] [calls [seed]]`: what takes long or measures time, and so is not part of `npm test`.
import { spawnSync } from 'node:child_process';

/** @type {Record<string, (numbers: string[]) => string[]>} */
const PARTS = {
  engine: (numbers) => ['node', '--expose-gc', '--import=tsx', 'test/soak/engine.ts', ...numbers],
  regularExpressions: () => ['npx', 'mocha', 'test/soak/regularExpressions.test.ts'],
  concurrency: () => ['npx', 'mocha', 'test/soak/concurrency.test.ts'],
};

const isNumber = (/** @type {string} */ text) => /^\d+$/.test(text);
const numbers = process.argv.slice(2).filter(isNumber);
const named = process.argv.slice(2).filter((argument) => !isNumber(argument));
const unknown = named.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(', ')}`);
  process.exit(1);
}

for (const name of named.length > 0 ? named : Object.keys(PARTS)) {
  console.log(`\n═ ${name}`);
  const [command = '', ...rest] = PARTS[name]?.(numbers) ?? [];
  if (spawnSync(command, rest, { stdio: 'inherit' }).status !== 0) process.exitCode = 1;
}
