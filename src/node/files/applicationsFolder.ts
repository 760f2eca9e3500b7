import { join } from 'node:path';

/** Where programs keep their files for a user: each edition of VS Code in a folder of its own. */
export function applicationsFolder(environment: NodeJS.ProcessEnv, home: string): string {
  switch (process.platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support');
    case 'win32':
      return environment['APPDATA'] || join(home, 'AppData', 'Roaming');
    default:
      return environment['XDG_CONFIG_HOME'] || join(home, '.config');
  }
}
