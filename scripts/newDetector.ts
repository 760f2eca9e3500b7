// `npm run new:detector -- oscillate`: writes a small working detector, its line in the registry, and its test. Run
// `npm run manifest` and `npm run l10n` to update what is derived from the registry.
import { DETECTOR_IDS, DETECTOR_KEYS, RULES } from '../src/engine/rules/registry';
import { type NewFiles, writeNew } from './newFiles';

/** The new detector, its test, and two more lines of the registry. @throws if the name isn't allowed */
function newDetector(id: string): NewFiles {
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  const limit = `max${name}`;
  if (!/^[a-z][A-Za-z]{2,24}$/.test(id)) {
    throw new Error('A detector is named by one word of 3 to 25 letters that begins with a small one.');
  }
  const taken: string[] = [...DETECTOR_IDS, ...RULES.map((rule) => rule.id), ...DETECTOR_KEYS];
  if ([id, limit].some((wanted) => taken.includes(wanted))) {
    throw new Error(`There is a detector, a rule or a setting of that name: ${id}, ${limit}.`);
  }
  return {
    created: {
      [`src/engine/rules/${id}.ts`]: detectorText(id, limit),
      [`test/unit/engine/rules/${id}.test.ts`]: testText(id, limit),
    },
    changed: {
      'src/engine/rules/registry.ts': (text) =>
        `import { ${id} } from './${id}';\n${text}`.replace(/^\] as const;$/m, `  ${id},\n] as const;`),
    },
  };
}

function detectorText(id: string, limit: string): string {
  return `import type { WindowEntry } from '../ledger/entry';
import { defineDetector } from './detector';
import { count } from './setting';

/**
 * One tool, called round after round, with one and the same answer each time. A beginning: say here what your pattern
 * is, and change what is looked for.
 *
 * Why it is a loop: (what the model cannot learn from the next call)
 * What keeps it from being one: (what is progress, though it looks the same)
 */
export const ${id} = defineDetector({
  id: '${id}',
  settings: {
    // Say why it is this number.
    ${limit}: count(6, 'How many calls of one tool with the same result bring a warning. Twice as many are a loop.'),
  },
  rules: {
    ${id}: {
      limit: '${limit}',
      patience: 2,
      comparison: 'callBefore',
      told: {
        did: '{tool} returned the same result {before} times in a row.',
        blocked: 'The next one, {call}, was blocked.',
      },
    },
  },
  texts: {
    name: 'One tool with the same result',
    meaning: 'The same tool, called round after round with the same result.',
    pattern: '{tool} invoked {count} times in a row with no pause over {ttlSeconds}s, with the same result',
    loops: 'calls of one tool with the same result',
    option: 'One tool, called round after round with the same result.',
    finds: 'one tool, called round after round with the same result',
    likely: '{${limit}}',
    why: 'whatever is asked of the tool, it says the same',
    unless: 'another result; a call of another tool in between',
  },

  *tally({ candidate, rounds }) {
    const row: WindowEntry[] = [];
    for (const round of rounds.newestFirst) {
      const same = round.find(({ tool }) => tool === candidate.tool);
      const answer = (row[0] ?? same)?.outcome;
      if (same === undefined || answer === undefined || same.outcome?.digest !== answer.digest) {
        break;
      }
      row.push(same);
    }
    yield { rule: '${id}', row: row.toReversed() };
  },
});
`;
}

function testText(id: string, limit: string): string {
  return `import assert from 'node:assert/strict';
import { ${id} } from '../../../../src/engine/rules/${id}';
import { call, detect, evidence, history, times } from './evidence';

const settings = { ${limit}: 3 };
const look = call('look', { at: 'a' }, 'nothing to see');
const after = (calls: number) => detect(${id}, evidence(history(...times(calls, look)), look), settings);

describe('${id}', () => {
  it('warns at the third call with the same result and is certain at the sixth', () => {
    assert.deepEqual([1, 2, 4, 5].map((calls) => after(calls)?.certainty), [undefined, 'likely', 'likely', 'certain']);
    assert.deepEqual(
      [after(5)?.setting, after(5)?.threshold, after(5)?.calls],
      ['${limit}', 6, [0, 1, 2, 3, 4, 5]],
    );
  });

  it('is silent when a result is another one, or another tool was called', () => {
    const other = call('look', { at: 'b' }, 'something else');
    assert.equal(detect(${id}, evidence(history(look, look, other), look), settings), undefined);
    assert.equal(detect(${id}, evidence(history(look, look, call('read', {}, 'x')), look), settings), undefined);
  });
});
`;
}

void writeNew(
  () => newDetector(process.argv[2] ?? ''),
  'Now say why it is a loop, run `npm run manifest` and `npm run l10n`, and see CONTRIBUTING.md.',
);
