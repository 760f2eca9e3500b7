// Writes dist/README.md for the packaged extension. `vsce` makes links and pictures point to the repository, but not
// the pictures of a `<source>`, which would be broken.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const pictures = `${repository.url.replace(/\.git$/, '')}/raw/HEAD/`;

mkdirSync('dist', { recursive: true });
writeFileSync('dist/README.md', readFileSync('README.md', 'utf8').replace(/(?<=\bsrcset=")(?!https:)/g, pictures));
