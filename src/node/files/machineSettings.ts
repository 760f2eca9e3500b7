import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RawMachineSettings } from '../../core/settings/parse';
import { settingsIn } from './settingsFile';

/**
 * Where an administrator sets what holds for everyone on the machine. Only places that none but administrators may
 * write to unless somebody changed that. For that reason it is not the folder for the data of programs on Windows,
 * where everybody may make folders, and no variable of the environment is asked, which everybody may set.
 */
export function machineSettingsFile(platform: NodeJS.Platform = process.platform): string {
  switch (platform) {
    case 'win32':
      return 'C:\\Program Files\\ToolLoopGuard\\settings.json';
    case 'darwin':
      return '/Library/Application Support/ToolLoopGuard/settings.json';
    default:
      return '/etc/tool-loop-guard/settings.json';
  }
}

interface Trust {
  readonly platform: NodeJS.Platform;
  /** The number of the user whose files are believed: that of root. */
  readonly owner: number;
}

/**
 * Reads the machine-wide settings. On POSIX they are believed only if file and folder belong to root and nobody else
 * may write to them; on Windows the rights of the folder decide, and are not asked for. Never throws.
 * @returns undefined when there are none
 */
export function readMachineSettings(
  file: string = machineSettingsFile(),
  trust: Partial<Trust> = {},
): RawMachineSettings | undefined {
  const { platform, owner }: Trust = { platform: process.platform, owner: 0, ...trust };
  try {
    // Opened first and asked then: what is read is what was asked about. A pipe would be waited for.
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
