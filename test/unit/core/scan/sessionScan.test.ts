import assert from 'node:assert/strict';
import { scanReport, scanText } from '../../../../src/core/scan/scanReport';
import { type ScannedSession, SessionScan } from '../../../../src/core/scan/sessionScan';
import { ConversationSettings } from '../../../../src/core/settings/conversationSettings';
import { parseConfiguration } from '../../../../src/core/settings/parse';
import { describeOutcome } from '../../../../src/engine/facts/outcome';
import { digestOf } from '../../../../src/node/files/hash';

const SECOND_MS = 1000;

const MODEL = { vendor: 'v', family: 'f', id: 'model-1' };

/** Plays reads of files with their results, one per answer of the model. */
function scanned(
  calls: readonly (readonly [path: string, result: string])[],
  tokensEach?: number,
  settings: object = {},
): ScannedSession {
  const configuration = parseConfiguration({ user: { ...settings } });
  const scan = new SessionScan(new ConversationSettings(() => configuration), digestOf);
  calls.forEach(([path, result], at) => {
    const round = `answer ${at}`;
    if (tokensEach !== undefined) {
      // Logs report an answer more than once.
      scan.tokens(round, { input: 1, output: 1 }, MODEL);
      scan.tokens(round, { input: tokensEach, cachedInput: tokensEach / 2, output: 10 }, MODEL);
    }
    const outcome = describeOutcome(result, false, digestOf, { path });
    const call = { tool: 'read', arguments: { path }, round, afterUserMessage: false, atMs: at * SECOND_MS, outcome };
    scan.call(call, MODEL);
  });
  return scan.end();
}

const times = (count: number, path: string): [string, string][] =>
  Array.from({ length: count }, () => [path, `the content of ${path}, as it always was`]);
const found = (session: ScannedSession, id: string) => ({
  ...session,
  id,
  agent: 'Claude Code',
  file: `/logs/${id}.jsonl`,
  modifiedMs: Date.UTC(2026, 0, 2),
});

describe('the scan of a session', () => {
  it('shows where a loop would have been stopped, and what it consumed after that', () => {
    const { loops, tokens, calls, model } = scanned([...times(9, 'a.ts'), ['b.ts', 'something else']], 100);
    assert.deepEqual(
      loops.map(({ detector, label, stoppedAt, callsAfterStop, tokensAfterStop }) => ({
        detector,
        label,
        stoppedAt,
        callsAfterStop,
        tokensAfterStop,
      })),
      [
        {
          detector: 'repeat',
          label: 'read(a.ts)',
          stoppedAt: 4,
          callsAfterStop: 6,
          tokensAfterStop: { input: 600, output: 60 },
        },
      ],
    );
    assert.deepEqual([calls, model, tokens], [10, 'model-1', { input: 1000, output: 100 }]);
  });

  it('calculates the cost of a loop from its model’s prices, with a separate price for cached input', () => {
    const loop = times(9, 'a.ts');
    const dollarsAt = (prices: object): number | undefined =>
      scanned(loop, 1000, { prices }).loops[0]?.tokensAfterStop?.dollars;
    // Six calls: 500 tokens read, 500 from the cache, and 10 written each.
    assert.equal(dollarsAt({ 'model-*': { input: 10, cachedInput: 1, output: 100 } })?.toFixed(4), '0.0390');
    assert.equal(dollarsAt({ 'v/f': { input: 10, output: 100 } })?.toFixed(4), '0.0660');
    assert.equal(dollarsAt({ 'model-1': { input: 10 } }), undefined);
    assert.equal(dollarsAt({ 'another-model': { input: 10, output: 100 } }), undefined);
  });

  it('finds nothing in work, and shows no tokens if the recording has none', () => {
    const session = scanned([
      ['a.ts', 'one'],
      ['b.ts', 'two'],
      ['c.ts', 'three'],
    ]);
    assert.deepEqual([session.loops, session.tokens, session.runsLeftAlone], [[], undefined, 0]);
  });

  it('counts a run of identical calls with new results as left alone', () => {
    const growing = Array.from({ length: 6 }, (_, at): [string, string] => [
      'out.log',
      'line of the log\n'.repeat(at + 1),
    ]);
    const { loops, runsLeftAlone } = scanned(growing);
    assert.deepEqual([loops, runsLeftAlone], [[], 1]);
  });

  it('names a loop by what would have stopped it, as a replay does', () => {
    const scan = new SessionScan(new ConversationSettings(() => parseConfiguration({})), digestOf);
    for (let at = 0; at < 7; at++) {
      const [from, to] = at % 2 === 0 ? ['x', 'y'] : ['y', 'x'];
      const given = { path: 'a.ts', old_string: from, new_string: to };
      const outcome = describeOutcome('Edited.', false, digestOf, given);
      scan.call({ tool: 'edit', arguments: given, afterUserMessage: false, atMs: at * SECOND_MS, outcome }, MODEL);
    }
    assert.deepEqual(
      scan.end().loops.map(({ detector, firstCall, stoppedAt }) => [detector, firstCall, stoppedAt]),
      [['cycle', 4, 7]],
    );
  });

  it('counts loops that are far apart separately', () => {
    const between = Array.from({ length: 20 }, (_, at): [string, string] => [`${at}.ts`, `content number ${at}`]);
    assert.equal(scanned([...times(5, 'a.ts'), ...between, ...times(5, 'a.ts')]).loops.length, 2);
  });
});

