// Writes dist/README.md, the README of the packaged extension. `vsce` leads links and pictures to the repository, but
// leaves the pictures of a `<source>` alone, which then would lead nowhere.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const pictures = `${repository.url.replace(/\.git$/, '')}/raw/HEAD/`;

mkdirSync('dist', { recursive: true });
writeFileSync('dist/README.md', readFileSync('README.md', 'utf8').replace(/(?<=\bsrcset=")(?!https:)/g, pictures));
