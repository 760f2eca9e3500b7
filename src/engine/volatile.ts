/**
 * Volatile parts of an answer: what changes from one answer to the next although both say the same. Times, durations,
 * random ids, ids of processes, paths of temporary files. Numbers as such are no volatile parts: "3 failed" and
 * "2 failed" say different things.
 * Each expression is a plain run of bounded character classes, so its time is linear.
 *
 * Most answers hold few of them, or none. So each has a sign: what stands in every text that holds such a part, and is
 * found, or not found, many times faster than the part. It begins with no word boundary, which would make it slow.
 */
export const VOLATILE: readonly (readonly [sign: RegExp, part: RegExp, placeholder: string])[] = [
  // Colours and cursor movements.
  [/\u001B/, /\u001B\[[0-9;?]{0,32}[A-Za-z]/g, ''],
  // 2026-01-31T12:34:56.789Z, 2026/01/31 12:34:56,789 +0200
  [
    /\d\d[-/]\d\d[-/]\d\d/,
    /\b\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?/g,
    '<time>',
  ],
  // 2026-01-31T12_34_56_789Z, in the name of a log
  [
    /\d\d[-_]\d\d[T_]\d\d/,
    /\b\d{4}[-_]\d{2}[-_]\d{2}[T_]\d{2}[-_]\d{2}[-_]\d{2}(?:[._-]\d{1,9})?Z?(?![0-9])/g,
    '<time>',
  ],
  // 12:34:56.789, 1:23:45 PM
  [/\d:\d\d:\d\d/, /\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: ?[AP]M)?\b/g, '<time>'],
  // 0.76 seconds, 450 milliseconds
  [/\d ?(?:na|mi|se|ho)/, /\b\d{1,9}(?:[.,]\d{1,12})? ?(?:(?:nano|micro|milli)?seconds?|minutes?|hours?)\b/g, '<span>'],
  // 12.3s, 450ms, 2m 3s
  [/\d ?(?:[nuµm]s|[smh](?:\b|[eir]))/, /\b\d{1,9}(?:[.,]\d{1,12})? ?(?:[nuµm]s|secs?|mins?|hrs?|[smh])\b/g, '<span>'],
  // "wall_time_seconds":5.001, duration_ms: 12, elapsed=3
  [
    /[\w"'-][:=] ?["']?\d/,
    /\b((?:wall|elapsed|duration|took|time|latency|timestamp)[\w-]{0,20}["']?[:=] ?["']?)\d{1,16}(?:[.,]\d{1,12})?/gi,
    '$1<span>',
  ],
  // real 0.12
  [
    /(?:[al]l|er|ys|ed|me)[ \t]{1,4}\d/i,
    /\b((?:wall|elapsed|real|user|sys)(?: time)?[ \t]{1,4})\d{1,9}(?:[.,]\d{1,9})?/gi,
    '$1<span>',
  ],
  // Ids that are drawn anew for each answer.
  [/-[0-9a-f]{4}-/i, /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>'],
  [
    /id["']?[:= ]/i,
    /\b((?:chunk|request|trace|span|call|run|message|event)[ _-]?id["']?[:= ] ?["']?)[\w-]{4,64}/gi,
    '$1<id>',
  ],
  [/ation[ _-]?id/i, /\b((?:correlation|invocation)[ _-]?id["']?[:= ] ?["']?)[\w-]{4,64}/gi, '$1<id>'],
  // (pid 123), Process Group PGID: 77, <shellId: 7 ...>
  [
    /(?:id|ss|up)["']?[:= #]{1,2} ?["']?\d/i,
    /\b((?:[pt]?pid|pgid|sid|ppid|process(?: group)?(?: id)?|shell ?id|tid)["']?[:= #]{1,2} ?["']?)\d{1,10}\b/gi,
    '$1<id>',
  ],
  [/0x/i, /\b0x[0-9a-f]{6,16}\b/gi, '<address>'],
  // Temporary files and folders.
  [/\/(?:tmp|var)\//, /(?:\/private)?\/(?:tmp|var\/folders|var\/tmp)\/[\w./+@-]{1,200}/g, '<temporary>'],
  [/\\[Tt]e?mp\\/, /\\(?:Temp|tmp)\\[\w.\\+@-]{1,200}/g, '<temporary>'],
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

/** Words of a measurement that was asked for. The time that a test run took is none. */
const MEASURES: readonly RegExp[] = [
  /\b(?:benchmarks?|benchmarked|benchmarking|hyperfine|stddev|std dev|p9[059]|throughput|latency)\b/i,
  /\b(?:ns\/op|ops\/s(?:ec)?|[nuµm]?s\/iter|iter(?:ations)?\/s)\b/i,
];

/**
 * The text without what changes from answer to answer although the answers say the same. Where a time is the answer,
 * as a clock and a benchmark give it, the text is left as it is.
 */
export function withoutVolatile(text: string): string {
  const steady = VOLATILE.reduce(
    (left, [sign, part, placeholder]) => (sign.test(left) ? left.replace(part, placeholder) : left),
    text,
  );
  if (steady === text) {
    return text;
  }
  return isClock(steady) || MEASURES.some((words) => words.test(text)) ? text : steady;
}

function isClock(steady: string): boolean {
  if (steady.length > CLOCK_CHARACTERS || !steady.includes('<time>')) {
    return false;
  }
  return !A_WORD.test(PARTS_OF_A_CLOCK.reduce((left, part) => left.replace(part, ''), steady));
}
