// `npm run soak [-- <part> …]`: what takes long or measures time, and so is not part of `npm test`.
import { spawnSync } from 'node:child_process';

/** @type {Record<string, string[]>} */
const PARTS = {
  engine: ['node', '--expose-gc', '--import=tsx', 'test/soak/engine.ts'],
  regularExpressions: ['npx', 'mocha', 'test/soak/regularExpressions.test.ts'],
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(', ')}`);
  process.exit(1);
}

for (const name of named.length > 0 ? named : Object.keys(PARTS)) {
  console.log(`\n═ ${name}`);
  const [command = '', ...rest] = PARTS[name] ?? [];
  if (spawnSync(command, rest, { stdio: 'inherit' }).status !== 0) process.exitCode = 1;
}
