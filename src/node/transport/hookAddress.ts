import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isPrivate } from '../files/ownFile';

export const ADDRESS_VARIABLE = 'TOOL_LOOP_GUARD_ADDRESS';
export const TOKEN_VARIABLE = 'TOOL_LOOP_GUARD_TOKEN';
/** The window's process and its pipe's folder, for hooks that ask without a program. */
export const PIPE_VARIABLE = 'TOOL_LOOP_GUARD_PIPE';

const FOLDER_NAME = 'tool-loop-guard-';
const SOCKET_NAME = 'hook.sock';
const WINDOWS_PIPE = /^\\\\\.\\pipe\\tool-loop-guard-[0-9a-f]{32}$/;

/** The maximum in bytes on every system. Node cuts a longer path, and listens elsewhere. */
const SOCKET_BYTES = 103;

export interface HookAddress {
  readonly path: string;
  /** Where named pipes may lie next to the socket; undefined on Windows. */
  readonly folder: string | undefined;
  readonly token: string;
  /** Closes the existing socket to other users, in addition to its folder. */
  protect(): void;
  dispose(): void;
}

/** Can't be guessed. On disk, it lies in a folder that only this user can enter. */
export function createHookAddress(platform: NodeJS.Platform = process.platform): HookAddress {
  // In the folder for temporary files, unless the path would be too long there.
  const length = Buffer.byteLength(join(tmpdir(), `${FOLDER_NAME}XXXXXX`, SOCKET_NAME));
  const parent = length <= SOCKET_BYTES ? tmpdir() : '/tmp';
  const folder = platform === 'win32' ? undefined : mkdtempSync(join(parent, FOLDER_NAME));
  const path =
    folder === undefined
      ? `\\\\.\\pipe\\tool-loop-guard-${randomBytes(16).toString('hex')}`
      : join(folder, SOCKET_NAME);
  return {
    path,
    folder,
    token: randomBytes(32).toString('hex'),
    protect: () => folder && chmodSync(path, 0o600),
    dispose: () => folder && rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Whether only a window can listen at an address: a repository can bring environment variables, but no socket and no
 * folder that is closed to others. A Windows pipe has no owner to check; its name belongs to this machine.
 */
export function isOurSocket(path: string, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'win32') {
    return WINDOWS_PIPE.test(path);
  }
  const folder = dirname(path);
  try {
    return (
      basename(path) === SOCKET_NAME &&
      basename(folder).startsWith(FOLDER_NAME) &&
      isPrivate(lstatSync(folder)) &&
      lstatSync(path).isSocket()
    );
  } catch {
    return false;
  }
}
