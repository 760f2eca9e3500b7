import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export function documentNames(root: string): string[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md'));
  return ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'benchmark/FIGURES.md', ...inDocs.toSorted()];
}
