import { allow, call, type CallStep, failing, type GoldenCase, stopped, times } from '../notation';

/** Calls of tools named by letters, each with its own constant answer. */
export function letters(sequence: string): CallStep[] {
  return Array.from(sequence, (letter) => call(`tool_${letter}`, {}, `The answer of ${letter}, as always.`));
}

const silently = (sequence: string): CallStep[] => Array.from(sequence, (letter) => call(`tool_${letter}`, {}));

const rewordings = [
  'how to write a loop in rust',
  'How to write a loop in Rust',
  'how to write  a loop in rust',
  'how to write a loop in rust?',
  'how to write a loop in rust!',
];

/** Loops other than the identical call in a row. */
export const loops: readonly GoldenCase[] = [
  {
    number: 9,
    title: 'two calls in turn',
    origin: 'gemini, qwen, Roo#5496',
    note:
      'Answers that told something have to come twice before they prove anything, so the warning is one ' +
      'call later than with failures.',
    trajectories: [
      { name: 'same answers', steps: letters('ABABABABAB'), expected: { warn: 5, break: 7 } },
      { name: 'no answers known', steps: silently('ABABABAB'), expected: { warn: 4, break: 6 } },
      {
        name: 'failures',
        steps: times(4, () => ['A', 'B'].map((letter) => failing(`tool_${letter}`, {}, `${letter} failed`))),
        expected: { warn: 4, break: 6 },
      },
    ],
  },
  {
    number: 10,
    title: 'longer cycles',
    origin: 'gemini',
    note: 'A cycle of six is told as calls made before (`stall`), when the third pass begins.',
    trajectories: [
      {
        name: 'three',
        steps: letters('ABCABCABCABC'),
        expected: { warn: 7, break: 10 },
        detectors: ['cycle', 'cycle'],
      },
      { name: 'five', steps: letters('ABCDEABCDEABCDEABCDE'), expected: { warn: 11, break: 16 } },
      {
        name: 'six, beyond what a cycle is',
        steps: letters('ABCDEFABCDEFABCDEFABCDEF'),
        expected: { hint: 13, break: 22 },
      },
    ],
  },
  {
    number: 11,
    title: 'a pattern with another call in the middle is no cycle',
    origin: 'gemini',
    differs:
      'No cycle and nothing held back, as suggested. But the ninth call is the fourth round in which nothing ' +
      'was asked that had not been answered before, in the same words; that is told, once.',
    trajectories: [
      { name: 'all detectors', steps: letters('ABABCABAB'), expected: [...allow(8), 'hint'], detectors: ['stall'] },
      { name: 'cycles', settings: { detectors: ['cycle'] }, steps: letters('ABABCABAB'), expected: allow(9) },
    ],
  },
  {
    number: 13,
    title: 'the same call again and again, with others in between',
    origin: 'stella#1851, proxy, opencode#50073',
    differs:
      'Other calls that succeed for the first time may have changed what the repeated call answers: edit and ' +
      'test looks exactly like this (case 21). They excuse one repeat each, up to the ceiling. Fillers that ' +
      'fail, find nothing or were made before excuse nothing.',
    trajectories: [
      {
        name: 'fillers that fail',
        steps: times(5, (index) => [
          call('status', {}, 'still nothing to see'),
          failing(`probe_${index}`, {}, `no such file ${index}`),
        ]),
        expected: [...allow(4), 'warn', 'allow', 'break', ...stopped(3)],
        detectors: ['repeat', 'repeat'],
      },
      {
        name: 'fillers whose answers are unknown excuse half a repeat each',
        steps: times(8, (index) => [call('status', {}, 'still nothing to see'), call('probe', { index })]),
        expected: { warn: 5, break: 13 },
      },
      {
        name: 'fillers that succeed',
        steps: times(18, (index) => [
          call('status', {}, 'still nothing to see'),
          call('read', { index }, `text ${index}`),
        ]),
        expected: {},
      },
    ],
  },
  {
    number: 23,
    title: 'one tool fails the same way whatever its arguments',
    origin: 'crush#2856, gemini#4936',
    differs:
      'The streak is told as suggested, and held back in the end: at the fifth try when the arguments hardly ' +
      'differ, else at the eighth. Default thresholds, per tool configurable.',
    trajectories: [
      {
        name: 'unlike arguments',
        steps: [
          'users',
          'https://example.org/a',
          'health',
          '/v2/projects/7/issues',
          'login',
          'metrics?all',
          'orders',
          'x',
        ].map((url) => failing('http_get', { url }, '401 unauthorized')),
        expected: [...allow(3), 'hint', ...allow(3), 'break'],
        detectors: ['stall', 'stall'],
      },
      {
        name: 'unlike arguments, and a text that is not the same to the letter',
        steps: ['users', 'https://example.org/a', 'health', '/v2/projects/7/issues', 'login'].map((url, index) =>
          failing('http_get', { url }, `401 unauthorized, ${5 - index} attempts left`),
        ),
        expected: [...allow(4), 'hint'],
        detectors: ['stall'],
      },
      {
        name: 'twenty different guesses: each answer says something new, so they are never stopped',
        steps: times(20, (index) => call('submit', { flag: `${'sesame'.slice(index % 6)} no ${index}` }, 'Wrong!')),
        expected: { hint: 4 },
      },
      {
        name: 'a checker that counts, and what it counts',
        steps: times(6, (index) => call('shell', { command: `./check part${index}` }, `right: ${index}, wrong: 0`)),
        expected: allow(6),
      },
      {
        name: 'another error each time',
        steps: ['users', 'health', 'orders', 'login', 'things', 'metrics'].map((url) =>
          failing('http_get', { url }, `no host answers for ${url}`),
        ),
        expected: allow(6),
      },
      {
        name: 'a success in between',
        steps: times(3, (index) => [
          ...['users', 'health'].map((url) => failing('http_get', { url: url.repeat(index + 1) }, '401 unauthorized')),
          call('http_get', { url: `page ${'abc'.charAt(index)}` }, `contents ${index}`),
        ]),
        expected: allow(9),
      },
    ],
  },
  {
    number: 26,
    title: 'nearly the same arguments, the same answer',
    origin: 'senpi#585',
    differs:
      'Told first, as suggested; held back only at the twelfth variation with an answer that did not change once.',
    trajectories: [
      {
        steps: rewordings.map((query) => call('web_search', { query }, 'One result: The Rust Book')),
        expected: [...allow(2), 'hint', ...allow(2)],
        detectors: ['similar'],
      },
      {
        name: 'one copy more of the whole command each time',
        steps: times(7, (at) => {
          const copies = (text: string, between: string): string =>
            Array(at + 1)
              .fill(text)
              .join(between);
          return call('bash', { command: copies('grep -n total a.c', '; ') }, copies('a.c:12: int total;', '\n'));
        }),
        expected: { warn: 6, break: 7 },
      },
    ],
  },
  {
    number: 27,
    title: 'nearly the same arguments, different answers',
    origin: 'VTCode#680, everruns',
    trajectories: [
      {
        steps: rewordings.map((query, index) => call('web_search', { query }, `Result: page ${index}`)),
        expected: allow(5),
      },
      {
        name: 'pages',
        steps: times(12, (page) =>
          call('list_issues', { repository: 'some/repository', page }, `issues of page ${page}`),
        ),
        expected: allow(12),
      },
    ],
  },
];
