import type { ModelName } from '../../engine/facts/call';
import { outcomeText } from '../../engine/facts/outcome';
import { BoundedMap } from '../../engine/values/boundedMap';
import type { Harness } from '../wire/harness';
import type { HookInput } from '../wire/input';
import type { AgentLog, AskingSession, UsageLines } from './agentLog';
import { CLAUDE_LOG } from './claude';
import { CODEX_LOG } from './codex';
import { COPILOT_LOG } from './copilot';
import { GEMINI_LOG } from './gemini';
import { QWEN_LOG } from './qwen';
import { SessionBuilder } from './recordedSession';
import type { TokensSoFar } from '../../core/budget/budgetState';
import { fieldsOf, isJsonObject, jsonIn } from '../files/jsonFields';
import { newLines } from '../files/newLines';

/** The answer to a hook's question is in one of the last lines. */
const TAIL_BYTES = 128 * 1024;

/** The logs that hooks read because their harness doesn't pass everything, by its name. */
const LOGS_OF_HOOKS: Readonly<Record<string, AgentLog>> = {
  claude: CLAUDE_LOG,
  codex: CODEX_LOG,
  copilot: COPILOT_LOG,
  gemini: GEMINI_LOG,
  qwen: QWEN_LOG,
};

function fileOf({ name }: Pick<Harness, 'name'>, session: AskingSession): string | undefined {
  const { pathOf } = LOGS_OF_HOOKS[name] ?? {};
  return pathOf === undefined ? session.transcriptPath : pathOf(session);
}

const REMEMBERED_LOGS = 100;

export class SessionModels {
  readonly #known = new BoundedMap<string, { model: string | undefined; offset: number }>(REMEMBERED_LOGS);

  /** The current model, from the hook or the session's log; undefined if neither has it. Never throws. */
  of(harness: Harness, input: HookInput): ModelName | undefined {
    // A subagent may have another model than the one in its parent's file.
    const isWritten = input.event === 'preToolUse' && input.agentId === undefined;
    const id = input.modelId ?? (isWritten ? this.#recorded(harness, input) : undefined);
    return id === undefined ? undefined : { vendor: harness.vendor, family: id, id };
  }

  #recorded(harness: Harness, session: AskingSession): string | undefined {
    const { modelIn } = LOGS_OF_HOOKS[harness.name] ?? {};
    const path = fileOf(harness, session);
    if (modelIn === undefined || path === undefined) {
      return undefined;
    }
    const known = this.#known.get(path) ?? { model: undefined, offset: 0 };
    this.#known.set(path, known);
    for (const line of newLines(path, known, TAIL_BYTES).toReversed()) {
      const model = line.includes('"model"') ? modelIn(fieldsOf(jsonIn(line))) : undefined;
      if (model !== undefined) {
        known.model = model;
        break;
      }
    }
    return known.model;
  }
}

/** What the model read, including caches, and wrote. Continues after `before`. Undefined if unknown; never throws. */
export function tokensOfSession(
  harness: Pick<Harness, 'name'>,
  session: AskingSession,
  before: TokensSoFar | undefined,
): TokensSoFar | undefined {
  const { usage } = LOGS_OF_HOOKS[harness.name] ?? {};
  const path = fileOf(harness, session);
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

/** What the model read about the latest failed call; undefined if that isn't recorded. Never throws. */
export function latestFailure(harness: Pick<Harness, 'name'>, session: AskingSession): string | undefined {
  const log = LOGS_OF_HOOKS[harness.name];
  const path = fileOf(harness, session);
  if (log === undefined || path === undefined) {
    return undefined;
  }
  let failure: string | undefined;
  const calls = new SessionBuilder({
    isIdeal: true,
    call: ({ outcome, result }) => (failure = outcome?.kind === 'failed' ? outcomeText(result) : failure),
  });
  const reading = log.begin(calls);
  // The first line of the tail may be cut.
  newLines(path, { offset: 0 }, TAIL_BYTES).forEach((line) => reading.take(jsonIn(line)));
  calls.end();
  return failure;
}
