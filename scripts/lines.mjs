// `node scripts/lines.mjs`: prints the lines and files of each part of `src`.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const parts = /** @type {Map<string, { lines: number, files: number }>} */ (new Map());
for (const path of readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
  const lines = readFileSync(join('src', path), 'utf8').split('\n').length - 1;
  const [room = '', part] = dirname(path) === '.' ? ['programs'] : dirname(path).split(/[\\/]/);
  for (const name of new Set(['all', room, `${room}${part === undefined ? '' : `/${part}`}`])) {
    const before = parts.get(name) ?? { lines: 0, files: 0 };
    parts.set(name, { lines: before.lines + lines, files: before.files + 1 });
  }
}
const rows = [...parts].sort(([one], [other]) => one.localeCompare(other));
console.log('| part | lines | files |\n| --- | --- | --- |');
rows.forEach(([name, { lines, files }]) => console.log(`| ${name} | ${lines.toLocaleString('en')} | ${files} |`));
