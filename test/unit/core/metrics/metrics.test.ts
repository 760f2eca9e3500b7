import { only } from '../../../fakes/only';
import assert from 'node:assert/strict';
import { Metrics } from '../../../../src/core/metrics/metrics';
import { headline, METRICS_COMMANDS, metricsPage } from '../../../../src/core/metrics/metricsPage';
import {
  emptyTally,
  loopsOf,
  noMetrics,
  refusedOf,
  sumOf,
  withNews,
  type MetricsTally,
} from '../../../../src/core/metrics/tally';
import { inEnglish } from '../../../../src/core/words/language';
import { GuardHarness, SEED_000 } from '../../../fakes/guardHarness';

const CONVERSATION = 'conversation-1';

function counted(
  user: Record<string, unknown>,
  ...sequences: readonly string[]
): { readonly harness: GuardHarness; readonly metrics: Metrics; readonly tally: MetricsTally } {
  const harness = new GuardHarness({ ...SEED_000, ...user });
  const metrics = new Metrics();
  for (const [index, sequence] of sequences.entries()) {
    if (index > 0) {
      harness.guard.beginTurn(CONVERSATION);
    }
    harness.actions(sequence);
  }
  harness.events.forEach((event) => metrics.note(event));
  return { harness, metrics, tally: metrics.conversation(CONVERSATION) };
}

function detectionsOf(harness: GuardHarness) {
  return harness.eventsOf('detection').map(({ detection }) => detection);
}

describe('metrics', () => {
  it('count a stop: four calls checked, one of them and two later ones not run, one loop', () => {
    const { tally } = counted({}, 'aaaaaa');
    assert.deepEqual(tally, {
      ...emptyTally(),
      calls: 4,
      warnings: 1,
      stops: 1,
      refusedAfterwards: 2,
      loops: { ...emptyTally().loops, repeat: 1 },
      loopsStopped: { ...emptyTally().loops, repeat: 1 },
      savedCalls: 3,
    });
    assert.equal(refusedOf(tally), 3);
  });

  it('count identical parallel calls that are refused together with the detected one', () => {
    const harness = new GuardHarness({ ...SEED_000, mode: 'chance' });
    const metrics = new Metrics();
    harness.actions('aaa');
    for (let call = 0; call < 3; call++) {
      harness.check('tool_a', {}, { round: 'parallel' });
    }
    harness.events.forEach((event) => metrics.note(event));
    const tally = metrics.conversation(CONVERSATION);
    assert.deepEqual([tally.calls, tally.chances, tally.refusedAfterwards, refusedOf(tally)], [4, 1, 2, 3]);
  });

  it('count the loops of each agent with a separate numbering of calls', () => {
    const harness = new GuardHarness({
      ...SEED_000,
      mode: 'warn',
      detectors: only(['repeat']),
    });
    const metrics = new Metrics();
    const loops = (): number => {
      harness.events.splice(0).forEach((event) => metrics.note(event));
      return loopsOf(metrics.conversation(CONVERSATION));
    };
    harness.actions('bcaaaa');
    assert.equal(loops(), 1);
    for (let call = 0; call < 4; call++) {
      harness.check('look', {}, { agent: 'helper' });
    }
    assert.equal(loops(), 2, 'the loop of the sub-agent is another one');
    harness.actions('aaa');
    assert.equal(loops(), 2, 'that of the main agent only goes on');
    harness.guard.beginTurn(CONVERSATION);
    for (let call = 0; call < 4; call++) {
      harness.check('look', {}, { agent: 'helper' });
    }
    assert.equal(loops(), 3, 'after a message of the person it is a new loop');
  });

  it('record how each loop ended: with a stop, a change of course, or a warning', () => {
    const stopped = counted({}, 'aaaa').tally;
    assert.deepEqual([stopped.loops.repeat, stopped.loopsStopped.repeat, stopped.loopsRecovered.repeat], [1, 1, 0]);
    const recovered = counted({ mode: 'chance' }, 'aaaab').tally;
    assert.deepEqual([recovered.loopsStopped.repeat, recovered.loopsRecovered.repeat], [0, 1]);
    const inTheEnd = counted({ mode: 'chance' }, 'baaaaba').tally;
    assert.deepEqual([inTheEnd.loops.repeat, inTheEnd.loopsStopped.repeat, inTheEnd.loopsRecovered.repeat], [1, 1, 0]);
    const warned = counted({ mode: 'warn' }, 'aaaaaa').tally;
    assert.deepEqual([warned.loopsStopped.repeat, warned.loopsRecovered.repeat], [0, 0]);
  });

  it('count a taken chance as a saving, and a stop on the same call as nothing more', () => {
    const taken = counted({ mode: 'chance' }, 'aaaab');
    assert.deepEqual([taken.tally.chances, taken.tally.mitigations, taken.tally.savedCalls], [1, 1, 3]);
    const thenStopped = counted({ mode: 'chance' }, 'baaaaba');
    assert.deepEqual([thenStopped.tally.stops, thenStopped.tally.savedCalls], [1, 3]);
  });

  it('save nothing with a warning, nor with a chance that was not taken until the stop', () => {
    assert.equal(counted({ mode: 'warn' }, 'aaaaaaaa').tally.savedCalls, 0);
    assert.equal(counted({ mode: 'chance' }, 'aaaa').tally.savedCalls, 0);
    assert.equal(counted({ mode: 'chance' }, 'aaaaa').tally.savedCalls, 3);
  });

  it('count only the last feedback on a detection, and no saving if it was fine', () => {
    const { harness, metrics } = counted({}, 'aaaa');
    const [detection] = detectionsOf(harness);
    assert.ok(detection);
    const say = (verdict: 'fine' | 'loop'): void =>
      metrics.note({
        kind: 'feedback',
        conversationId: CONVERSATION,
        callId: detection.callId,
        detection,
        verdict,
      });
    say('fine');
    say('fine');
    const fine = metrics.conversation(CONVERSATION);
    assert.deepEqual([fine.reportedFine, fine.savedCalls], [1, 0]);
    say('loop');
    assert.equal(metrics.conversation(CONVERSATION).reportedFine, 0);
  });

  it('pass on each number once, and again if it couldn’t be stored', () => {
    const { metrics } = counted({}, 'aaaa');
    const first = metrics.takeNews();
    assert.equal(first.calls, 4);
    assert.equal(metrics.takeNews().calls, 0);
    metrics.returnNews(first);
    assert.deepEqual(metrics.takeNews(), first);
  });

  it('leave a conversation that isn’t work out of the totals', () => {
    const harness = new GuardHarness();
    const metrics = new Metrics();
    metrics.keepApart(CONVERSATION);
    harness.actions('aaaa');
    harness.events.forEach((event) => metrics.note(event));
    assert.deepEqual([metrics.conversation(CONVERSATION).stops, metrics.news.stops], [1, 0]);
  });

  it('report changes, and can be reset', () => {
    const { harness, metrics } = counted({}, 'aaa');
    let changes = 0;
    const subscription = metrics.onDidChange(() => changes++);
    const [event] = harness.events;
    assert.ok(event);
    metrics.note(event);
    metrics.reset();
    assert.equal(changes, 2);
    assert.deepEqual([metrics.conversation(CONVERSATION), metrics.news], [emptyTally(), emptyTally()]);
    subscription.dispose();
  });
});

