import { strict as assert } from 'node:assert';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DETECTOR_SETTINGS } from '../../../src/engine/rules/registry';
import type { DataSet } from '../../../scripts/eval/dataSet';
import { choiceFirings } from '../../../scripts/eval/leaveOneOut/choiceFirings';
import { builtJudge } from '../../../scripts/eval/leaveOneOut/builtEngine';
import { judgeSession } from '../../../scripts/eval/leaveOneOut/builtJudge';
import { CONSTANTS } from '../../../scripts/eval/leaveOneOut/constants';
import { foldOf } from '../../../scripts/eval/leaveOneOut/folds';
import { lonelyPatterns } from '../../../scripts/eval/leaveOneOut/lonelyPatterns';
import { readRecordings } from '../../../scripts/eval/leaveOneOut/recordings';
import {
  type Choice,
  constantsIn,
  detectorsOf,
  keenests,
  settingsIn,
  TUNABLE,
} from '../../../scripts/eval/leaveOneOut/tunable';
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

  it('try each number of the rules and of the ledger, but not how much is remembered', () => {
    for (const id of ['rules/stall.EMPTY_LOOKS', 'rules/similarity.ALIKE', 'ledger/waiting.BLOCKING_MS']) {
      assert.equal(TUNABLE.get(id)?.[0], CONSTANTS.get(id)?.value, id);
    }
    assert.ok(![...TUNABLE.keys()].some((name) => name.includes('REMEMBERED')));
    const choice = { warnStalls: 3, 'rules/stall.EMPTY_LOOKS': 2, 'ledger/waiting.BLOCKING_MS': 1 };
    assert.deepEqual(settingsIn(choice), { warnStalls: 3 });
    assert.deepEqual(constantsIn(choice, 'rules'), { 'rules/stall.EMPTY_LOOKS': 2 });
  });

  it('know the settings with which a detector finds most, with each of its measures', () => {
    assert.deepEqual(keenests('repeat'), [{ maxRepeats: 3, warnRepeats: 2 }]);
    assert.equal(keenests('cycle')[0]?.maxPatternLength, Math.max(...(TUNABLE.get('maxPatternLength') as number[])));
    assert.ok(keenests('similar').some(({ similarityAlgorithm }) => similarityAlgorithm === 'jaccard'));
  });

  it('judge each session as the engine does with the same choice', async () => {
    const sessions = [session('a', NOT_THERE), session('b', 'fine', 1), session('c', '', 12)];
    const choices: Choice[] = [{}, { warnStalls: 3 }, { windowSize: 10 }, { 'rules/stall.EMPTY_LOOKS': 2 }];
    const judged = await choiceFirings(sessions)(choices);
    for (const [at, choice] of choices.entries()) {
      const engine = await builtJudge(constantsIn(choice));
      assert.deepEqual(
        judged[at]?.map(({ firings }) => firings),
        sessions.map((each) => engine.judgeSession(each, choice)),
      );
    }
    assert.ok(judged[0]?.[0]?.firings.some(({ detector }) => detector === 'stall'));
    const empty = judged.map((sessionsOf) => sessionsOf[2]?.firings[0]?.index);
    assert.deepEqual([empty[0], empty[3]], [7, 5]);
  });

  it('find the patterns that match in one source only', () => {
    const known = session('a', NOT_THERE);
    const lonely = lonelyPatterns([known, session('b', NOT_THERE), session('c', 'rm: a: Permission denied')], foldOf);
    assert.ok(lonely.get('c')?.includes('failureAnywhere.permissionDenied'));
    assert.ok([...lonely.values()].every((ids) => !ids.includes('failureAnywhere.noSuchFile')));
  });

  it('build an engine that lacks patterns, and has all others', async () => {
    const [unknown, same] = await Promise.all([
      builtJudge({}, ['failureAnywhere.noSuchFile']),
      builtJudge({}, ['failureAnywhere.permissionDenied']),
    ]);
    assert.deepEqual(unknown.judgeSession(session('a', NOT_THERE), {}), []);
    assert.deepEqual(same.judgeSession(session('a', NOT_THERE), {}), judgeSession(session('a', NOT_THERE), {}));
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