describe('the report of a scan', () => {
  const dear = found(scanned(times(9, 'a.ts'), 100), 'dear');
  const unmeasured = found(scanned(times(30, 'b.ts')), 'unmeasured');
  const quiet = found(scanned([['a.ts', 'one']]), 'quiet');

  it('adds up all findings, with the most expensive loop first', () => {
    const report = scanReport([quiet, unmeasured, dear]);
    assert.deepEqual(
      [report.sessions, report.calls, report.stopped.loops, report.stopped.withoutTokens],
      [3, 40, 2, 1],
    );
    assert.deepEqual(report.stopped.tokensAfterStop, { input: 600, output: 60 });
    assert.deepEqual(
      report.loops.map(({ session }) => session.id),
      ['dear', 'unmeasured'],
    );
  });

  it('shows the known costs of loops', () => {
    const priced = found(
      scanned(times(9, 'a.ts'), 1000, { prices: { 'model-1': { input: 100, output: 1000 } } }),
      'priced',
    );
    const lineOf = (...sessions: (typeof dear)[]): string =>
      scanText(scanReport(sessions), 'x')
        .split('\n')
        .find((line) => line.includes('stopped')) ?? '';
    assert.match(lineOf(priced), / 6 calls and 6,060 tokens \(\$0\.66\)$/);
    assert.match(lineOf(priced, dear), /12 calls and 6,720 tokens \(at least \$0\.66\)$/);
    assert.match(lineOf(dear), /tokens$/);
    assert.match(
      scanText(scanReport([priced]), 'x'),
      /stop at call 4; from there on, 6 calls, 6,060 tokens \(\$0\.66\);/,
    );
  });

  it('says where the agent gets a second chance first', () => {
    const chance = found(scanned(times(9, 'a.ts'), undefined, { mode: 'chance_then_break' }), 'chance');
    const textOf = (...sessions: (typeof dear)[]): string => scanText(scanReport(sessions), 'x');
    assert.match(textOf(chance), /stopped {5}1 loop, with a second chance first; [^]*second chance at call 4; from/);
    assert.match(textOf(chance, dear), /stopped {5}2 loops, 1 of them with a second chance first; /);
  });

  it('fits on one screen', () => {
    const text = scanText(scanReport(Array.from({ length: 30 }, () => dear)), 'the last 30 days');
    const lines = text.split('\n');
    assert.ok(lines.length <= 45, String(lines.length));
    assert.deepEqual(lines.slice(0, 3), [
      'Looked at the last 30 days: 30 sessions, 270 tool calls (Claude Code 30)',
      '',
      '  Would have stopped     30 loops; from there on, 180 calls and 19,800 tokens',
    ]);
    assert.match(
      text,
      /read\(a\.ts\)\n {4}identical calls; stop at call 4; from there on, 6 calls, 660 tokens; Claude Code, 2026-01-02/,
    );
    assert.match(text, /… and 20 more loops\. To list all, add --json\./);
  });

  it('names possible loops if none needed a stop, without advice on stops', () => {
    const text = scanText(scanReport([found(scanned(times(3, 'a.ts')), 'warned')]), 'x');
    assert.match(text, /^ {2}No loops that needed a stop\n {2}Would have warned about 1 possible loop/m);
    assert.match(text, /^Possible loops\n/m);
    assert.doesNotMatch(text, /To stop loops/);
    const lines = scanText(scanReport([quiet]), 'x')
      .trimEnd()
      .split('\n');
    assert.deepEqual(lines.slice(1), ['', '  No loops that needed a stop']);
  });

  it('says that there is nothing to look at', () => {
    assert.equal(
      scanText(scanReport([]), 'the last 30 days'),
      'No agent sessions with tool calls in the last 30 days.\n',
    );
  });
});
