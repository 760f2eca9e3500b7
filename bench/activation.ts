import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import ts from 'typescript';
import { bundleExtension } from './bundles';
import type { Figure } from './figure';

/** What the extension may load at start. */
export const MOST_KILOBYTES = 520;

/** Loads a bundle with a stand-in for `vscode`, and prints which files it loaded. */
const LOADER = `
  const anything = new Proxy(function () {}, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : anything),
    apply: () => anything,
    construct: () => ({}),
    getPrototypeOf: () => anything,
  });
  const Module = require('node:module');
  const load = Module._load;
  const [, bundle, ...names] = process.argv;
  const vscode = Object.fromEntries(names.map((name) => [name, anything]));
  Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
  require(bundle);
  process.stdout.write(JSON.stringify(Object.keys(require.cache)));
`;

function namesOfApi(): string[] {
  const path = require.resolve('@types/vscode/index.d.ts');
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const names: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isModuleDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node)) {
      names.push(node.name?.text ?? '');
    } else if (ts.isVariableDeclaration(node)) {
      names.push(node.name.getText());
    } else {
      node.forEachChild(look);
    }
  };
  source.forEachChild((module) => ts.isModuleDeclaration(module) && module.body?.forEachChild(look));
  return names;
}

/** Loads the extension in a fresh process. @returns the files @throws if it can't be loaded */
export function loadExtension(bundle: string): readonly string[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', LOADER, bundle, ...namesOfApi()], {
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new Error(`The bundle could not be loaded: ${stderr}`);
  }
  return JSON.parse(stdout) as string[];
}

/** In units of 1,000 bytes. */
export function kilobytesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000;
}

/** What the extension adds to the start of VS Code: the size of what it loads, as packaged. */
export async function activationFigure(folder: string): Promise<Figure> {
  return {
    group: 'activation',
    name: 'what the extension loads at start',
    unit: 'kB',
    measured: kilobytesOf(loadExtension(await bundleExtension(folder))),
    most: MOST_KILOBYTES,
  };
}
