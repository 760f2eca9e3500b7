import assert from 'node:assert/strict';
import { callsOf, caseOf, caseText, effectOf, parseEffect } from '../../../scripts/case';
import type { RecordedCall } from '../../../src/engine/replay';
import { describeOutcome } from '../../../src/engine/facts/outcome';
import { digestOf } from '../../../src/node/files/hash';

function call(number: number, given: object, result: string, isError = false): RecordedCall {
  return {
    tool: 'run',
    arguments: given,
    round: `answer ${number}`,
    afterUserMessage: number === 1,
    atMs: 1_795_000_000_000 + number * 1000,
    doneMs: 1_795_000_000_100 + number * 1000,
    outcome: describeOutcome(result, isError, digestOf, given),
    result,
  };
}

const times = (count: number, make: (number: number) => RecordedCall): RecordedCall[] =>
  Array.from({ length: count }, (_, at) => make(at + 1));

const made = (calls: readonly RecordedCall[], options = {}) =>
  caseOf({ id: 'a session', source: 'claude', calls }, { title: 'A case', ...options });

const playedAgain = (calls: readonly RecordedCall[], options = {}): string =>
  effectOf(callsOf(JSON.parse(caseText(made(calls, options)))));

describe('a recorded case', () => {
  it('does what its recording did, and says so', () => {
    const loop = times(6, (number) => call(number, { command: 'make' }, 'nothing to do'));
    assert.equal(effectOf(loop), 'stop:4');
    assert.equal(made(loop).expect, 'stop:4');
    assert.equal(playedAgain(loop), 'stop:4');
    assert.equal(
      playedAgain(times(6, (number) => call(number, { command: `make ${number}` }, `part ${number}`))),
      'none',
    );
  });

  it('holds a part of the session, and what should happen in it', () => {
    const loop = times(6, (number) => call(number, { command: 'make' }, 'nothing to do'));
    const part = made(loop, { from: 3, to: 5, expect: parseEffect('none') });
    assert.deepEqual([part.calls.length, part.expect, effectOf(callsOf(part))], [3, 'none', 'warn:3']);
    assert.throws(() => made(loop, { from: 7 }), /6 calls, so there are none from 7/);
    assert.throws(() => parseEffect('stop'), /none, warn:N, or stop:N/);
  });

  it('has no secrets and no names of people, and keeps apart what they set apart', () => {
    const tokens = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `ghp_${letter.repeat(36)}`);
    const calls = times(6, (number) =>
      call(
        number,
        {
          command: `curl -H "Authorization: token ${tokens[number - 1]}" http://x`,
          cwd: ['', 'home', 'alice', 'app'].join('/'),
        },
        `/Users/bob/x says ${number}, not ${tokens[number - 1]}`,
      ),
    );
    const text = caseText(made(calls));
    for (const hidden of [...tokens, 'alice', 'bob', 'a session']) {
      assert.ok(!text.includes(hidden), hidden);
    }
    assert.match(text, /\/Users\/me\/app/);
    assert.equal(playedAgain(calls), effectOf(calls));
  });

  it('is small, and tells long texts apart that begin alike', () => {
    const long = 'x'.repeat(50_000);
    const calls = times(6, (number) => call(number, { content: `${long}${number}` }, `${long}${number}${long}`));
    assert.ok(caseText(made(calls)).length < 30_000);
    assert.equal(playedAgain(calls), effectOf(calls));
    const same = times(6, (number) => call(number, { content: long }, `${long} 3 failed`));
    assert.equal(playedAgain(same), 'stop:4');
  });
});
