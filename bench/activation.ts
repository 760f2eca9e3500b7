import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleExtension } from './bundles';
import type { Figure } from './figure';
import { median } from './interleave';

const ROUNDS = 15;

/** Loads a bundle with something in place of `vscode`, in a process of its own, and says how long that took. */
const LOADER = `
  const anything = new Proxy(function () {}, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : anything),
    apply: () => anything,
    construct: () => ({}),
    getPrototypeOf: () => anything,
  });
  const Module = require('node:module');
  const load = Module._load;
  Module._load = (name, ...rest) => (name === 'vscode' ? anything : load(name, ...rest));
  const begin = performance.now();
  require(process.argv[2]);
  process.stdout.write(String(performance.now() - begin));
`;

/**
 * What the extension adds when VS Code starts: the size of its bundle, as packaged, and the time to load it in a fresh
 * process.
 *
 * @param folder where the bundle is built to
 */
export async function activationFigures(folder: string): Promise<Figure[]> {
  const bundle = await bundleExtension(folder);
  const loader = join(folder, 'load.cjs');
  writeFileSync(loader, LOADER);
  const times = Array.from({ length: ROUNDS }, () => {
    const { stdout, status } = spawnSync(process.execPath, [loader, bundle], { encoding: 'utf8' });
    if (status !== 0) {
      throw new Error('The bundle could not be loaded.');
    }
    return Number(stdout);
  });
  return [
    { group: 'activation', name: 'bundle of the extension', unit: 'kB', measured: statSync(bundle).size / 1024 },
    { group: 'activation', name: 'loading it in a fresh process', unit: 'ms', measured: median(times) },
  ];
}
