import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The root of the repository that a folder lies in; undefined where there is none. */
export function repositoryRoot(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) {
    return statSync(folder).isDirectory() ? folder : undefined;
  }
  return dirname(folder) === folder ? undefined : repositoryRoot(dirname(folder));
}
