import type { Finding } from '../../engine/finding';
import { maskText } from '../words/mask';
import { clip, maskedArguments, oneLine } from '../words/quoting';
import type { Detection } from '../../engine/verdict';
import type { RecordedOutcome } from '../../engine/window';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';

/** What the result of a call was, beside the one it is compared with. */
export type ResultRelation = 'first' | 'equal' | 'numbers' | 'changed' | 'unknown' | 'refused';

/** A call that belongs to the loop. */
export interface ExplainedCall {
  readonly kind: 'call';
  readonly number: number;
  readonly atMs: number;
  readonly tool: string;
  /** Calls with an equal letter are identical. */
  readonly letter: string;
  /** Place of the letter among the letters, from 0. */
  readonly letterIndex: number;
  readonly ran: boolean;
  /** The call in which the loop was found. */
  readonly isJudged: boolean;
  /** Place in the cycle, from 1; undefined where there is no cycle. */
  readonly position: number | undefined;
  /** Which time round, from 1. */
  readonly pass: number | undefined;
  readonly relation: ResultRelation;
  readonly failed: boolean;
  /** First characters of the result, masked and on one line; undefined when it is not known or kept no more. */
  readonly resultText: string | undefined;
}

/** Calls that do not belong to the loop, that nobody remembers, or that are left out to keep a list short. */
export interface OtherCalls {
  readonly kind: 'between' | 'forgotten' | 'leftOut';
  readonly count: number;
  /** Different tools, at most a few of them. */
  readonly tools: readonly string[];
}

export type Step = ExplainedCall | OtherCalls;

/** What a letter stands for. */
export interface Letter {
  readonly letter: string;
  readonly tool: string;
  /** Masked, on one line and clipped; undefined when they are kept no more. */
  readonly argumentsText: string | undefined;
  readonly calls: readonly number[];
}

/** The calls of a loop in their order. */
export interface ExplainedCalls {
  readonly steps: readonly Step[];
  readonly letters: readonly Letter[];
  /** The remembered calls of the loop. */
  readonly involved: readonly TimelineCall[];
  readonly forgotten: number;
}

const RESULT_CHARACTERS = 200;
const ARGUMENT_CHARACTERS = 200;
const TOOL_CHARACTERS = 100;
const TOOLS_BETWEEN = 3;

/** Finds the calls of a detection in its conversation, letters them, and compares their results. */
export function explainedCalls(
  conversation: TimelineConversation,
  detection: Detection,
  judged: TimelineCall,
): ExplainedCalls {
  const { finding } = detection;
  const found = finding.calls.map((index) => conversation.callAt(index, judged.agent));
  const involved = found.filter((call) => call !== undefined);
  if (!involved.includes(judged)) {
    involved.push(judged);
  }
  const forgotten = found.length - found.filter((call) => call !== undefined).length;
  const names = new Map<string, string>();
  for (const call of involved) {
    names.set(keyOf(call), names.get(keyOf(call)) ?? letterAt(names.size));
  }
  const places = finding.detector === 'cycle' ? placesInCycle(involved, finding.period, forgotten > 0) : undefined;
  const steps: Step[] = forgotten === 0 ? [] : [{ kind: 'forgotten', count: forgotten, tools: [] }];
  const order = [...names.keys()];
  const related = relations(involved, finding);
  involved.forEach((call, at) => {
    const between = at === 0 ? [] : callsBetween(conversation, involved[at - 1] as TimelineCall, call);
    if (between.length > 0) {
      steps.push({
        kind: 'between',
        count: between.length,
        tools: [...new Set(between.map(({ tool }) => toolText(tool)))].slice(0, TOOLS_BETWEEN),
      });
    }
    steps.push({
      kind: 'call',
      number: call.number,
      atMs: call.atMs,
      tool: toolText(call.tool),
      letter: names.get(keyOf(call)) as string,
      letterIndex: order.indexOf(keyOf(call)),
      ran: call.ran,
      isJudged: call === judged,
      position: places?.[at]?.position,
      pass: places?.[at]?.pass,
      relation: related[at] ?? 'unknown',
      failed: call.outcome?.kind === 'failed',
      resultText: resultTextOf(call),
    });
  });
  const letters = order.map((key): Letter => {
    const calls = involved.filter((call) => keyOf(call) === key);
    const known = calls.find((call) => call.arguments !== FORGOTTEN);
    return {
      letter: names.get(key) as string,
      tool: toolText(calls[0]?.tool ?? ''),
      argumentsText: known === undefined ? undefined : maskedArguments(known.arguments, ARGUMENT_CHARACTERS),
      calls: calls.map(({ number }) => number),
    };
  });
  return { steps, letters, involved, forgotten };
}

