import assert from 'node:assert/strict';
import { KnownVerdicts } from '../../../src/engine/knownVerdicts';
import type { EngineSettings } from '../../../src/engine/settings';
import { ALLOW, type Detection, type Verdict } from '../../../src/engine/verdict';

const BLOCKED: Verdict = { action: 'stopped', detection: {} as Detection };

const SETTINGS = { ttlSeconds: 120 } as EngineSettings;

/** A warning about a call, with the steps that are given. */
function warned(callId: string, steps: readonly (readonly number[])[], changed: Partial<Detection> = {}): Verdict {
  const detection: Detection = {
    conversationId: 'one',
    callId,
    tool: 'read',
    arguments: undefined,
    finding: {
      detector: 'repeat',
      rule: 'repeat',
      certainty: 'likely',
      setting: 'warnRepeats',
      threshold: 3,
      count: steps.length,
      factor: 1,
      steps,
      calls: steps.flat(),
      results: 'same',
      atCeiling: false,
      period: 1,
    },
    settings: SETTINGS,
    action: 'warn',
    model: { vendor: 'v', family: 'f', id: 'm' },
    afterChance: false,
    ...changed,
  };
  return { action: 'warn', detection };
}

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

  it('gives back each detection as it was, except for the arguments', () => {
    const given: [string, Verdict][] = [
      [[0], [1], [2]],
      [[0], [1], [2], [3]],
      [[2, 5], [7, 8, 12], [13]],
      [[1_000_000], [3], [200], [70_000]],
      [[]],
      [],
      [[0.5], [-3]],
    ].map((steps, at) => [`call ${at}`, warned(`call ${at}`, steps)]);
    given.push(['other tool', warned('other tool', [[1], [2]], { tool: 'write', model: undefined })]);
    given.push(['in the same round', warned('call 1', [[1], [2]])]);
    const odd = warned('odd', [[1], [2]]);
    assert.ok(odd.action === 'warn');
    given.push(['odd', { ...odd, detection: { ...odd.detection, finding: { ...odd.detection.finding, calls: [1] } } }]);
    given.push(['allowed', ALLOW]);
    const known = new KnownVerdicts(20);
    given.forEach(([id, verdict]) => known.add(id, verdict));
    assert.deepEqual(known.entries(), given);
    const large = warned('large', [[1], [2]], { arguments: { text: 'x'.repeat(1_000) } });
    known.add('large', large);
    assert.deepEqual(known.get('large'), warned('large', [[1], [2]]));
  });

  it('keeps what the detections of a loop have in common once', () => {
    const known = new KnownVerdicts(20);
    const steps: number[][] = [];
    for (let at = 0; at < 12; at++) {
      steps.push([at]);
      known.add(`call ${at}`, warned(`call ${at}`, steps.slice()));
    }
    const settings = known.entries().map(([, verdict]) => verdict.action === 'warn' && verdict.detection.settings);
    assert.ok(settings.every((each) => each === SETTINGS));
    const last = known.get('call 11');
    assert.deepEqual(last?.action === 'warn' && last.detection.finding.calls, steps.flat());
  });
});
