import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Paths are relative to the source folder, with slashes. */
export interface Imports {
  readonly file: string;
  readonly ours: readonly string[];
  readonly packages: readonly string[];
}

const IMPORT = /(?:from\s+|import\s+|import\(\s*|require\(\s*)'([^']+)'/g;

/** Reads the imports of all TypeScript files in a folder, including types. */
export function readImports(source: string): Imports[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.map((name) => {
    const file = join(source, name);
    const names = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => match[1] as string);
    return {
      file: slashed(name),
      ours: names
        .filter((each) => each.startsWith('.'))
        .map((each) => `${slashed(relative(source, resolve(dirname(file), each)))}.ts`),
      packages: names.filter((each) => !each.startsWith('.')),
    };
  });
}

/** Groups of nodes that reach each other; empty without circles. Tarjan's algorithm. */
export function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    lowest.set(node, index.get(node) as number);
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next);
      } else if (!path.includes(next)) {
        continue;
      }
      lowest.set(node, Math.min(lowest.get(node) as number, lowest.get(next) as number));
    }
    if (lowest.get(node) === index.get(node)) {
      const group = path.splice(path.indexOf(node));
      if (group.length > 1) {
        found.push(group.toSorted());
      }
    }
  };
  for (const node of graph.keys()) {
    if (!index.has(node)) {
      visit(node);
    }
  }
  return found;
}

function slashed(path: string): string {
  return path.replaceAll(sep, '/');
}