describe('stored metrics', () => {
  it('add new counts, and corrections never make a number negative', () => {
    const { tally } = counted({}, 'aaaa');
    const after = (news: MetricsTally): MetricsTally => withNews({ ...noMetrics(1), totals: tally }, news, 1).totals;
    assert.deepEqual(after(tally), sumOf(tally, tally));
    assert.equal(after({ ...emptyTally(), savedCalls: -300 }).savedCalls, 0);
  });
});

describe('texts of metrics', () => {
  const { tally } = counted({}, 'aaaaaa');

  const words = { translate: inEnglish, language: 'en' };
  const frame = { nonce: 'nonce', language: 'en' };
  const report = { totals: { ...tally, calls: 5823 }, since: 'Nov 22, 2026' };
  const textOf = (page: string): string =>
    page
      .replace(/<style[^]*?<\/style>/, '')
      .replace(/<\/t[hd]>/g, ' | ')
      .replace(/<[^>]*>/g, '');

  it('say the outcome in one sentence, with digits as the language groups them', () => {
    assert.equal(
      headline({ ...tally, stops: 14, savedCalls: 42 }, words),
      '14 loops stopped · about 42 tool calls saved · 0 marked as not a loop',
    );
    assert.equal(headline({ ...emptyTally(), stops: 1 }, words), '1 loop stopped · 0 marked as not a loop');
    assert.match(textOf(metricsPage(report, frame, words)), /5,823 calls checked · 3 blocked · 1 warning/);
    assert.match(textOf(metricsPage(report, frame, { ...words, language: 'de' })), /5\.823 calls checked/);
  });

  it('show loops by kind, without rows of zeros', () => {
    const text = textOf(metricsPage(report, frame, words));
    assert.match(
      text,
      /Kind of loop \| Loops \| Stopped \| Changed course \| Warned only \| identical calls \| 1 \| 1 \| 0 \| 0 \| /,
    );
    assert.doesNotMatch(text, /Cycles|Average|certainty/);
    assert.match(textOf(metricsPage({ ...report, since: undefined }, frame, words)), /Nothing has been counted yet/);
  });

  it('have one link, which runs a command of ours', () => {
    assert.deepEqual(
      [...metricsPage(report, frame, words).matchAll(/href="([^"]*)"/g)].map(([, address]) => address),
      METRICS_COMMANDS.map((command) => `command:${command}`),
    );
  });
});
