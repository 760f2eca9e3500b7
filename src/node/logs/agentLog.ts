import type { SeenCall } from '../../core/protection/sessionProbe';
import { isJsonObject, type JsonFields, listOf } from '../files/jsonFields';
import type { SessionBuilder } from './recordedSession';
import type { TokenCount } from '../../core/scan/sessionScan';

export interface AskingSession {
  readonly sessionId: string;
  /** The session's own file, if its harness names one. */
  readonly transcriptPath: string | undefined;
}

/** How an agent records its sessions: lines of JSON in undocumented formats. */
export interface AgentLog {
  readonly isLine: (value: unknown) => boolean;
  readonly begin: (session: SessionBuilder) => SessionReading;
  /** Absent if a file has only one session. */
  readonly beginsAnother?: (value: unknown) => boolean;
  /** Absent if hooks get the path. */
  readonly pathOf?: (session: AskingSession) => string | undefined;
  /** The main agent's model. */
  readonly modelIn?: (line: JsonFields) => string | undefined;
  readonly usage?: UsageLines;
}

export interface SessionReading {
  readonly source: string;
  readonly id: string | undefined;
  /** When a session was last written, if a file holds several; milliseconds since 1970. */
  readonly modifiedMs?: number | undefined;
  readonly isUnread?: boolean;
  take(line: unknown): void;
  end?(): void;
}

export interface SessionSoFar {
  folder: string | undefined;
  /** The user's first message. */
  prompt: string | undefined;
}

export interface SessionLog {
  readonly type: SeenCall['type'];
  /** @throws if there are none */
  readonly files: () => readonly { readonly sessionId: string; readonly path: string }[];
  /** Records a parsed line, and returns when the main agent made the calls in it. */
  readonly callsIn: (line: unknown, session: SessionSoFar) => readonly number[];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Milliseconds since 1970; undefined if it isn't a timestamp. */
export function timeOf(timestamp: unknown): number | undefined {
  return typeof timestamp === 'string' ? Date.parse(timestamp) || undefined : undefined;
}

export function objectsIn(list: unknown): readonly JsonFields[] {
  return listOf(list).filter(isJsonObject);
}

export interface UsageLines {
  readonly sign: string;
  readonly usageIn: (line: JsonFields) => RequestUsage | undefined;
}

interface RequestUsage {
  readonly tokens: TokenCount;
  /** Of several lines with the same id, the last one counts for the request; without an id, each line does. */
  readonly request?: unknown;
}

export function usage(request: unknown, fields: unknown, names: TokenFields): RequestUsage | undefined {
  const tokens = tokenCount(fields, names);
  return tokens === undefined ? undefined : { tokens, request };
}

/** Fields that are added up; some may be missing, but not all. */
interface TokenFields {
  readonly input: readonly string[];
  readonly cachedInput?: string;
  readonly output: readonly string[];
}

/** Undefined without any of the fields, or if one isn't a whole number from 0 on. */
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

function tokenSumOf(fields: JsonFields, names: readonly string[]): number | undefined {
  const values = names.flatMap((name) => (fields[name] === undefined ? [] : [fields[name]]));
  return values.length > 0 && values.every((value) => Number.isSafeInteger(value) && (value as number) >= 0)
    ? (values as number[]).reduce((sum, value) => sum + value, 0)
    : undefined;
}
