import { copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { pluginOptions } from '../../esbuild';
import { PLUGIN } from './hookEntry';
import { inWindows } from './wine';

/** Folders for the plugin. No name has a `%` or `^`, which wine loses, but Windows doesn't. */
export const FOLDERS = ['plugin', 'plug in', 'R&D (x)!', "it's=a;b,c"];

/** The home folder of a user whose name isn't ASCII. */
export const homeIn = (folder: string): string => join(folder, 'Jörg Müller');

/** Puts the plugin into each folder, once with the real hook.js, otherwise with one that reports its input. */
export async function layOutPlugins(folder: string, node: string): Promise<void> {
  writeNode(homeIn(folder), inWindows(node));
  for (const name of [...FOLDERS, 'half']) {
    copyPlugin(join(folder, 'standIn', name));
    if (name !== 'half') {
      copyFileSync(resolve(__dirname, 'standIn.cjs'), join(folder, 'standIn', name, 'hook.js'));
    }
  }
  const real = join(folder, 'real', 'plug in');
  copyPlugin(real);
  await build({ ...pluginOptions, outdir: real });
  writeNode(homeIn(join(folder, 'plain')), inWindows(node));
  writeNode(homeIn(join(folder, 'relative')), '%USERPROFILE%\\Code\\Code.exe');
  writeNode(homeIn(join(folder, 'gone')), '%USERPROFILE%\\Code\\gone.exe');
  mkdirSync(join(homeIn(join(folder, 'relative')), 'Code'));
  symlinkSync(node, join(homeIn(join(folder, 'relative')), 'Code', 'Code.exe'));
}

/** Without bundles, which may be old, or half written by another step. */
function copyPlugin(target: string): void {
  cpSync(PLUGIN, target, { recursive: true, filter: (path) => !path.endsWith('.js') });
}

function writeNode(home: string, program: string): void {
  const folder = join(home, '.local', 'state', 'tool-loop-guard');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'node'), program);
}
