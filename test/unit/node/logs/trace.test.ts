import assert from 'node:assert/strict';
import { replayUnder } from '../../../../scripts/replayUnder';
import { parseConfiguration } from '../../../../src/core/settings/parse';
import { digestOf } from '../../../../src/node/files/hash';
import type { RecordedSession } from '../../../../src/node/logs/recordedSession';
import { traceSession } from '../../../../src/node/logs/trace';

describe('a trace field that may be invalid', () => {
  const calls = [{ name: 'read', arguments: {}, moment: 'newer' }];

  it('is read if it is valid', () => {
    const model = { vendor: 'v', family: 'f', id: 'i' };
    const woken = [{ name: 'woken', arguments: {}, moment: 'woken' }];
    const read = traceSession({ id: 'a', sessionType: 'local', model, calls: woken }, 'file', 1) as RecordedSession;
    assert.deepEqual([read.sessionType, read.model, read.calls[0]?.moment], ['local', model, 'woken']);
  });

  for (const unfit of [undefined, null, 3]) {
    it(`is undefined if it is ${unfit}, and the rest is read`, () => {
      const read = traceSession({ id: 'a', sessionType: unfit, model: unfit, calls }, 'file', 1) as RecordedSession;
      assert.deepEqual([read.sessionType, read.model, read.calls[0]?.moment], [undefined, undefined, undefined]);
      assert.equal(read.calls[0]?.tool, 'read');
    });
  }
});

/** At which call, from 1, a trace of identical calls is stopped. */
function stopsAt(answer: (at: number) => object): number | undefined {
  const call = { name: 'open_page', arguments: { url: 'https://a.example' } };
  const calls = Array.from({ length: 12 }, (_, at) => ({ ...call, ...answer(at), turn: at, timestamp: at * 9000 }));
  const session = traceSession({ id: 'one', calls }, 'a.jsonl', 1);
  assert.ok('calls' in session);
  const stop = replayUnder(session.calls, parseConfiguration({}), digestOf).find(
    ({ severity }) => severity === 'block',
  );
  return stop === undefined ? undefined : stop.index + 1;
}

describe('a trace', () => {
  it('with missing results is stopped at twice the limit, as if no hook saw them', () => {
    assert.equal(
      stopsAt(() => ({ result: 'the text of the page' })),
      4,
    );
    assert.equal(
      stopsAt(() => ({})),
      4,
    );
    assert.equal(
      stopsAt(() => ({ result: null, resultSha: null })),
      8,
    );
  });

  it('without the texts of results is compared by their digests', () => {
    const hashed = (sha: string): object => ({ result: null, resultSha: sha, resultNorm: sha });
    assert.equal(
      stopsAt(() => hashed('1')),
      4,
    );
    assert.equal(
      stopsAt((at) => hashed(String(at))),
      undefined,
    );
  });
});
