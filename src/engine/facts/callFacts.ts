import type { ArgumentFacts, Call, RecordedChange, FileContent } from './call';
import { countedArguments, withoutComments } from './comments';
import { type FileChange, fileChangesOf, isEdit } from './fileChange';
import type { Wording } from './fieldWords';
import { handlesOf } from './handles';
import { type LineSpan, readingOf } from './lineSpan';
import { type Hash, keptArguments, LongTexts, type Signature, signatureOf } from './signature';
import { type GivenTask, taskOf } from './task';
import { asksToWait, checkOf, ownLimitMs, moves } from './signs';
import { parseArguments } from '../values/canonical';
import { quickDigest } from '../values/quickDigest';

/** What a call does according to its arguments, in digests and numbers. */
export interface CallFacts extends ArgumentFacts {
  /** Which lines it reads, and a digest of what it reads from. */
  readonly reads?: (LineSpan & { readonly target: string }) | undefined;
  /** How it changes files, if known. */
  readonly changes?: readonly RecordedChange[] | undefined;
  /** The task that it gives to a subagent. */
  readonly task?: GivenTask | undefined;
}

/** A call that is about to be judged, with all that is known of it by itself. */
export interface NewCall {
  readonly call: Call;
  /** With its operation, if the tool has one: `plan:create`. */
  readonly tool: string;
  readonly signature: Signature;
  /** How its words are taken, once they are needed. */
  readonly wording: Wording;
  readonly facts: CallFacts;
}

/** How a call is compared with others. */
interface ComparisonSettings {
  readonly values: Wording;
  readonly operation?: string | undefined;
  readonly ignored?: readonly string[] | undefined;
}

/**
 * Derives all that a call says of itself.
 * @param parsed the arguments of the call as `parseArguments` returned them
 * @param settings which arguments count, and what the call does with its tool
 */
export function identify(
  call: Call,
  parsed: unknown,
  { values, operation, ignored }: ComparisonSettings,
  hash: Hash,
): NewCall {
  const counted = countedArguments(parsed, ignored);
  const texts = new LongTexts(hash, call.folder);
  const tool = operation === undefined ? call.tool : `${call.tool}:${operation}`;
  const signature = signatureOf(call.tool, counted, texts);
  const facts = call.facts ?? argumentFactsOf(tool, signature.argumentsValue, parsed);
  const changeFacts = changeFactsOf(call, parsed, counted, texts.hash);
  return { call, tool, signature, wording: values, facts: { ...facts, ...changeFacts } };
}

/**
 * @param value the parsed arguments; undefined when they are too large to be kept
 * @param all with those that don't count, such as a time limit
 */
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

/** By the arguments as a surface gave them, as the window would read them. */
export function argumentFactsOfCall(tool: string, given: unknown): ArgumentFacts {
  return argumentFactsOf(tool, keptArguments(withoutComments(parseArguments(given))));
}

/** Up to this length it is faster than SHA-256, which reads longer texts faster. */
const QUICK_CHARACTERS = 300;

/**
 * What a call reads, changes, and passes on.
 * @param counted the arguments that count when calls are compared
 */
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
    return { file, replaces: { old: pieceDigest(replaces.old, hash), new: pieceDigest(replaces.new, hash) } };
  }
  // An empty text occurs in many files.
  return content === undefined || content === '' ? { file } : { file, content: hash(content) };
}

/** Parts of a file are compared only with each other. */
function pieceDigest(text: string, hash: Hash): string {
  return text.length <= QUICK_CHARACTERS ? quickDigest(text) : hash(text);
}

/** The paths of the files that a call changes, each once. */
export function changedPaths(tool: string, parsed: unknown, folder: string | undefined): string[] {
  const changes = readingOf(tool, parsed) === undefined ? fileChangesOf(tool, parsed, folder) : [];
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
