import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The folder of a repository that a worktree of it belongs to; undefined where a folder is no root of a worktree. */
export function mainWorktree(root: string): string | undefined {
  const [, folder] = /^gitdir: (.*)[\\/]\.git[\\/]worktrees[\\/]/.exec(shortText(join(root, '.git'))) ?? [];
  return folder === undefined ? undefined : resolve(root, folder);
}

/** Empty where there is no such file that can be read. Never throws. */
export function shortText(file: string, mostBytes = 64 * 1024): string {
  try {
    const stats = statSync(file);
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

export function repositoryRoot(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) {
    return statSync(folder).isDirectory() ? folder : undefined;
  }
  return dirname(folder) === folder ? undefined : repositoryRoot(dirname(folder));
}
