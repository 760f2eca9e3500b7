/*
 * One pass over a text tells which expressions can match it at all: most of those that look for times, ids, and the
 * like need not run then. Each expression has signs: words of which one stands within every text that it matches. A
 * text with a sign may still hold no match.
 */

/** What the words are signs of, as bits. */
export const enum Sign {
  Date = 1 << 0,
  Clock = 1 << 1,
  SpanInWords = 1 << 2,
  Span = 1 << 3,
  TimeName = 1 << 4,
  ValueOfName = 1 << 5,
  NumberInRow = 1 << 6,
  Id = 1 << 7,
  ProcessId = 1 << 8,
  Address = 1 << 9,
  Temporary = 1 << 10,
  Measure = 1 << 11,
  Still = 1 << 12,
  NotDone = 1 << 13,
  Waits = 1 << 14,
  Status = 1 << 15,
  State = 1 << 16,
  Exited = 1 << 17,
  Gone = 1 << 18,
  /** Not by words: seven hexadecimal digits in a row. */
  HexDigits = 1 << 19,
}

/**
 * The words of each sign. A letter stands for itself, in lower and upper case; 0 for a digit, a blank for white space,
 * - for a slash as well, : for an equals sign as well, _ for itself, and a point for any other character. Of those in
 * brackets one stands there.
 */
const WORDS: readonly (readonly [Sign, string])[] = [
  [Sign.Date, '-00-00[t ]0'],
  [Sign.Clock, '0:00:0'],
  [Sign.SpanInWords, '0na|0mi|0se|0ho|0 na|0 mi|0 se|0 ho'],
  [Sign.Span, '0[num.]s|0[smh][ -:.]|0se|0mi|0hr|0 [num.]s|0 [smh][ -:.]|0 se|0 mi|0 hr'],
  [Sign.TimeName, 'wall|elapsed|duration|took|time|latency|real|user|sys'],
  [Sign.ValueOfName, ':0|:.0|: 0|: .0'],
  [Sign.NumberInRow, '[ldrse] 0|  0'],
  [Sign.Id, '[knethl][ _-]id|[knet]id|llid'],
  [Sign.ProcessId, '[pgst]id[.: ]|process|shellid|shell id'],
  [Sign.Address, '0x'],
  [Sign.Temporary, '-tmp-|-temp-|-var-'],
  [Sign.Measure, 'bench|hyperf|std[d ]|p00|throughp|latency|s-op|[rs]-s|s-it'],
  [Sign.Still, 'still '],
  [Sign.NotDone, 'progress|not [cdfry]'],
  [Sign.Waits, ' output|wait for|ting for|timed[ _]out'],
  [Sign.Status, 'status|state|conclusion'],
  [Sign.State, 'running|pending|queued|waiting|active|started|in_prog'],
  [Sign.Exited, 'exited|exit[ _][cs]|s fini|s term|s comp'],
  [Sign.Gone, 'unknown |invalid |no such|not found|not exist|is close|is dead|is gone'],
];

/** So many bits tell the kind of a character. */
const KIND_BITS = 5;
const KIND = 31;
const DIGIT = 30;
const BLANK = 31;
/** Set beside the kind of a hexadecimal digit. */
const HEX = 32;

/** The kinds of characters after the 26 letters, the last ones {@link DIGIT} and {@link BLANK}. */
const KINDS = ['-/\\', ':=', '_', '0123456789', '\t\n\v\f\r '];

/** The kind of each character of ASCII; 0 is any other. No expressions: to compile them takes longer than all else. */
const KIND_OF = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code).toLowerCase();
  if (character >= 'a' && character <= 'z') {
    return character > 'f' ? code & KIND : (code & KIND) | HEX;
  }
  const at = KINDS.findIndex((characters) => characters.includes(character));
  return at < 0 ? 0 : 27 + at === DIGIT ? DIGIT | HEX : 27 + at;
});

