import assert from 'node:assert/strict';
import { type Weaknesses, weaknessesOf } from '../../../../src/core/protection/weaknesses';
import { parseConfiguration } from '../../../../src/core/settings/parse';

type Settings = Readonly<Record<string, unknown>>;

const CASES: readonly (readonly [what: string, user: Settings, variables: Record<string, string>, Weaknesses])[] = [
  ['nothing', {}, {}, {}],
  ['off', { enabled: false }, {}, { off: 'toolLoopGuard.enabled (f)', excludesAll: 'toolLoopGuard.tools (f)' }],
  [
    'off by a variable',
    {},
    { TOOL_LOOP_DETECTION_ENABLED: 'false' },
    { off: 'TOOL_LOOP_DETECTION_ENABLED (.env)', excludesAll: 'toolLoopGuard.tools (f)' },
  ],
  ...['*', '??*', '[A-Z]*'].map(
    (pattern) =>
      [
        `all tools excluded by ${pattern}`,
        { excludedTools: [pattern] },
        {},
        { excludesAll: 'toolLoopGuard.excludedTools (f)' },
      ] as const,
  ),
  ['warning only', { mode: 'warn' }, {}, { stopsLate: 'toolLoopGuard.mode (f)' }],
  ['warning only by a variable', {}, { TOOL_LOOP_MODE: 'warn' }, { stopsLate: 'TOOL_LOOP_MODE (.env)' }],
  ['warning only by actions', { actions: ['warn', 'nudge'] }, {}, { stopsLate: 'toolLoopGuard.actions (f)' }],
  ['only what goes on', { actions: ['continue'] }, {}, { stopsLate: 'toolLoopGuard.actions (f)' }],
  ['a limit of 500', { mode: 'break', maxRepeats: 500 }, {}, { stopsLate: 'toolLoopGuard.maxRepeats (f)' }],
  ['a second of memory', { ttlSeconds: 1 }, {}, { stopsLate: 'toolLoopGuard.ttlSeconds (f)' }],
  ['a rule off', { detectors: { cycle: false } }, {}, { excluded: 'detectors.cycle (f)' }],
  ['a tool excluded', { tools: { Bash: { exempt: true } } }, {}, { excluded: 'Bash (f)' }],
  [
    'tools and models that go on',
    {
      tools: { Bash: { mode: 'warn' }, 'mcp_*': { maxRepeats: 999 }, Read: { maxRepeats: 5 } },
      modelOverrides: { 'x/*': { mode: 'warn' } },
    },
    {},
    { excluded: 'mcp_*, Bash, x/* (f)' },
  ],
];

describe('what settings leave unguarded', () => {
  for (const [what, user, environment, expected] of CASES) {
    it(`is named with the setting or variable behind it, and its file: ${what}`, () => {
      const variableFiles = Object.fromEntries(Object.keys(environment).map((name) => [name, '.env']));
      const found = weaknessesOf(parseConfiguration({ user, environment }), { file: 'f', variableFiles });
      assert.deepEqual(JSON.parse(JSON.stringify(found)), expected);
    });
  }

  it('includes rules of which all that find identical calls are off, and settings that can’t be used', () => {
    const found = (user: Settings): Weaknesses => weaknessesOf(parseConfiguration({ user }));
    assert.equal(found({ detectors: ['cycle'] }).stopsLate, 'toolLoopGuard.detectors');
    assert.equal(found({ tools: { '*': { detectors: [] } } }).stopsLate, 'toolLoopGuard.tools');
    assert.match(found({ maxRepeats: 'x' }).unusable ?? '', /maxRepeats/);
  });
});
