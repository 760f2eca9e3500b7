import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDetector } from '../../../scripts/eval/detector';
import { figureTables, missingLines, withPart } from '../../../scripts/eval/figures';
import { ownScores } from '../../../scripts/eval/ownSessions';
import type { Session } from '../../../scripts/eval/traces';

const session: Session = {
  id: 'one',
  source: 'made up',
  model: null,
  calls: [0, 1, 2].map((turn) => ({
    name: 'read',
    arguments: { path: 'a' },
    result: 'a',
    resultSha: 'a',
    resultNorm: 'a',
    resultLen: 1,
    isError: false,
    userTurnBefore: turn === 0,
    turn,
  })),
};

describe('a detector of somebody else', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'detector-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (text: string): string => {
    const file = join(folder, 'mine.mjs');
    writeFileSync(file, text);
    return file;
  };

  it('takes part with what it answers', async () => {
    const judge = await loadDetector(
      write(`export const name = 'mine';
        export default (session) => session.calls.flatMap((call, index) =>
          index >= 2 && call.name === session.calls[index - 1].name ? [{ index, severity: 'warn' }] : []);`),
    );
    assert.equal(judge.rule, 'mine');
    assert.deepEqual(judge.judge(session), [{ index: 2, severity: 'warn', detector: 'yours' }]);
  });

  it('is told what is wrong with it', async () => {
    await assert.rejects(loadDetector(write(`export const judge = () => [];`)));
    const other = join(folder, 'other.mjs');
    writeFileSync(other, `export default () => [{ index: 3, severity: 'warn' }];`);
    const judge = await loadDetector(other);
    assert.throws(() => judge.judge(session), /there is no call 3/);
  });
});

describe('the sessions of the repository', () => {
  it('hold loops and work, so that a check of them says something', () => {
    for (const { loops, work } of ownScores()) {
      assert.ok(loops >= 40 && work >= 20, `${loops} ${work}`);
    }
  });
});

describe('the figures of the README', () => {
  const nothing = { labelled: new Map(), whole: new Map() };
  const readme = 'before\n<!-- figures:start -->\n| in-sample: `swe` | old |\n<!-- figures:end -->\nafter\n';

  it('stand between their marks; what was not measured stays', () => {
    const written = withPart(readme, 'figures', figureTables(nothing, readme));
    assert.match(written, /^before\n<!-- figures:start -->\n/);
    assert.match(written, /\| in-sample: `swe` \| old \|/);
    assert.match(written, /\*\*unseen 2\*\*/);
    assert.deepEqual(missingLines(written, figureTables(nothing, written)), []);
    assert.throws(() => withPart('no marks', 'figures', ''));
  });

  it('are missed when the README says others', () => {
    const score = {
      recall: { hit: 1, of: 2 },
      hard: { hit: 0, of: 1 },
      cleanFirings: 0,
      cleanCalls: 10,
      delay: 0,
      saved: 0,
      byKind: new Map(),
      missed: [],
      falseAlarms: [],
    };
    const measured = { ...nothing, labelled: new Map([['swe', [{ rule: 'ours', severity: 'warn', score }]]]) };
    const written = withPart(readme, 'figures', figureTables(nothing, readme));
    assert.deepEqual(missingLines(written, figureTables(measured, written)), [
      '| in-sample: `swe` | this one | 0.50 | 0.000 | 0.00 |',
    ]);
  });
});
