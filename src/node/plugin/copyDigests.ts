import { join } from 'node:path';
import { readForeignText } from '../files/foreignFile';
import { sha256 } from '../files/hash';
import { fieldsOf, jsonIn } from '../files/jsonFields';
import { replaceFile } from '../files/ownFile';

/** What a hook runs in the plugin's folder, except telemetry.js, and the file that makes the plugin run it. */
export const HOOK_FILES: readonly string[] = [
  ...['hook.js', 'engineOfHook.js', 'hook.sh', 'hook.cmd', 'package.json'],
  join('hooks', 'hooks.json'),
];

export const DIGESTS_FILE = '.digests.json';

export function writeDigests(folder: string, names: readonly string[]): void {
  const digests = names.map((name) => [name, digestOf(join(folder, name))]);
  const text = JSON.stringify(Object.fromEntries(digests));
  if (readForeignText(join(folder, DIGESTS_FILE)) !== text) {
    replaceFile(join(folder, DIGESTS_FILE), text);
  }
}

/** Whether the copy's files exist unchanged. Never throws. */
export function isIntact(folder: string, names: readonly string[]): boolean {
  const digests = fieldsOf(jsonIn(readForeignText(join(folder, DIGESTS_FILE)) ?? ''));
  return names.every((name) => name in digests && digests[name] === digestOf(join(folder, name)));
}

function digestOf(path: string): string | undefined {
  const content = readForeignText(path);
  return content === undefined ? undefined : sha256(content);
}
