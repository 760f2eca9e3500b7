import { strict as assert } from 'node:assert';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DETECTOR_SETTINGS } from '../../../src/engine/rules/registry';
import type { DataSet } from '../../../scripts/eval/dataSet';
import { choiceFirings } from '../../../scripts/eval/leaveOneOut/choiceFirings';
import { engineWithout } from '../../../scripts/eval/leaveOneOut/engineWithout';
import { foldOf } from '../../../scripts/eval/leaveOneOut/folds';
import { judgeWith } from '../../../scripts/eval/leaveOneOut/judgeWith';
import { lonelyPatterns } from '../../../scripts/eval/leaveOneOut/lonelyPatterns';
import { readRecordings } from '../../../scripts/eval/leaveOneOut/recordings';
import { detectorsOf, keenest, TUNABLE } from '../../../scripts/eval/leaveOneOut/tunable';
import type { Session, TraceCall } from '../../../scripts/eval/traces';

function calls(n: number, result: string): TraceCall[] {
  return Array.from({ length: n }, (_, turn) => ({
    name: 'bash',
    arguments: { command: `cat ${'abcdefgh'.charAt(turn % 8)}.txt` },
    result,
    resultSha: result,
    resultNorm: result,
    resultLen: result.length,
    isError: false,
    userTurnBefore: turn === 0,
    turn,
  }));
}

const session = (source: string, result: string, n = 6): Session => ({
  id: 'one',
  source,
  model: null,
  calls: calls(n, result),
});

const NOT_THERE = 'cat: a.txt: No such file or directory';

describe('the parts of leave one source out', () => {
  it('take variants of one benchmark as one source', () => {
    const sources = ['agentdojo-clean', 'agentdojo-attacked', 'sweagent-acr', 'nyuctf-enigma', 'nyuctf-baseline'];
    assert.deepEqual(sources.map(foldOf), ['AgentDojo', 'AgentDojo', 'SWE-agent', 'SWE-agent', 'nyuctf-baseline']);
  });

  it('try each setting of the registry that has other values, its default first', () => {
    for (const [name, { default: usual }] of Object.entries(DETECTOR_SETTINGS)) {
      const isOff = usual === 0;
      assert.equal(TUNABLE.has(name), !isOff, name);
      assert.equal(isOff || TUNABLE.get(name)?.[0] === usual, true, name);
    }
    assert.ok(TUNABLE.has('windowSize'));
  });

  it('know which detectors a choice concerns, and that a setting of none concerns all', () => {
    assert.deepEqual(detectorsOf({ warnStalls: 3, maxSimilar: 4 }), new Set(['similar', 'stall']));
    assert.equal(detectorsOf({ warnStalls: 3, windowSize: 10 }), undefined);
  });

  it('know the settings with which a detector finds most', () => {
    assert.deepEqual(keenest('repeat'), { maxRepeats: 3, warnRepeats: 2 });
    const { maxPatternLength, windowSize } = keenest();
    assert.equal(maxPatternLength, Math.max(...(TUNABLE.get('maxPatternLength') as number[])));
    assert.equal(windowSize, Math.max(...(TUNABLE.get('windowSize') as number[])));
  });

  it('judge each session as the engine does with the same choice', () => {
    const sessions = [session('a', NOT_THERE), session('b', 'fine', 1)];
    const firings = choiceFirings(sessions);
    for (const choice of [{}, { warnStalls: 3 }, { windowSize: 10 }]) {
      assert.deepEqual(
        firings(choice).map((judged) => judged.firings),
        sessions.map((each) => judgeWith(each, choice)),
      );
    }
    assert.ok(firings({})[0]?.firings.some(({ detector }) => detector === 'stall'));
  });

  it('find the patterns that match in one source only', () => {
    const known = session('a', NOT_THERE);
    const lonely = lonelyPatterns([known, session('b', NOT_THERE), session('c', 'rm: a: Permission denied')], foldOf);
    assert.ok(lonely.get('c')?.includes('failureAnywhere.permissionDenied'));
    assert.ok([...lonely.values()].every((ids) => !ids.includes('failureAnywhere.noSuchFile')));
  });

  it('build an engine that lacks patterns, and has all others', async () => {
    const [unknown, same] = await Promise.all([
      engineWithout(['failureAnywhere.noSuchFile']),
      engineWithout(['failureAnywhere.permissionDenied']),
    ]);
    assert.deepEqual(unknown(session('a', NOT_THERE), {}), []);
    assert.deepEqual(same(session('a', NOT_THERE), {}), judgeWith(session('a', NOT_THERE), {}));
  });

  it('read all data sets together, and keep their sessions apart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recordings-'));
    try {
      const span = { source: 'a', id: 'one', start: 0, end: 2 };
      const episode = { ...span, ep: 'e1', label: 'progress', from: null, to: null, since: null, kind: null, why: '' };
      const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
      await writeFile(join(folder, 'a.jsonl'), line(session('a', 'text')));
      await writeFile(join(folder, 'gold.jsonl'), line(episode));
      await writeFile(join(folder, 'candidates.jsonl'), line(span) + line({ ...span, start: 3, end: 5 }));
      const set = (name: string, kind: DataSet['kind']): DataSet => ({ name, kind, directory: folder });
      const { sessions, episodes, candidates, whole } = await readRecordings([
        set('spans', 'labelled'),
        set('read', 'whole'),
      ]);
      assert.deepEqual(
        [sessions, episodes, candidates].map((items) => items.map(({ id }) => id)),
        [
          ['spans:one', 'read:one'],
          ['spans:one', 'read:one'],
          ['spans:one', 'spans:one', 'read:one'],
        ],
      );
      assert.deepEqual([...whole], ['read:one']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
