import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RawMachineSettings } from '../../core/settings/parse';
import { settingsIn } from './settingsFile';

/**
 * Where only administrators may write by default, for settings that apply to everyone on the machine. So on Windows it
 * isn't the folder for program data, where everybody may create folders, and no environment variable counts, which
 * everybody may set.
 */
export function administratorsFolder(name: string, onLinux: string, platform = process.platform): string {
  switch (platform) {
    case 'win32':
      return `C:\\Program Files\\${name}`;
    case 'darwin':
      return `/Library/Application Support/${name}`;
    default:
      return `/etc/${onLinux}`;
  }
}

/**
 * On POSIX, settings are trusted only if file and folder belong to root and nobody else may write to them; on Windows
 * the folder's permissions decide, and aren't checked. Never throws; undefined if there are no settings.
 * @param owner the user number whose files are trusted: root's
 */
export function readMachineSettings(
  file: string = join(administratorsFolder('ToolLoopGuard', 'tool-loop-guard'), 'settings.json'),
  { platform = process.platform, owner = 0 } = {},
): RawMachineSettings | undefined {
  try {
    // Opened before the check, so that the checked file is the one that is read; without waiting for a pipe.
    const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = fstatSync(descriptor);
      const isProtected = ({ uid, mode }: { uid: number; mode: number }): boolean =>
        platform === 'win32' || (uid === owner && (mode & 0o022) === 0);
      if (!stat.isFile() || !isProtected(stat) || !isProtected(lstatSync(dirname(file)))) {
        return { file, values: undefined, fault: 'notProtected' };
      }
      return { file, values: settingsIn(readFileSync(descriptor, 'utf8'), file) };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return undefined;
    }
    const reason = error instanceof Error ? error.message : String(error);
    return { file, values: undefined, fault: { reason } };
  }
}
