import type { SeenCall } from '../../core/protection/sessionProbe';
import { isJsonObject, type JsonFields, listOf } from '../files/jsonFields';
import type { SessionBuilder } from './recordedSession';
import type { TokenCount } from '../../core/scan/sessionScan';

export interface AskingSession {
  readonly sessionId: string;
  /** The session's own file, where its harness names one. */
  readonly transcriptPath: string | undefined;
}

/** How an agent writes its sessions down: JSON, line by line, in formats that are not documented. */
export interface AgentLog {
  readonly isLine: (value: unknown) => boolean;
  readonly begin: (session: SessionBuilder) => SessionReading;
  /** Whether a line begins another session; left out: a whole file is one. */
  readonly beginsAnother?: (value: unknown) => boolean;
  /** The file of a session; left out where hooks are told. */
  readonly pathOf?: (session: AskingSession) => string | undefined;
  /** The model that a line tells the main agent to have. */
  readonly modelIn?: (line: JsonFields) => string | undefined;
  readonly usage?: UsageLines;
}

export interface SessionReading {
  readonly source: string;
  /** What the log has called the session so far. */
  readonly id: string | undefined;
  /** When it was last written, where a file holds several sessions; milliseconds since 1970. */
  readonly modifiedMs?: number | undefined;
  /** Whether the log shows calls that can't be read. */
  readonly isUnread?: boolean;
  take(line: unknown): void;
  end?(): void;
}

export interface SessionSoFar {
  folder: string | undefined;
  /** The person's first message. */
  prompt: string | undefined;
}

export interface SessionLog {
  readonly type: SeenCall['type'];
  /** @throws when there is none */
  readonly files: () => readonly { readonly sessionId: string; readonly path: string }[];
  /** Records a line, parsed, and returns when the main agent made the calls that it tells of. */
  readonly callsIn: (line: unknown, session: SessionSoFar) => readonly number[];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A timestamp of a log, in milliseconds since 1970; undefined for what is none. */
export function timeOf(timestamp: unknown): number | undefined {
  return typeof timestamp === 'string' ? Date.parse(timestamp) || undefined : undefined;
}

export function objectsIn(list: unknown): readonly JsonFields[] {
  return listOf(list).filter(isJsonObject);
}

export interface UsageLines {
  readonly sign: string;
  /** Undefined for all other lines. */
  readonly usageIn: (line: JsonFields) => RequestUsage | undefined;
}

interface RequestUsage {
  readonly tokens: TokenCount;
  /** Lines with the same id tell of the same request, the last one of all of it; undefined: each is one. */
  readonly request?: unknown;
}

export function usage(request: unknown, fields: unknown, names: TokenFields): RequestUsage | undefined {
  const tokens = tokenCount(fields, names);
  return tokens === undefined ? undefined : { tokens, request };
}

/** The fields that are added up; some may be missing, but not all. */
interface TokenFields {
  readonly input: readonly string[];
  readonly cachedInput?: string;
  readonly output: readonly string[];
}

/** Undefined where the log has no such fields, or one is no whole number from 0 on. */
export function tokenCount(fields: unknown, names: TokenFields): TokenCount | undefined {
  if (!isJsonObject(fields)) {
    return undefined;
  }
  const input = tokenSumOf(fields, names.input);
  const output = tokenSumOf(fields, names.output);
  const cachedInput = names.cachedInput === undefined ? undefined : tokenSumOf(fields, [names.cachedInput]);
  return input === undefined
    ? undefined
    : { input, ...(cachedInput === undefined ? {} : { cachedInput }), output: output ?? 0 };
}

/** Undefined where a field is no whole number from 0 on; fields that are missing are 0, but not all may be. */
function tokenSumOf(fields: JsonFields, names: readonly string[]): number | undefined {
  const values = names.flatMap((name) => (fields[name] === undefined ? [] : [fields[name]]));
  return values.length > 0 && values.every((value) => Number.isSafeInteger(value) && (value as number) >= 0)
    ? (values as number[]).reduce((sum, value) => sum + value, 0)
    : undefined;
}
