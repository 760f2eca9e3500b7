import assert from 'node:assert/strict';
import { KnownVerdicts } from '../../../src/engine/knownVerdicts';
import { ALLOW, type Detection, type Verdict } from '../../../src/engine/verdict';

const BLOCKED: Verdict = { action: 'stopped', detection: {} as Detection };

describe('known verdicts', () => {
  it('gives back each verdict by the ID of its call', () => {
    const known = new KnownVerdicts(5);
    known.add('allowed', ALLOW);
    known.add('blocked', BLOCKED);
    assert.equal(known.get('allowed'), ALLOW);
    assert.equal(known.get('blocked'), BLOCKED);
    assert.deepEqual([known.has('allowed'), known.has('blocked')], [true, true]);
  });

  it('tells an unknown call from an allowed one', () => {
    const known = new KnownVerdicts(5);
    known.add('allowed', ALLOW);
    assert.equal(known.get('unknown'), undefined);
    assert.equal(known.has('unknown'), false);
  });

  it('tells apart IDs whose last characters are the same', () => {
    const known = new KnownVerdicts(5);
    const end = 'x'.repeat(40);
    known.add(`a${end}`, BLOCKED);
    assert.equal(known.get(`b${end}`), undefined);
    known.add(`b${end}`, ALLOW);
    assert.deepEqual([known.get(`a${end}`), known.get(`b${end}`)], [BLOCKED, ALLOW]);
  });

  it('forgets the oldest first, with what was decided about it', () => {
    const known = new KnownVerdicts(2);
    known.add('first', BLOCKED);
    known.add('second', ALLOW);
    known.add('third', BLOCKED);
    assert.equal(known.has('first'), false);
    assert.deepEqual(known.entries(), [
      ['second', ALLOW],
      ['third', BLOCKED],
    ]);
    known.add('first', ALLOW);
    assert.equal(known.get('first'), ALLOW);
  });

  it('keeps all verdicts up to its limit while it grows, oldest first', () => {
    const known = new KnownVerdicts(50);
    const given = Array.from({ length: 60 }, (_, at): [string, Verdict] => [`${at}`, at % 7 === 0 ? BLOCKED : ALLOW]);
    given.forEach(([id, verdict]) => known.add(id, verdict));
    assert.deepEqual(known.entries(), given.slice(10));
    assert.ok(given.slice(10).every(([id, verdict]) => known.get(id) === verdict));
  });

  it('knows nothing after it was cleared', () => {
    const known = new KnownVerdicts(2);
    ['first', 'second', 'third'].forEach((id) => known.add(id, BLOCKED));
    known.clear();
    assert.deepEqual([known.has('third'), known.entries()], [false, []]);
    known.add('third', ALLOW);
    assert.equal(known.get('third'), ALLOW);
  });
});