/**
 * Finds all words in one pass, as Aho and Corasick do: a state is the longest end of what was read that a word begins
 * with. For each state and the kind of the next character there is the next state, and for each state its signs. Runs
 * once at start, so it is written for that: plain loops take a third of the time there.
 */
function statesOf(words: typeof WORDS): { next: Uint16Array; signsOf: Int32Array } {
  const stateAfter = new Map<number, number>();
  const stepsAt: number[][] = [];
  const signs = [0];
  const stateOf = (step: number, depth: number): number => {
    const known = stateAfter.get(step);
    if (known !== undefined) {
      return known;
    }
    const state = signs.length << KIND_BITS;
    signs.push(0);
    stateAfter.set(step, state);
    (stepsAt[depth] ??= []).push(step);
    return state;
  };
  for (const [sign, alternatives] of words) {
    for (const word of alternatives.split('|')) {
      let [states, after, depth, isChoice] = [[0], [] as number[], 0, false];
      for (const character of word) {
        if (character === '[' || character === ']') {
          isChoice = character === '[';
        } else {
          const kind = (KIND_OF[character.charCodeAt(0)] as number) & KIND;
          for (const state of states) {
            after.push(stateOf(state | kind, depth));
          }
        }
        if (!isChoice) {
          [states, after] = [after, []];
          depth++;
        }
      }
      for (const state of states) {
        (signs[state >> KIND_BITS] as number) |= sign;
      }
    }
  }
  const next = new Uint16Array(signs.length << KIND_BITS);
  const signsOf = Int32Array.from(signs);
  for (const steps of stepsAt) {
    const added = steps.map((step): [state: number, end: number] => {
      const [state, end] = [stateAfter.get(step) as number, next[step] as number];
      next[step] = state;
      return [state, end];
    });
    // Where no word goes on from a state, what goes on is the longest end of it that is a state, too.
    for (const [state, end] of added) {
      next.copyWithin(state, end, end + KIND + 1);
      (signsOf[state >> KIND_BITS] as number) |= signsOf[end >> KIND_BITS] as number;
    }
  }
  return { next, signsOf };
}

const { next: NEXT, signsOf: SIGNS_OF } = statesOf(WORDS);

const toText = new TextDecoder();

/** What one pass over a text tells of it. */
export interface TextGlance {
  /** The signs that stand in the text. */
  readonly signs: number;
  /** The text with a # for each number and one blank for all white space; undefined if it isn't all ASCII. */
  readonly blanked: Uint8Array | undefined;
}

/** Goes over a text once. */
export function glanceAt(text: string): TextGlance {
  const blanked = new Uint8Array(text.length);
  let length = 0;
  let before = 0;
  let state = 0;
  let signs = 0;
  let codes = 0;
  let hexDigits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const bits = code < 128 ? (KIND_OF[code] as number) : 0;
    const kind = bits & KIND;
    codes |= code;
    state = NEXT[state | kind] as number;
    signs |= SIGNS_OF[state >> KIND_BITS] as number;
    // One bit for each of the last characters.
    hexDigits = (hexDigits << 1) | (bits >> KIND_BITS);
    if ((~hexDigits & 127) === 0) {
      signs |= Sign.HexDigits;
    }
    if (kind < DIGIT) {
      blanked[length++] = code;
    } else if (kind !== before) {
      blanked[length++] = kind < BLANK ? 35 : 32;
    }
    before = kind;
  }
  // The end of a text ends a word.
  signs |= SIGNS_OF[(NEXT[state] as number) >> KIND_BITS] as number;
  return { signs, blanked: codes < 128 ? blanked.subarray(0, length) : undefined };
}

/** The text of {@link TextGlance.blanked}. */
export const textOf = (blanked: Uint8Array): string => toText.decode(blanked);

const COLOURS = /\u001b\[[0-9;?]{0,32}[A-Za-z]/g;

/** The text without colours and movements of the cursor. */
export function withoutColours(text: string): string {
  return text.includes('\u001b') ? text.replace(COLOURS, '') : text;
}
