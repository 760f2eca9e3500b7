import { glanceAt, Sign, withoutColours } from './textSigns';

/**
 * Volatile parts of an answer: what changes from one answer to the next although both say the same. Times, durations,
 * random ids, ids of processes, paths of temporary files. Numbers as such are no volatile parts: "3 failed" and
 * "2 failed" say different things.
 * Each expression is a plain run of bounded character classes, so its time is linear.
 *
 * Most answers hold few of them, or none. So each has signs, which a glance at the text finds many times faster.
 */
export const VOLATILE: readonly (readonly [signs: number, part: RegExp, placeholder: string])[] = [
  // Temporary files and folders: first, for their names hold times and ids.
  [Sign.Temporary, /(?:\/private)?\/(?:tmp|var\/folders|var\/tmp)\/[\w./+@-]{1,200}/g, '<temporary>'],
  [Sign.Temporary, /\\(?:Temp|tmp)\\[\w.\\+@-]{1,200}/g, '<temporary>'],
  // 2026-01-31T12:34:56.789Z, 2026/01/31 12:34:56,789 +0200
  [
    Sign.Date,
    /\b\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?/g,
    '<time>',
  ],
  // 2026-01-31T12_34_56_789Z, in the name of a log
  [Sign.Date, /\b\d{4}-\d{2}-\d{2}T\d{2}[-_]\d{2}[-_]\d{2}(?:[._-]\d{1,9})?Z?/g, '<time>'],
  // 12:34:56.789, 1:23:45 PM
  [Sign.Clock, /\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: ?[AP]M)?\b/g, '<time>'],
  // 0.76 seconds, 450 milliseconds
  [Sign.SpanInWords, /\b\d{1,9}(?:[.,]\d{1,12})? ?(?:(?:nano|micro|milli)?seconds?|minutes?|hours?)\b/g, '<span>'],
  // 12.3s, 450ms, 2m 3s
  [Sign.Span, /\b\d{1,9}(?:[.,]\d{1,12})? ?(?:[nuµm]s|secs?|mins?|hrs?|[smh])\b/g, '<span>'],
  // "wall_time_seconds":5.001, duration_ms: 12, elapsed=3
  [
    Sign.TimeName | Sign.ValueOfName,
    /\b((?:wall|elapsed|duration|took|time|latency|timestamp)[\w-]{0,20}["']?[:=] ?["']?)\d{1,16}(?:[.,]\d{1,12})?/gi,
    '$1<span>',
  ],
  // real 0.12
  [
    Sign.TimeName | Sign.NumberInRow,
    /\b((?:wall|elapsed|real|user|sys)(?: time)?[ \t]{1,4})\d{1,9}(?:[.,]\d{1,9})?/gi,
    '$1<span>',
  ],
  // Ids that are drawn anew for each answer.
  [Sign.HexDigits, /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>'],
  [Sign.Id, /\b((?:chunk|request|trace|span|call|run|message|event)[ _-]?id["']?[:= ] ?["']?)[\w-]{4,64}/gi, '$1<id>'],
  [Sign.Id, /\b((?:correlation|invocation)[ _-]?id["']?[:= ] ?["']?)[\w-]{4,64}/gi, '$1<id>'],
  // Command running in background with ID: b7x2k9
  [Sign.Id, /\b((?:running|started) in (?:the )?background with id:? )[\w-]{4,64}/gi, '$1<id>'],
  // (pid 123), Process Group PGID: 77, <shellId: 7 ...>
  [
    Sign.ProcessId,
    /\b((?:[pt]?pid|pgid|sid|ppid|process(?: group)?(?: id)?|shell ?id|tid)["']?[:= #]{1,2} ?["']?)\d{1,10}\b/gi,
    '$1<id>',
  ],
  [Sign.Address, /\b0x[0-9a-f]{6,16}\b/gi, '<address>'],
];

/** An answer that is asked for its times is short, or says that it measures. */
const CLOCK_CHARACTERS = 200;

/** What an answer consists of that only tells the time. */
const PARTS_OF_A_CLOCK: readonly RegExp[] = [
  /<time>|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b/gi,
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b/gi,
  /\b(?:date|time|datetime|timestamp|timezone|now|today|[ap]m|utc|gmt|cest?|[ep][sd]t)\b/gi,
  /\b(?:the|current|local|server|system|is|it|at|on)\b/gi,
];
const A_WORD = /[a-z]{2}/i;

/** Words of a measurement that was asked for, each with {@link Sign.Measure}. The time that a test run took is none. */
export const MEASURES: readonly RegExp[] = [
  /\b(?:benchmarks?|benchmarked|benchmarking|hyperfine|stddev|std dev|p9[059]|throughput|latency)\b/i,
  /\b(?:ns\/op|ops\/s(?:ec)?|[nuµm]?s\/iter|iter(?:ations)?\/s)\b/i,
];

/**
 * The text without what changes from answer to answer although the answers say the same. Where a time is the answer,
 * as a clock and a benchmark give it, the text is left as it is.
 * @param glance at the text, if one has been taken
 */
export function withoutVolatile(text: string, { signs } = glanceAt(text)): string {
  const plain = withoutColours(text);
  // What stood on both sides of a colour is next to each other now.
  const found = plain === text ? signs : glanceAt(plain).signs;
  const steady = VOLATILE.reduce(
    (left, [needed, part, placeholder]) => ((found & needed) === needed ? left.replace(part, placeholder) : left),
    plain,
  );
  if (steady === text) {
    return text;
  }
  const measures = (signs & Sign.Measure) !== 0 && MEASURES.some((words) => words.test(text));
  return measures || isClock(steady) ? text : steady;
}

function isClock(steady: string): boolean {
  if (steady.length > CLOCK_CHARACTERS || !steady.includes('<time>')) {
    return false;
  }
  return !A_WORD.test(PARTS_OF_A_CLOCK.reduce((left, part) => left.replace(part, ''), steady));
}
