import type { FileContent } from './call';
import { FieldNames } from './fieldNames';
import { fileChangesOf } from './fileChange';
import { readingOf } from './lineSpan';
import { quickDigest } from './quickDigest';
import type { Hash } from './signature';
import { taskOf } from './task';
import type { RecordedChange, WindowEntry } from './window';

/** What a call does, as far as its arguments show, in digests and numbers. */
export type CallTraits = Pick<WindowEntry, 'reads' | 'changes' | 'task'>;

/** Up to this length it is faster than SHA-256, which reads longer texts faster. */
const QUICK_CHARACTERS = 300;

/**
 * Derives what a call does from its arguments.
 * @param parsed the arguments, parsed
 * @param counted the arguments that count when calls are compared
 * @param contents the content of the files before the call, if it is known
 * @param signs what the names of the arguments suggest
 */
export function traitsOf(
  tool: string,
  parsed: unknown,
  counted: unknown,
  hash: Hash,
  contents: readonly FileContent[] = [],
  names = new FieldNames(),
  signs = names.signsIn(parsed),
): CallTraits {
  const reading = readingOf(tool, counted, names);
  const changes = reading === undefined ? fileChangesOf(tool, parsed, names) : [];
  return {
    task: taskOf(tool, parsed, hash, names, signs),
    reads:
      reading === undefined
        ? undefined
        : { target: quickDigest(...reading.target), from: reading.span.from, to: reading.span.to },
    changes:
      changes.length === 0
        ? undefined
        : changes.map(({ path, replaces, content }): RecordedChange => ({
            file: quickDigest(path),
            replaces:
              replaces === undefined
                ? undefined
                : { old: pieceDigest(replaces.old, hash), new: pieceDigest(replaces.new, hash) },
            // An empty text occurs in many files.
            content: content === undefined || content === '' ? undefined : hash(content),
            before: contents.find((file) => file.path === path)?.digest,
          })),
  };
}

/** Parts of a file are compared only with each other. */
function pieceDigest(text: string, hash: Hash): string {
  return text.length <= QUICK_CHARACTERS ? quickDigest(text) : hash(text);
}

/** The paths in a call's arguments of the files that it changes, each once. */
export function changedPaths(tool: string, parsed: unknown): string[] {
  const changes = readingOf(tool, parsed) === undefined ? fileChangesOf(tool, parsed) : [];
  return [...new Set(changes.map(({ path }) => path))];
}

/** The changes with the content of the files after the call. */
export function changesWith(
  changes: readonly RecordedChange[] | undefined,
  contents: readonly FileContent[],
): readonly RecordedChange[] | undefined {
  const digests = new Map(contents.map(({ path, digest }) => [quickDigest(path), digest]));
  return changes?.map((change) => ({ ...change, after: digests.get(change.file) }));
}
