import { homedir } from 'node:os';
import { join } from 'node:path';
import { removeQuietly } from '../files/removeQuietly';
import { replaceFile } from '../files/replaceFile';
import { readPrivateFile } from './privateFile';
import { PIPE_FILE, sharedFolder } from '../plugin/sharedFolder';

/** What hook.sh finds a window's pipes by: the process that answers, and the folder. */
export function pipeText(folder: string): string {
  return `${process.pid} ${folder}`;
}

/**
 * Leaves the pipes of this window where hooks find them that do not inherit its environment, in place of those of
 * another window.
 * @throws when the folder is not there or cannot be written
 */
export function publishPipe(text: string, home: string = homedir()): void {
  replaceFile(join(sharedFolder(home), PIPE_FILE), `${text}\n`);
}

/** Takes back what {@link publishPipe} left, unless another window has replaced it. Never throws. */
export function withdrawPipe(text: string, home: string = homedir()): void {
  const path = join(sharedFolder(home), PIPE_FILE);
  if (readPrivateFile(path) === `${text}\n`) {
    removeQuietly(path);
  }
}
