import { allow, call, type GoldenCase, stopped, times } from '../notation';

const SAME = 'The answer is always the same.';
const permutations = ['[1,2,3]', '[1,3,2]', '[2,1,3]', '[2,3,1]', '[3,1,2]', '[3,2,1]'];
const explanations = [
  'Run the tests',
  'Check that everything works',
  'See what fails',
  'Verify the fix',
  'One more try',
  'Find the cause',
];

/** When two calls are the same call, and how many are too many. */
export const counting: readonly GoldenCase[] = [
  {
    number: 1,
    title: 'the same call twice',
    origin: 'all',
    trajectories: [{ steps: times(2, () => call('list_files', { path: '.' }, SAME)), expected: allow(2) }],
  },
  {
    number: 2,
    title: 'the same call up to the threshold fires there, once per level',
    origin: 'all',
    trajectories: [
      {
        name: 'default',
        steps: times(8, () => call('list_files', { path: '.' }, SAME)),
        expected: [...allow(2), 'warn', 'break', ...stopped(4)],
      },
      {
        name: 'mode warn tells at the limit, and again when the count has doubled',
        settings: { mode: 'warn' },
        steps: times(16, () => call('list_files', {}, SAME)),
        expected: [...allow(3), 'warn', ...allow(3), 'warn', ...allow(7), 'warn'],
      },
    ],
  },
  {
    number: 3,
    title: 'keys in another order are the same call, at any depth',
    origin: 'qwen, cline, proxy',
    trajectories: [
      {
        steps: [
          call('search', { query: 'x', in: { folder: 'src', depth: [{ a: 1, b: 2 }] } }, SAME),
          call('search', { in: { depth: [{ b: 2, a: 1 }], folder: 'src' }, query: 'x' }, SAME),
          call('search', '{"in":{"folder":"src","depth":[{"b":2,"a":1}]},"query":"x"}', SAME),
          call('search', { query: 'x', in: { depth: [{ a: 1, b: 2 }], folder: 'src' } }, SAME),
        ],
        expected: [...allow(2), 'warn', 'break'],
      },
    ],
  },
  {
    number: 4,
    title: 'another order of an array is another call',
    origin: 'qwen, OpenRouter',
    trajectories: [{ steps: permutations.map((ids) => call('reorder', `{"ids":${ids}}`, SAME)), expected: allow(6) }],
  },
  {
    number: 5,
    title: 'calls that differ in a field that says nothing',
    origin: 'cline, OpenHands#15087',
    differs:
      'A field left out of the key is one whose meaning must be known. It is left out when three signs come ' +
      'together: it is called like a comment for the person, it holds a sentence, and another field carries the ' +
      'substance. Under another name it is found by `similar` when the answer says the same.',
    trajectories: [
      {
        name: 'failing',
        steps: explanations.map((explanation) =>
          call('run', { command: 'npm test', explanation }, 'Error: 2 tests failed'),
        ),
        expected: { warn: 3, break: 4 },
        detectors: ['repeat', 'repeat'],
      },
      {
        name: 'a small variation',
        steps: times(5, (index) =>
          call(
            'run',
            { command: 'npm run check', label: `Check once more, now ${'abcde'.charAt(index)}` },
            'checked 0 files, see above',
          ),
        ),
        expected: [...allow(2), 'hint', ...allow(2)],
        detectors: ['similar'],
      },
      {
        name: 'succeeding',
        steps: explanations.map((explanation) => call('run', { command: 'ls', explanation }, 'README.md src test')),
        expected: [...allow(2), 'warn', 'break', ...stopped(2)],
      },
    ],
  },
  {
    number: 6,
    title: 'equal arguments of different tools are different calls',
    origin: 'Roo, OpenRouter',
    trajectories: [
      {
        steps: ['read', 'stat', 'lint', 'open', 'list', 'blame'].map((tool) =>
          call(tool, { path: 'a.ts' }, `${tool}: some words about a.ts`),
        ),
        expected: allow(6),
      },
    ],
  },
  {
    number: 7,
    title: 'empty arguments and equal invalid JSON count',
    origin: 'OpenRouter, proxy',
    trajectories: [{}, '', '{"path": "a', null, undefined].map((callArguments) => ({
      name: `arguments ${JSON.stringify(callArguments)}`,
      steps: times(4, () => call('read', callArguments, SAME)),
      expected: [...allow(2), 'warn', 'break'],
    })),
  },
  {
    number: 12,
    title: 'the same call again and again is not also told as a cycle',
    origin: 'qwen',
    trajectories: [
      {
        settings: { mode: 'warn' },
        steps: times(24, () => call('list_files', { path: '.' }, SAME)),
        expected: { warn: 4 },
        detectors: ['repeat', 'repeat', 'repeat'],
      },
    ],
  },
];
