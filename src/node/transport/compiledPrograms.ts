import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeQuietly } from '../files/replaceFile';
import { isPrivate } from './privateFile';

/** What Node has from 22.1 on; older versions compile programs at each start. */
interface CompileCache {
  readonly enableCompileCache?: (folder: string) => unknown;
}

/** Asked for only where it is needed, for `node:module` takes a while to load. Node can be asked so from 22.3 on. */
const compileCache = (): CompileCache => (process.getBuiltinModule?.('node:module') as CompileCache | undefined) ?? {};

/** A program that is still used is written again; updates of Node and of the extension leave others behind. */
const KEPT_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;

const folderIn = (stateFolder: string): string => join(stateFolder, 'compiled');

/**
 * Lets Node keep the programs that are loaded from here on in the form that it compiles them to: a hook that decides
 * alone then takes a fifth less beyond the start of Node. Node checks what it kept against the source, and compiles
 * anew whatever doesn't match. Only a folder of this user is used. Never throws.
 */
export function keepCompiled(stateFolder: string, node: CompileCache = compileCache()): void {
  if (node.enableCompileCache === undefined) {
    return;
  }
  try {
    const folder = folderIn(stateFolder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isPrivate(lstatSync(folder))) {
      node.enableCompileCache(folder);
    }
  } catch {
    // Node compiles at each start.
  }
}

/** Removes compiled programs that are old. Never throws. */
export function sweepCompiled(stateFolder: string, nowMs: number): void {
  const folder = folderIn(stateFolder);
  try {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name);
      const stats = lstatSync(path);
      if (stats.isFile() && nowMs - stats.mtimeMs > KEPT_MILLISECONDS) {
        removeQuietly(path);
      }
    }
  } catch {
    // There is none, or another process sweeps at the same time.
  }
}
