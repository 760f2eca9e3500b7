import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { isPrivate } from './privateFile';

/**
 * Opens a named pipe for reading and writing, without waiting for its other end.
 * @returns its file descriptor
 * @throws when it is not there, or is no pipe that only this user can have made
 */
export function openPipe(path: string): number {
  const file = openSync(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  const stats = fstatSync(file);
  if (stats.isFIFO() && isPrivate(stats)) {
    return file;
  }
  closeSync(file);
  throw new Error('The pipe of a hook is not what it should be.');
}
