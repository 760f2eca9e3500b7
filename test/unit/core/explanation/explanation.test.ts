import { only } from '../../../fakes/only';
import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/words/language';
import type { ExplainedCall, Step } from '../../../../src/core/explanation/explainedCall';
import { explain, type Explanation } from '../../../../src/core/explanation/explanation';
import { Watched } from '../../../fakes/watched';

const SECRET = 'sk-live-0123456789abcdef';

function calls({ steps }: Explanation): ExplainedCall[] {
  return steps.filter((step): step is ExplainedCall => step.kind === 'call');
}

const letters = (explanation: Explanation): string =>
  calls(explanation)
    .map(({ letter }) => letter)
    .join('');
const kinds = (steps: readonly Step[]): string[] =>
  steps.map((step) => (step.kind === 'call' ? step.letter : `${step.kind} ${step.count}`));

describe('the explanation of a detection', () => {
  it('is none for a call in which nothing was found', () => {
    const watched = new Watched();
    watched.call('read');
    const [call] = watched.conversation.calls;
    assert.ok(call);
    assert.equal(explain(watched.conversation, call, inEnglish), undefined);
  });

  it('names the patterns by which results were read for a report only', () => {
    const watched = new Watched({ detectors: only(['repeat']) });
    watched.times(4, 'read', { path: 'a' }, 'Error: no such file');
    const { why, patterns } = watched.explanation();
    assert.ok(why.includes('Results: call 1: a new failure; calls 2, 3: the same failure.'), why.join('\n'));
    assert.match(patterns.join(), /^\w+\.\w+$/);
  });

  it('reports identical calls: which, what they answered, by which rule and value, what was done', () => {
    const watched = new Watched({ maxRepeats: 3, detectors: only(['repeat']) });
    watched.times(4, 'read', { path: 'a' });
    const explanation = watched.explanation();
    assert.equal(explanation.summary, 'read returned the same result 2 times. The next identical call was blocked.');
    assert.equal(explanation.title, 'read(a) ×3');
    assert.deepEqual([explanation.name, explanation.state], ['Identical calls', 'stopped']);
    assert.equal(letters(explanation), 'AAA');
    assert.deepEqual(
      calls(explanation).map(({ relation }) => relation),
      ['first', 'equal', 'refused'],
    );
    assert.deepEqual(
      calls(explanation).map(({ isJudged }) => isJudged),
      [false, false, true],
    );
    assert.deepEqual(explanation.letters, [
      { letter: 'A', tool: 'read', argumentsText: '{"path":"a"}', calls: [1, 2, 3] },
    ]);
    assert.deepEqual(explanation.differences, {
      text: 'Identical in every call.',
      common: [{ of: undefined, fields: [{ path: 'path', text: 'a' }] }],
      fields: [],
    });
    assert.deepEqual(explanation.rule.counting, ['3 calls, limit 3.']);
    assert.deepEqual(explanation.why, [
      'Results: call 1: a new result; call 2: the same result.',
      'What ends the count: a new result; new work in between that succeeded.',
    ]);
    assert.deepEqual(explanation.rule.values, [
      { setting: 'toolLoopGuard.maxRepeats', value: '3', origin: 'user settings' },
      { setting: 'toolLoopGuard.mode', value: 'break', origin: 'default' },
      { setting: 'toolLoopGuard.ttlSeconds', value: '120', origin: 'default' },
    ]);
    assert.deepEqual(explanation.consequences, [
      'The call was blocked and the agent was stopped.',
      'Further blocked calls: 1.',
    ]);
  });

  it('names the tier of a value that comes from a preset or a tool', () => {
    const watched = new Watched({ preset: 'strict', detectors: ['repeat'], tools: { 're*': { maxRepeats: 2 } } });
    watched.call('read');
    watched.call('read');
    const origins = new Map(watched.explanation().rule.values.map(({ setting, origin }) => [setting, origin]));
    assert.equal(origins.get('toolLoopGuard.maxRepeats'), 'tools re*');
    assert.equal(origins.get('toolLoopGuard.ttlSeconds'), 'preset Strict (user settings)');
  });

  it('tells calls in between, and arguments that make no difference', () => {
    const watched = new Watched({
      maxRepeats: 3,
      detectors: only(['repeat']),
      tools: { read: { ignoredArguments: ['why'] } },
    });
    watched.call('read', { path: 'a', why: 'to begin' });
    watched.call('list', {}, 'Error: no');
    watched.call('list', {}, 'Error: no');
    watched.call('read', { path: 'a', why: 'to be sure' });
    watched.call('read', { path: 'a', why: 'to be sure' });
    watched.call('read', { path: 'a', why: 'to be sure' });
    const { steps, differences } = watched.explanation();
    assert.deepEqual(kinds(steps).slice(0, 3), ['A', 'between 2', 'A']);
    assert.match(differences.text, /^Identical except for ignored arguments/);
    assert.deepEqual(
      differences.fields.map(({ path, values }) => [path, values.map(({ text }) => text)]),
      [['why', ['"to begin"', '"to be sure"']]],
    );
  });

  it('says that changed results do not excuse repeats forever', () => {
    const watched = new Watched({ maxRepeats: 3, detectors: only(['repeat']) });
    for (let n = 0; n < 48; n++) {
      watched.call('poll', {}, `state ${'x'.repeat(n)}`);
    }
    const { rule, steps } = watched.explanation();
    assert.deepEqual(rule.counting, [
      '48 calls, limit 48.',
      'New results allow more repeats, up to 16 times the limit.',
      'The hard limit was reached.',
    ]);
    assert.equal((steps[1] as ExplainedCall).relation, 'changed');
  });

  it('tells results that differ in numbers only, and masks their secrets', () => {
    const watched = new Watched({ mode: 'warn', detectors: only(['stall'], { stall: { limit: 2 } }) });
    for (let n = 0; n < 4; n++) {
      watched.call('fetch', { page: 'abcd'[n] }, `Error ${n}: refused for ${SECRET}`);
    }
    const explanation = watched.explanation();
    assert.doesNotMatch(JSON.stringify(explanation), new RegExp(SECRET));
    assert.deepEqual(
      calls(explanation)
        .map(({ relation, failed }) => [relation, failed])
        .at(-1),
      ['numbers', true],
    );
  });

  it('tells a cycle: letters, and the place of each call in it', () => {
    const watched = new Watched({ detectors: only(['cycle']) });
    for (let n = 0; n < 3; n++) {
      watched.call('edit', { text: 'x' }, 'Error: no');
      watched.call('test', {}, 'Error: no');
      watched.call('look', {}, 'Error: no');
    }
    const explanation = watched.explanation();
    assert.equal(letters(explanation), 'ABCABCABC');
    assert.deepEqual(
      calls(explanation).map(({ position, pass }) => `${pass}.${position}`),
      ['1.1', '1.2', '1.3', '2.1', '2.2', '2.3', '3.1', '3.2', '3.3'],
    );
    assert.equal(explanation.title, 'Repeating cycle of 3 calls: edit, test, look');
    assert.equal(
      explanation.summary,
      'The agent made the same calls 3 times with the same results: edit(x) → test → look. The last call was blocked.',
    );
    assert.equal(explanation.differences.text, 'Identical in every round.');
    assert.deepEqual(explanation.rule.counting, ['3 rounds, limit 3.']);
    assert.deepEqual(explanation.rule.values.map(({ setting }) => setting).slice(0, 3), [
      'toolLoopGuard.detectors.cycle.limit',
      'toolLoopGuard.matching.minPatternLength',
      'toolLoopGuard.matching.maxPatternLength',
    ]);
  });

  it('counts a loop that was only warned about to its end, in every sentence', () => {
    const watched = new Watched({ mode: 'warn', detectors: only(['repeat']) });
    watched.times(6, 'read', { path: 'a' });
    watched.call('read', { path: 'a' }, 'Something new');
    const { title, summary, rule } = watched.explanation();
    assert.deepEqual(
      [title, summary, rule.counting],
      [
        'read(a) ×6',
        'read returned the same result 6 times. The call was allowed. You were warned.',
        ['6 calls, limit 4.'],
      ],
    );
  });

  it('goes on with a cycle that was only warned about', () => {
    const watched = new Watched({ mode: 'warn', detectors: only(['cycle']) });
    for (let n = 0; n < 7; n++) {
      watched.call('edit', {}, 'Error: no');
      watched.call('test', {}, 'Error: no');
    }
    watched.call('look');
    const explanation = watched.explanation();
    assert.equal(letters(explanation), 'AB'.repeat(7));
    assert.match(explanation.summary, /^The agent made the same calls 7 times/);
    assert.deepEqual(explanation.rule.counting, ['7 rounds, limit 3.']);
    assert.deepEqual(
      calls(explanation)
        .slice(-2)
        .map(({ position, pass }) => `${pass}.${position}`),
      ['7.1', '7.2'],
    );
  });

  it('gives a call that was repeated after guidance the place of the identical one', () => {
    const watched = new Watched({ mode: 'chance', detectors: only(['cycle']) });
    watched.call('other');
    for (let n = 0; n < 3; n++) {
      watched.call('edit', {}, 'Error: no');
      watched.call('test', {}, 'Error: no');
    }
    watched.call('other');
    watched.call('test');
    const explanation = watched.explanation();
    assert.equal(letters(explanation), 'ABABABB');
    assert.deepEqual(
      calls(explanation).map(({ position }) => position),
      [1, 2, 1, 2, 1, 2, 2],
    );
    assert.equal(calls(explanation).at(-1)?.pass, undefined);
    assert.equal(explanation.consequences[0], 'The model had a second chance and made the call again.');
  });

  it('tells nearly identical calls and the field they differ in', () => {
    const watched = new Watched({ mode: 'warn', detectors: only(['similar'], { similar: { limit: 2 } }) });
    const query = (ending: string) => ({
      query: `where is the function that reads the settings of the extension${ending}`,
      limit: 5,
    });
    for (const ending of '?!.;:,-_') {
      watched.call('search', query(ending), 'src/extension.ts');
    }
    const { summary, differences, rule } = watched.explanation();
    assert.equal(
      summary,
      '7 nearly identical search calls returned the same result. The call was allowed. You were warned.',
    );
    assert.equal(differences.text, 'Different in each call. See the table.');
    const [field] = differences.fields;
    assert.equal(field?.path, 'query');
    assert.deepEqual(
      field?.values.map(({ calls: numbers }) => numbers),
      Array.from({ length: 8 }, (_, at) => [at + 1]),
    );
    assert.deepEqual(
      rule.values.map(({ setting, value }) => `${setting} ${value}`),
      [
        'toolLoopGuard.detectors.similar.limit 2',
        'toolLoopGuard.matching.similarityThreshold 0.9',
        'toolLoopGuard.matching.similarityAlgorithm levenshtein',
        'toolLoopGuard.mode warn',
        'toolLoopGuard.ttlSeconds 120',
      ],
    );
  });

  it('tells the same error whatever is tried, and that calls which differ get twice as many tries', () => {
    const watched = new Watched({ detectors: only(['stall'], { stall: { limit: 3 } }) });
    for (let n = 0; n < 6; n++) {
      watched.call('open', { path: `/etc/${'abcdef'[n]}` }, 'Error: permission denied');
    }
    const explanation = watched.explanation();
    assert.equal(
      explanation.summary,
      'open failed 5 times for the same reason: Error: permission denied. The next attempt, open(/etc/f), was blocked.',
    );
    assert.deepEqual(explanation.rule.counting.slice(0, 2), [
      '6 calls, limit 6.',
      'This kind counts as a loop at 2 times its limit.',
    ]);
    assert.equal(letters(explanation), 'ABCDEF');
    assert.deepEqual(
      calls(explanation)
        .slice(0, 3)
        .map(({ relation, failed }) => [relation, failed]),
      [
        ['first', true],
        ['equal', true],
        ['equal', true],
      ],
    );
    assert.equal(explanation.rule.name, 'Same failure');
  });

  it('tells the failure that a loop began with, and how the calls differed', () => {
    const failing = new Watched({ detectors: only(['stall'], { stall: { limit: 3 } }) });
    for (const path of 'abcdef') {
      failing.call('open', { path: `/etc/${path}` }, 'Error: permission denied');
    }
    assert.deepEqual(failing.explanation().why.slice(0, 2), [
      'It began when call 1, open(/etc/a), failed with "Error: permission denied".',
      'The loop’s calls differ only in path.',
    ]);
    const calm = new Watched({ maxRepeats: 2, detectors: only(['repeat']) });
    calm.call('read');
    calm.call('read');
    assert.match(calm.explanation().why[0] ?? '', /^Results/);
  });

  const readAfter = (watched: Watched): readonly string[] => {
    watched.times(4, 'read', { path: 'a' });
    return watched.explanation().why;
  };

  it('names a failure right before the loop, without calling it the beginning, with its secrets masked', () => {
    const watched = new Watched({ detectors: only(['repeat']) });
    watched.call('list', { path: 'b' });
    watched.call('test', { file: 'y' }, `No key ${SECRET}`, { isError: true });
    const [before = '', calls] = readAfter(watched);
    assert.match(before, /^Before the loop, call 2, test\(y\), failed with "No key /);
    assert.ok(!before.includes(SECRET), before);
    assert.equal(calls, 'The loop’s calls are identical.');
  });

  it('names no failure that other calls came after, or that was overcome', () => {
    const past = new Watched({ detectors: only(['repeat']) });
    past.call('git', { command: 'stash pop' }, 'Error: no stash', { isError: true });
    past.call('list', { path: 'b' });
    assert.match(readAfter(past)[0] ?? '', /^Results/);
    const overcome = new Watched({ detectors: only(['repeat']) });
    overcome.call('read', { path: 'a' }, 'Error: busy', { isError: true });
    assert.match(readAfter(overcome)[0] ?? '', /^Results/);
  });

  it('says what ends the loop that was found, where another kind is as near to its limit', () => {
    const watched = new Watched();
    for (let n = 0; n < 7; n++) {
      const [from, to] = n % 2 === 0 ? ['x', 'y'] : ['y', 'x'];
      watched.call('edit', { path: 'a.ts', old_string: from, new_string: to }, 'Edited.');
    }
    const { name, why } = watched.explanation();
    assert.equal(name, 'Repeating cycle of 2 calls');
    assert.match(why.at(-1) ?? '', /^What ends the count: a new result/);
  });

  it('tells calls that were all made before', () => {
    const watched = new Watched({ mode: 'warn', detectors: only(['stall'], { stall: { limit: 2 } }) });
    for (const tool of 'abcacbacbac') {
      watched.call(tool);
    }
    const { rule, summary, differences } = watched.explanation();
    assert.equal(rule.name, 'No progress');
    assert.equal(
      summary,
      'The agent’s last 8 steps only repeated calls it had already made. The call was allowed. You were warned.',
    );
    assert.equal(rule.values[0]?.setting, 'toolLoopGuard.detectors.stall.limit');
    assert.equal(differences.text, 'Different tools. Each tool got identical arguments.');
  });

  it('tells whether the model took its second chance', () => {
    const watched = new Watched({ mode: 'chance', detectors: only(['repeat']) });
    watched.times(4, 'read');
    assert.equal(watched.explanation().consequences.at(-1), 'The model has made no call since then.');
    watched.call('write');
    assert.equal(watched.explanation().consequences.at(-1), 'The model changed course.');
    const chance = watched.detected;
    watched.call('read');
    const first = explain(watched.conversation, chance, inEnglish);
    assert.equal(first?.consequences.at(-1), 'The model changed course, then made the same call again.');
  });

  it('reports calls and arguments that are not remembered anymore', () => {
    const watched = new Watched(
      { maxRepeats: 4, detectors: only(['repeat']) },
      { callsPerConversation: 2, argumentCharacters: 10 },
    );
    watched.times(4, 'read', { path: 'a long path indeed' });
    const explanation = watched.explanation();
    assert.deepEqual(kinds(explanation.steps), ['forgotten 2', 'A', 'A']);
    assert.equal(explanation.letters[0]?.argumentsText, undefined);
    assert.equal(explanation.differences.text, 'The arguments are no longer available.');
    assert.equal(explanation.title, 'Identical calls: read');
    assert.match(explanation.summary, /^read\(a long path indeed\) returned the same result 3 times\./);
  });
});
