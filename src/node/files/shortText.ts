import { readFileSync, statSync } from 'node:fs';

/** Empty if the file can't be read or is too large. Never throws. */
export function shortText(file: string, mostBytes: number): string {
  try {
    // Reading a pipe would wait for a writer.
    const stats = statSync(file);
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}
