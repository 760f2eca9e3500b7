// Before `npm pack`: replaces texts of package.json for npm, and adds a README for the package. After it, with
// `--restore`: undoes that.
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const TEXTS = [
  ['"displayName": "%displayName%"', '"displayName": "Tool Loop Guard"'],
  ['"description": "%description%"', '"description": "Stops AI agents that get stuck repeating the same tool call."'],
  ['"main": "./dist/extension.js"', '"main": "./dist/library/index.js"'],
];

const KEPT = 'dist/README.root.md';
const isRestored = process.argv.includes('--restore');

let manifest = readFileSync('package.json', 'utf8');
for (const texts of TEXTS) {
  const [from = '', to = ''] = isRestored ? texts.toReversed() : texts;
  manifest = manifest.replace(from, to);
}
writeFileSync('package.json', manifest);
if (isRestored) {
  renameSync(KEPT, 'README.md');
} else {
  mkdirSync('dist', { recursive: true });
  renameSync('README.md', KEPT);
  copyFileSync('api/README.md', 'README.md');
}
