/** Converts a recorded call to the form that is scored: long texts are cut, and hashes are of the whole text. */
import { createHash } from 'node:crypto';
import type { TraceCall } from '../traces';
import type { RecordedCall } from './recordedCall';

/** How a data set cuts long texts. The hashes of its sessions are of the cut form. */
export interface Cut {
  readonly argument: (text: string) => string;
  /** Null: answers are known only by their hashes. */
  readonly result: (text: string) => string | null;
  readonly timeless?: boolean;
}

const first = (text: string, characters: number): string =>
  text.length <= characters
    ? text
    : Array.from(text.slice(0, 2 * characters))
        .slice(0, characters)
        .join('');

const sha1 = (text: string): string => createHash('sha1').update(text, 'utf8').digest('hex');

/** Only the first characters, and for arguments a hash of the whole text. */
const beginnings = (argumentLimit: number): Cut => ({
  argument: (text) => {
    const characters = Array.from(text);
    return characters.length <= argumentLimit
      ? text
      : `${characters.slice(0, argumentLimit).join('')}…sha1:${sha1(text).slice(0, 12)}`;
  },
  result: (text) => first(text, 500),
});

const bothEnds = (text: string): string => {
  const characters = Array.from(text);
  return characters.length <= 700 ? text : `${characters.slice(0, 500).join('')}…${characters.slice(-180).join('')}`;
};

/** By the names in `sources.json`. */
export const CUTS: Readonly<Record<string, Cut>> = {
  beginnings: beginnings(1200),
  'hashes of answers': {
    argument: (text) =>
      beginnings(240).argument(
        text.replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<mail>').replace(/(\/(?:Users|home)\/)[^/\s"']+/g, '$1dev'),
      ),
    result: () => null,
    timeless: true,
  },
  'both ends': {
    argument: (text) => {
      const characters = Array.from(text);
      return characters.length <= 1200 ? text : `${characters.slice(0, 1000).join('')}…${sha1(text)}`;
    },
    result: bothEnds,
  },
  'long beginnings of results': { argument: (text) => text, result: (text) => first(text, 2000) },
  'results only': { argument: (text) => text, result: (text) => bothEnds(first(text, 2000)) },
};

const SHAPED_CHARACTERS = 20_000;

/** Digits, letters, and white space of all scripts count, as when the shapes were labelled. */
const HEXADECIMAL = /0x[0-9a-f]+|(?<![\p{L}\p{N}_])(?=[0-9a-f]*\p{Nd})[0-9a-f]{6,}(?![\p{L}\p{N}_])/giu;
const NUMBER = /\p{Nd}+(?:[.,:]\p{Nd}+)*/gu;
const WHITE_SPACE = /(?:(?!\ufeff)\s|[\x1c-\x1f\x85])+/g;

/** Blanks numbers, IDs, and colors, and unifies white space, so answers that differ only in values are equal. */
function shapeOf(text: string): string {
  return first(text, SHAPED_CHARACTERS)
    .replace(/\x1b\[[0-9;]*[A-Za-z]/g, '')
    .replace(HEXADECIMAL, '#')
    .replace(NUMBER, '#')
    .replace(WHITE_SPACE, ' ')
    .replace(/^ | $/g, '');
}

export function traceCall(call: RecordedCall, cut: Cut): TraceCall {
  const { result } = call;
  return {
    name: call.name,
    arguments: mapTexts(call.arguments, cut.argument),
    result: result === undefined ? null : cut.result(result),
    resultSha: result === undefined ? null : sha1(result).slice(0, 12),
    resultNorm: result === undefined ? null : sha1(shapeOf(result)).slice(0, 12),
    resultLen: result === undefined ? null : Array.from(result).length,
    isError: call.isError ?? false,
    userTurnBefore: call.userTurnBefore,
    turn: call.turn,
    ...(call.timestamp === undefined || cut.timeless ? {} : { timestamp: call.timestamp }),
    ...(call.doneAt === undefined || cut.timeless ? {} : { doneAt: call.doneAt }),
    ...(call.agent === undefined ? {} : { agent: call.agent }),
  };
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return map(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => mapTexts(item, map));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, map)]))
    : value;
}
