import { readFileSync, statSync } from 'node:fs';

/** The text of a file; empty where there is no such file that can be read. Never throws. */
export function shortText(file: string, mostBytes: number): string {
  try {
    const stats = statSync(file);
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}
