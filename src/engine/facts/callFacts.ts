import type { ArgumentFacts, Call, RecordedChange, FileContent } from './call';
import { countedArguments, withoutComments } from './comments';
import { withoutCopies } from './copies';
import { type FileChange, fileChangesOf, isEdit } from './fileChange';
import type { Wording } from './fieldWords';
import { handlesOf } from './handles';
import { type LineSpan, readingOf } from './lineSpan';
import { type Hash, keptArguments, LongTexts, type Signature, signatureOf } from './signature';
import { type GivenTask, taskOf } from './task';
import { asksToWait, checkOf, ownLimitMs, moves } from './signs';
import { parseArguments } from '../values/canonical';
import { quickDigest } from '../values/quickDigest';

export interface CallFacts extends ArgumentFacts {
  /** `target` is a digest of what it reads from. */
  readonly reads?: (LineSpan & { readonly target: string }) | undefined;
  readonly changes?: readonly RecordedChange[] | undefined;
  readonly task?: GivenTask | undefined;
}

export interface NewCall {
  readonly call: Call;
  /** With its operation, if the tool has one: `plan:create`. */
  readonly tool: string;
  readonly signature: Signature;
  readonly wording: Wording;
  readonly facts: CallFacts;
}

interface ComparisonSettings {
  readonly values: Wording;
  readonly operation?: string | undefined;
  readonly ignored?: readonly string[] | undefined;
}

export function identify(
  call: Call,
  parsed: unknown,
  { values, operation, ignored }: ComparisonSettings,
  hash: Hash,
): NewCall {
  const counted = countedArguments(parsed, ignored);
  const texts = new LongTexts(hash, call.folder);
  const tool = operation === undefined ? call.tool : `${call.tool}:${operation}`;
  const signature = signatureOf(call.tool, withoutCopies(tool, counted), texts);
  const facts = call.facts ?? argumentFactsOf(tool, signature.argumentsValue, parsed);
  const changeFacts = changeFactsOf(call, parsed, counted, texts.hash);
  return { call, tool, signature, wording: values, facts: { ...facts, ...changeFacts } };
}

/** @param all also the arguments that don't count, such as a time limit */
export function argumentFactsOf(tool: string, value: unknown, all: unknown = value): ArgumentFacts {
  return {
    asksToWait: asksToWait(tool, value),
    limitMs: ownLimitMs(all),
    check: checkOf(value),
    edits: isEdit(tool, value),
    moves: moves(tool, value) || undefined,
    handles: handlesOf(value),
  };
}

/** From arguments as a surface gave them, with what the window would keep of them. */
export function argumentFactsOfCall(tool: string, given: unknown): ArgumentFacts {
  return argumentFactsOf(tool, keptArguments(withoutComments(parseArguments(given))));
}

export function changeFactsOf(
  { tool, folder, contents = [] }: Pick<Call, 'tool' | 'folder' | 'contents'>,
  parsed: unknown,
  counted: unknown,
  hash: Hash,
): Pick<CallFacts, 'reads' | 'changes' | 'task'> {
  const reading = readingOf(tool, counted, folder);
  const changes = reading === undefined ? fileChangesOf(tool, parsed, folder) : [];
  return {
    task: taskOf(tool, parsed, hash),
    reads:
      reading === undefined ? undefined : { target: quickDigest(reading.target), from: reading.from, to: reading.to },
    changes:
      changes.length === 0
        ? undefined
        : changes.map((change): RecordedChange => {
            const before = contents.find(({ path }) => path === change.path)?.digest;
            const recorded = recordedChange(change, hash);
            return before === undefined ? recorded : { ...recorded, before };
          }),
  };
}

function recordedChange({ path, replaces, content }: FileChange, hash: Hash): RecordedChange {
  const file = quickDigest(path);
  if (replaces !== undefined) {
    return { file, replaces: { old: hash(replaces.old), new: hash(replaces.new) } };
  }
  // An empty text occurs in many files.
  return content === undefined || content === '' ? { file } : { file, content: hash(content) };
}

export function changedPaths(tool: string, parsed: unknown, folder: string | undefined): string[] {
  const changes = readingOf(tool, parsed) === undefined ? fileChangesOf(tool, parsed, folder) : [];
  return [...new Set(changes.map(({ path }) => path))];
}

export function changesWith(
  changes: readonly RecordedChange[] | undefined,
  contents: readonly FileContent[],
): readonly RecordedChange[] | undefined {
  const digests = new Map(contents.map(({ path, digest }) => [quickDigest(path), digest]));
  return changes?.map((change) => ({ ...change, after: digests.get(change.file) }));
}
