import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment variables that hand the address of the running extension to the hook process. */
export const ADDRESS_VARIABLE = 'TOOL_LOOP_GUARD_ADDRESS';
export const TOKEN_VARIABLE = 'TOOL_LOOP_GUARD_TOKEN';
/** The window's process and the folder of its named pipe, for hooks that ask without a program. */
export const PIPE_VARIABLE = 'TOOL_LOOP_GUARD_PIPE';
/** The program that runs the hook bundle, for machines without Node on PATH. */
export const NODE_VARIABLE = 'TOOL_LOOP_GUARD_NODE';

/** Set to anything while no tool call is checked, so that the hook of a tool call need not even start. */
export const OFF_VARIABLE = 'TOOL_LOOP_GUARD_OFF';

/** Where the extension listens, for hook processes of the same user only. */
export interface HookAddress {
  /** A socket path, or the name of a named pipe on Windows. */
  readonly path: string;
  /** Where named pipes may lie next to the socket; undefined on Windows. */
  readonly folder: string | undefined;
  /** Must come with every question. */
  readonly token: string;
  /** Closes the socket, once it is there, to other users: a second wall behind the folder's. */
  protect(): void;
  /** Removes what was created on disk. */
  dispose(): void;
}

/** Creates a new address that cannot be guessed. On disk it lies in a folder that only this user can enter. */
export function createHookAddress(platform: NodeJS.Platform = process.platform): HookAddress {
  const token = randomBytes(32).toString('hex');
  if (platform === 'win32') {
    return {
      path: `\\\\.\\pipe\\tool-loop-guard-${randomBytes(16).toString('hex')}`,
      folder: undefined,
      token,
      protect: () => undefined,
      dispose: () => undefined,
    };
  }
  const folder = mkdtempSync(join(tmpdir(), 'tool-loop-guard-'));
  const path = join(folder, 'hook.sock');
  return {
    path,
    folder,
    token,
    protect: () => chmodSync(path, 0o600),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
