import assert from 'node:assert/strict';
import { replayUnder } from '../../../../scripts/replayUnder';
import { parseConfiguration } from '../../../../src/core/settings/parse';
import { digestOf } from '../../../../src/node/files/hash';
import { traceSession } from '../../../../src/node/logs/trace';

/** At which call, from 1, a trace of identical calls is stopped. */
function stopsAt(answer: object): number | undefined {
  const call = { name: 'open_page', arguments: { url: 'https://a.example' }, ...answer };
  const calls = Array.from({ length: 12 }, (_, at) => ({ ...call, turn: at, timestamp: at * 9000 }));
  const session = traceSession({ id: 'one', calls }, 'a.jsonl', 1);
  assert.ok('calls' in session);
  const stop = replayUnder(session.calls, parseConfiguration({}), digestOf).find(
    ({ severity }) => severity === 'block',
  );
  return stop === undefined ? undefined : stop.index + 1;
}

describe('a trace', () => {
  it('with missing results is stopped at twice the limit, as if no hook saw them', () => {
    assert.equal(stopsAt({ result: 'the text of the page' }), 4);
    assert.equal(stopsAt({}), 4);
    assert.equal(stopsAt({ result: null, resultSha: null }), 8);
  });
});
