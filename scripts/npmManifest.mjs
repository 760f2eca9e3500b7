// Before `npm pack`: gives package.json what the npm package needs in place of what VS Code does. After it, with
// `--restore`: takes that back.
import { readFileSync, writeFileSync } from 'node:fs';

/** Texts of package.json: for VS Code, and for npm. */
const TEXTS = [
  ['"description": "%description%"', '"description": "Stops AI agents that get stuck repeating the same tool call."'],
  ['"main": "./dist/extension.js"', '"main": "./dist/library/index.js"'],
];

let manifest = readFileSync('package.json', 'utf8');
for (const texts of TEXTS) {
  const [from = '', to = ''] = process.argv.includes('--restore') ? texts.toReversed() : texts;
  manifest = manifest.replace(from, to);
}
writeFileSync('package.json', manifest);
