import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { shortText } from './shortText';

/** What names the folder of a worktree is a line. */
const MOST_BYTES = 4_096;

/** The folder of a repository that a worktree of it belongs to; undefined where a folder is no root of a worktree. */
export function mainWorktree(root: string): string | undefined {
  const [, folder] = /^gitdir: (.*)[\\/]\.git[\\/]worktrees[\\/]/.exec(shortText(join(root, '.git'), MOST_BYTES)) ?? [];
  return folder === undefined ? undefined : resolve(root, folder);
}

export function repositoryRoot(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) {
    return statSync(folder).isDirectory() ? folder : undefined;
  }
  return dirname(folder) === folder ? undefined : repositoryRoot(dirname(folder));
}