/** The first and the last steps, with a note of how many calls of the loop are left out between them. */
export function shortened(steps: readonly Step[], first: number, last: number): readonly Step[] {
  if (steps.length <= first + last + 1) {
    return steps;
  }
  const leftOut = steps.slice(first, -last).filter(({ kind }) => kind === 'call').length;
  return [...steps.slice(0, first), { kind: 'leftOut', count: leftOut, tools: [] }, ...steps.slice(-last)];
}

/** A tool's name as it is shown: on one line and never long. */
export function toolText(tool: string): string {
  return clip(oneLine(tool), TOOL_CHARACTERS);
}

/** First characters of a call's result, masked and on one line; undefined when they are not known. */
export function resultTextOf({ resultText }: TimelineCall, characters = RESULT_CHARACTERS): string | undefined {
  return resultText === undefined ? undefined : clip(oneLine(maskText(resultText)), characters);
}

/** A, B, … Z, AA, AB, … */
export function letterAt(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}

function keyOf({ signature, number }: TimelineCall): string {
  return signature ?? `#${number}`;
}

function callsBetween(conversation: TimelineConversation, older: TimelineCall, newer: TimelineCall): TimelineCall[] {
  const between: TimelineCall[] = [];
  for (let number = older.number + 1; number < newer.number; number++) {
    const call = conversation.callNumbered(number);
    if (call !== undefined) {
      between.push(call);
    }
  }
  return between;
}

/**
 * Where in the cycle each call stands. Calls of one round share a place. A call that was repeated after guidance may
 * come out of turn: it stands where the identical call stood, in no pass.
 */
function placesInCycle(
  involved: readonly TimelineCall[],
  period: number,
  startIsForgotten: boolean,
): { position: number; pass: number | undefined }[] {
  const rounds: number[] = [];
  for (const { round } of involved) {
    rounds.push(
      rounds.length === 0 ? 0 : (rounds.at(-1) as number) + (involved[rounds.length - 1]?.round === round ? 0 : 1),
    );
  }
  const count = (rounds.at(-1) ?? 0) + 1;
  const offset = startIsForgotten ? (period - (count % period)) % period : 0;
  const asked = new Map<number, Set<string | undefined>>();
  const places: { position: number; pass: number | undefined }[] = [];
  const latest = new Map<string | undefined, number>();
  involved.forEach(({ signature }, at) => {
    const step = (rounds[at] as number) + offset;
    const onePassBefore = asked.get(step - period);
    const known = onePassBefore === undefined || onePassBefore.has(signature) ? undefined : latest.get(signature);
    const position = known ?? (step % period) + 1;
    places.push({ position, pass: known === undefined ? Math.floor(step / period) + 1 : undefined });
    asked.set(step, (asked.get(step) ?? new Set()).add(signature));
    latest.set(signature, position);
  });
  return places;
}

/**
 * What the result of each call was. Identical calls are compared with each other; where different calls were found
 * alike, each with the one before.
 */
function relations(involved: readonly TimelineCall[], { detector, results }: Finding): ResultRelation[] {
  const comparesAll = detector === 'similar' || (detector === 'stall' && results === 'errors');
  const identical = new Map<string, RecordedOutcome>();
  let last: RecordedOutcome | undefined;
  return involved.map((call) => {
    const { outcome, ran } = call;
    if (outcome === undefined) {
      return ran ? 'unknown' : 'refused';
    }
    const same = comparesAll ? undefined : identical.get(keyOf(call));
    const before = same ?? (detector === 'repeat' || detector === 'cycle' ? undefined : last);
    identical.set(keyOf(call), outcome);
    last = outcome;
    if (before?.digest === outcome.digest) {
      return 'equal';
    }
    if (before?.shapeDigest === outcome.shapeDigest) {
      return 'numbers';
    }
    return before === undefined || (same === undefined && !comparesAll) ? 'first' : 'changed';
  });
}
