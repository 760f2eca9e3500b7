import { definePatterns, type Part } from './pattern';

const beforeDigit = (mark: string): string[] => [...'0123456789'].map((digit) => mark + digit);

/** Changes between results that say the same, in this order. Numbers count: "3 failed" and "2 failed" differ. */
export const VOLATILE = definePatterns<Part>('volatile', {
  // Temporary files come first, because their names contain times and IDs.
  temporaryPath: {
    keywords: ['/tmp/', '/var/'],
    match: /(?:\/private)?\/(?:tmp|var\/folders|var\/tmp)\/[\w./+@-]{1,200}/g,
    placeholder: '<temporary>',
    examples: ['/tmp/build-7f3a/out.log', '/private/var/folders/x1/y2/T/a.txt'],
    not: ['./tmp.txt', '/var/log/syslog'],
    from: ['Linux', 'macOS'],
  },
  windowsTemporaryPath: {
    keywords: ['\\temp\\', '\\tmp\\'],
    match: /\\(?:Temp|tmp)\\[\w.\\+@-]{1,200}/g,
    placeholder: '<temporary>',
    examples: ['C:\\Users\\a\\AppData\\Local\\Temp\\b7.log'],
    not: ['C:\\Templates\\a.txt'],
    from: ['Windows'],
  },
  dateAndTime: {
    keywords: [...beforeDigit('-'), ...beforeDigit('/')],
    match: /\b\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?/g,
    placeholder: '<time>',
    examples: ['2026-01-31T12:34:56.789Z', '2026/01/31 12:34:56,789 +0200'],
    not: ['2026-01-31', '3 failed: 2 passed'],
    from: ['loggers'],
  },
  timeInFileName: {
    keywords: beforeDigit('t'),
    match: /\b\d{4}-\d{2}-\d{2}T\d{2}[-_]\d{2}[-_]\d{2}(?:[._-]\d{1,9})?Z?/g,
    placeholder: '<time>',
    examples: ['2026-01-31T12_34_56_789Z-debug.log'],
    not: ['v2026-01-31-test.log'],
    from: ['npm'],
  },
  callId: {
    keywords: ['id'],
    match: /\b((?:chunk|request|trace|span|call|run|message|event)[ _-]?id["']?[:= ] ?["']?)[\w-]{4,64}/gi,
    placeholder: '$1<id>',
    examples: ['Chunk ID: f3a9c1', 'request_id=req_0123'],
    not: ['user_id=anna', 'run it again'],
    from: ['codex', 'openai', 'anthropic'],
  },
  traceField: {
    keywords: ['"trace"', '"correlation"'],
    match: /("(?:trace|correlation)": ?")[\w-]{4,64}/gi,
    placeholder: '$1<id>',
    examples: ['{"plan":"free","trace":"qa0z8k0"}'],
    not: ['trace: open', '"trace":true'],
    from: ['MCP servers'],
  },
  backgroundId: {
    keywords: ['background with id'],
    match: /\b((?:running|started) in (?:the )?background with id:? )[\w-]{4,64}/gi,
    placeholder: '$1<id>',
    examples: ['Command running in background with ID: b7x2k9'],
    not: ['Command running in background'],
    from: ['claude'],
  },
  processId: {
    keywords: ['pid', 'pgid', 'sid', 'tid', 'process', 'shell'],
    match: /\b((?:[pt]?pid|pgid|sid|ppid|process(?: group)?(?: id)?|shell ?id|tid)["']?[:= #]{1,2} ?["']?)\d{1,10}\b/gi,
    placeholder: '$1<id>',
    examples: ['(pid 123)', 'Process Group PGID: 77', '<shellId: 7 completed>'],
    not: ['processed 12 files', 'stupid 12'],
    from: ['gemini', 'copilot', 'bash'],
  },
});

/** How long something took; volatile, too, unless it was measured on purpose. */
export const SPANS = definePatterns<Part>('span', {
  clock: {
    keywords: [':'],
    match: /\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: ?[AP]M)?\b/g,
    placeholder: '<time>',
    examples: ['12:34:56.789', '1:23:45 PM - Found 0 errors.'],
    not: ['src/a.ts:12:34', 'ratio 16:9'],
    from: ['tsc', 'loggers'],
  },
  spanInWords: {
    keywords: ['second', 'minute', 'hour'],
    match: /\b\d{1,9}(?:[.,]\d{1,12})? ?(?:(?:nano|micro|milli)?seconds?|minutes?|hours?)\b/g,
    placeholder: '<span>',
    examples: ['Wall time: 0.76 seconds', '450 milliseconds'],
    not: ['the second test', '3 tests'],
    from: ['codex', 'unittest'],
  },
  span: {
    match: /\b\d{1,9}(?:[.,]\d{1,12})? ?(?:[nuµm]s|secs?|mins?|hrs?|[smh])\b/g,
    placeholder: '<span>',
    examples: ['3 passed in 12.3s', '450ms', '2m 3s'],
    not: ['3 failed', '12 kB'],
    from: ['pytest', 'vitest', 'mocha', 'go'],
  },
  timeField: {
    keywords: ['wall', 'elapsed', 'duration', 'took', 'time', 'latency'],
    match:
      /\b((?:wall|elapsed|duration|took|time|latency|timestamp)[\w-]{0,20}["']?[:=] ?["']?)\d{1,16}(?:[.,]\d{1,12})?/gi,
    placeholder: '$1<span>',
    examples: ['"wall_time_seconds":5.001', 'duration_ms: 12', 'elapsed=3'],
    not: ['tests: 12', 'time flies'],
    from: ['codex', 'node'],
  },
  timeRow: {
    keywords: ['wall', 'elapsed', 'real', 'user', 'sys'],
    match: /\b((?:wall|elapsed|real|user|sys)(?: time)?[ \t]{1,4})\d{1,9}(?:[.,]\d{1,9})?/gi,
    placeholder: '$1<span>',
    examples: ['real\t0.12'],
    not: ['real estate', 'users 12'],
    from: ['time'],
  },
});

/** Volatile, too, unless it is the answer. */
export const IDS = definePatterns<Part>('id', {
  uuid: {
    keywords: [...beforeDigit('-'), ...[...'abcdef'].map((letter) => `-${letter}`)],
    match: /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi,
    placeholder: '<id>',
    examples: ['123e4567-e89b-12d3-a456-426614174000'],
    not: ['123e4567-e89b', 'deadbeef'],
    from: ['unknown'],
  },
  address: {
    keywords: ['0x'],
    match: /\b0x[0-9a-f]{6,16}\b/gi,
    placeholder: '<address>',
    examples: ['<object at 0x7f3a9c1b2d30>'],
    not: ['0xff', 'a0x123456'],
    from: ['python', 'gdb'],
  },
});

/** Words of a measurement that was asked for. The time that a test run took is none. */
export const MEASURES = definePatterns('measure', {
  benchmark: {
    keywords: ['bench', 'hyperfine', 'std', 'p9', 'throughput', 'latency'],
    match: /\b(?:benchmarks?|benchmarked|benchmarking|hyperfine|stddev|std dev|p9[059]|throughput|latency)\b/i,
    examples: ['Benchmark 1: node a.js', 'p95 120ms', 'latency: 12ms'],
    not: ['workbench started in 12ms', '3 passed in 2s'],
    from: ['hyperfine', 'go', 'k6'],
  },
  rate: {
    keywords: ['ns/op', 'ops/s', 's/iter', 'iter/s', 'iterations/s'],
    match: /\b(?:ns\/op|ops\/s(?:ec)?|[nuµm]?s\/iter|iter(?:ations)?\/s)\b/i,
    examples: ['120 ns/op', '1,200 ops/sec', '12 ms/iter'],
    not: ['docs/operations', '3 s'],
    from: ['go', 'tinybench', 'criterion'],
  },
});

/** What only the screen shows. */
export const COLORS = definePatterns<Part>('color', {
  escape: {
    keywords: ['\u001b['],
    match: /\u001b\[[0-9;?]{0,32}[A-Za-z]/g,
    placeholder: '',
    examples: ['\u001b[31mred\u001b[0m', '\u001b[2K'],
    not: ['[31m', '\u001b'],
    from: ['vitest', 'npm', 'git'],
  },
});

/** What may differ in texts of one shape, in this order. */
export const SHAPE_PARTS = definePatterns<Part>('shapePart', {
  hexId: {
    match: /\b(?=[0-9a-fA-F]{7})(?=[0-9a-fA-F-]{0,35}[0-9])[0-9a-fA-F]{7,64}(?:-[0-9a-fA-F]{4,64}){0,4}\b/g,
    placeholder: '#',
    examples: ['a05f077', '123e4567-e89b-12d3-a456-426614174000'],
    not: ['defaced', 'abc123'],
    from: ['git', 'docker'],
  },
  number: {
    match: /\d+/g,
    placeholder: '#',
    examples: ['3 failed', 'a1'],
    not: ['three'],
    from: ['all'],
  },
  layout: {
    match: /\s{2,}|[^\S ]/g,
    placeholder: ' ',
    examples: ['a  b', 'a\tb', 'a\nb'],
    not: ['a b'],
    from: ['all'],
  },
});
