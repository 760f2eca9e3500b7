import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function repositoryRoot(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) {
    return statSync(folder).isDirectory() ? folder : undefined;
  }
  return dirname(folder) === folder ? undefined : repositoryRoot(dirname(folder));
}
