import type { TokensSoFar } from '../../core/budget/budgetState';
import { isJsonObject, jsonIn } from '../files/jsonFields';
import { newLines } from '../files/newLines';
import type { Harness } from '../wire/harness';
import type { AskingSession } from './agentLog';
import { LOGS_OF_HOOKS } from './sessionModel';
import type { UsageLines } from './tokenCount';

/**
 * The tokens that a session has taken, as its harness writes them down: what the model read, from caches too, and what
 * it wrote. Reads only what was written since the last time.
 * @param before what was read up to then; undefined: nothing
 * @returns undefined where the harness writes nothing of it, or what it wrote cannot be read; never throws
 */
export function tokensOfSession(
  harness: Pick<Harness, 'name'>,
  session: AskingSession,
  before: TokensSoFar | undefined,
): TokensSoFar | undefined {
  const { pathOf, usage } = LOGS_OF_HOOKS[harness.name] ?? {};
  const path = pathOf?.(session);
  if (usage === undefined || path === undefined) {
    return before;
  }
  const reader = { offset: before?.readTo ?? 0 };
  let soFar = before ?? { tokens: 0, readTo: 0 };
  for (let start = -1; start !== reader.offset;) {
    start = reader.offset;
    soFar = newLines(path, reader).reduce((sum, line) => withLine(sum, line, usage), soFar);
  }
  return reader.offset === before?.readTo || reader.offset === 0 ? before : { ...soFar, readTo: reader.offset };
}

function withLine(soFar: TokensSoFar, line: string, { sign, usageIn }: UsageLines): TokensSoFar {
  const value = line.includes(sign) ? jsonIn(line) : undefined;
  const usage = isJsonObject(value) ? usageIn(value) : undefined;
  if (usage === undefined) {
    return soFar;
  }
  const request = typeof usage.request === 'string' ? usage.request : undefined;
  const tokens = usage.tokens.input + usage.tokens.output;
  const known = request !== undefined && request === soFar.request ? (soFar.ofRequest ?? 0) : 0;
  return { ...soFar, tokens: soFar.tokens + tokens - known, request, ofRequest: tokens };
}
