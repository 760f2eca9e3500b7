import assert from 'node:assert/strict';
import { exportedMetrics, exportSchema } from '../../../../src/core/metrics/metricsExport';
import { Metrics } from '../../../../src/core/metrics/metrics';
import { metricsDocument, metricsLines } from '../../../../src/core/metrics/metricsText';
import { estimateSavings, savedText, savingsMethod } from '../../../../src/core/metrics/savings';
import { added, noMetrics } from '../../../../src/core/metrics/storedMetrics';
import {
  averageCertainty,
  emptyTally,
  loopsOf,
  refusedOf,
  sumOf,
  type Tally,
} from '../../../../src/core/metrics/tally';
import { sizeOf } from '../../../../src/core/timeline/size';
import { inEnglish } from '../../../../src/core/words/language';
import { GuardHarness, SEED_000 } from '../../../fakes/guardHarness';

const CONVERSATION = 'conversation-1';

/** What was counted after these calls, one letter a tool. */
function counted(
  user: Record<string, unknown>,
  ...sequences: readonly string[]
): { readonly harness: GuardHarness; readonly metrics: Metrics; readonly tally: Tally } {
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
      stops: 1,
      refusedAfterwards: 2,
      detections: 1,
      certaintySum: 1,
      loops: { ...emptyTally().loops, repeat: 1 },
      savedCalls: 3,
      savedRequests: 2,
      savedTokens: tally.savedTokens,
    });
    assert.equal(refusedOf(tally), 3);
  });

  it('count the identical parallel calls that are refused with the one that was found', () => {
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

  it('agree with the counts of the guard itself', () => {
    for (const mode of ['break', 'warn', 'chance_then_break']) {
      const { harness, tally } = counted({ mode }, 'aabaaaabbbbb', 'cdcdcdcdcd');
      const { calls, warnings, chances, breaks, mitigations } = harness.guard.status(CONVERSATION).counts;
      assert.deepEqual(
        [tally.calls, tally.warnings, tally.chances, tally.stops, tally.mitigations],
        [calls, warnings, chances, breaks, mitigations],
        mode,
      );
    }
  });

  it('take a warning and the stop after it for one loop, and a loop after the next message for another', () => {
    const { tally } = counted({ warnRepeats: 3 }, 'aaaa', 'aaaa');
    assert.deepEqual([tally.warnings, tally.stops, loopsOf(tally), tally.loops.repeat], [2, 2, 2, 2]);
  });

  it('count the loops of each agent by its own numbering of calls', () => {
    const harness = new GuardHarness({ ...SEED_000, mode: 'warn', warnRepeats: 3 });
    const metrics = new Metrics();
    const loops = (): number => {
      harness.events.splice(0).forEach((event) => metrics.note(event));
      return loopsOf(metrics.conversation(CONVERSATION));
    };
    harness.actions('bcaaa');
    assert.equal(loops(), 1);
    for (let call = 0; call < 3; call++) {
      harness.check('look', {}, { agent: 'helper' });
    }
    assert.equal(loops(), 2, 'the loop of the sub-agent is another one');
    harness.actions('aaa');
    assert.equal(loops(), 2, 'that of the main agent only goes on');
    harness.guard.beginTurn(CONVERSATION);
    for (let call = 0; call < 3; call++) {
      harness.check('look', {}, { agent: 'helper' });
    }
    assert.equal(loops(), 3, 'after a message of the person it is a new loop');
  });

  it('average the certainty: three of four calls are 0.75 sure, four of four are sure', () => {
    const { tally } = counted({ warnRepeats: 3 }, 'aaaa');
    assert.equal(averageCertainty(tally), 0.875);
    assert.equal(averageCertainty(emptyTally()), undefined);
  });

  it('count loops by the detector that saw them', () => {
    const { tally } = counted({ detectors: ['repeat', 'cycle'], warnRepeats: 1000 }, 'ababab', 'cccc');
    assert.deepEqual(tally.loops, { ...emptyTally().loops, repeat: 1, cycle: 1 });
  });

  it('count a taken chance as a mitigation that saved something, and a stop on the same call as nothing more', () => {
    const taken = counted({ mode: 'chance' }, 'aaaab');
    assert.deepEqual([taken.tally.chances, taken.tally.mitigations, taken.tally.savedCalls], [1, 1, 3]);
    const thenStopped = counted({ mode: 'chance' }, 'aaaaba');
    assert.deepEqual([thenStopped.tally.stops, thenStopped.tally.savedCalls], [1, 3]);
  });

  it('save nothing with a warning, nor with a chance that was not taken until the stop', () => {
    assert.equal(counted({ mode: 'warn' }, 'aaaaaaaa').tally.savedCalls, 0);
    assert.equal(counted({ mode: 'chance' }, 'aaaa').tally.savedCalls, 0);
    assert.equal(counted({ mode: 'chance' }, 'aaaaa').tally.savedCalls, 3);
  });

  it('estimate tokens by the arguments and results that every further request would have carried again', () => {
    const harness = new GuardHarness();
    const metrics = new Metrics();
    for (let call = 0; call < 4; call++) {
      harness.check('read', { path: 'x'.repeat(38) }, { result: 'y'.repeat(950) });
    }
    harness.events.forEach((event) => metrics.note(event));
    const ofOneCall = sizeOf({ path: 'x'.repeat(38) }, 1000) + 950;
    assert.equal(metrics.conversation(CONVERSATION).savedTokens, 2 * Math.floor((3 * ofOneCall) / 4));
    assert.equal(estimateSavings(4000).tokens, 2000);
    assert.equal(estimateSavings(40_000_000).tokens, 200_000);
  });

  it('count feedback once for each detection, by its last word; what was fine saved nothing', () => {
    const { harness, metrics } = counted({}, 'aaaa');
    const [detection] = detectionsOf(harness);
    assert.ok(detection);
    assert.ok(metrics.savedBy(CONVERSATION, detection.callId));
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
    assert.deepEqual([fine.reportedFine, fine.reportedLoop, fine.savedCalls, fine.savedTokens], [1, 0, 0, 0]);
    assert.equal(metrics.savedBy(CONVERSATION, detection.callId), undefined);
    say('loop');
    assert.deepEqual(
      [metrics.conversation(CONVERSATION).reportedFine, metrics.conversation(CONVERSATION).reportedLoop],
      [0, 1],
    );
  });

  it('hand over each number once, and again when it could not be stored', () => {
    const { metrics } = counted({}, 'aaaa');
    const first = metrics.takeNews();
    assert.equal(first.calls, 4);
    assert.equal(metrics.takeNews().calls, 0);
    metrics.returnNews(first);
    assert.deepEqual(metrics.takeNews(), first);
  });

  it('leave a conversation that is no work out of the totals', () => {
    const harness = new GuardHarness();
    const metrics = new Metrics();
    metrics.keepApart(CONVERSATION);
    harness.actions('aaaa');
    harness.events.forEach((event) => metrics.note(event));
    assert.deepEqual([metrics.conversation(CONVERSATION).stops, metrics.news.stops], [1, 0]);
  });

  it('tell of changes, and forget everything when asked', () => {
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

describe('what is stored', () => {
  it('adds what came since, and a debt never makes a number negative', () => {
    const { tally } = counted({}, 'aaaa');
    const once = added(noMetrics(1), tally);
    assert.deepEqual(added(once, tally).totals, sumOf(tally, tally));
    assert.equal(added(noMetrics(1), { ...emptyTally(), savedCalls: -3 }).totals.savedCalls, 0);
  });

  it('is exported as its documented schema says, without any text of a call', () => {
    const harness = new GuardHarness();
    const metrics = new Metrics();
    for (let call = 0; call < 4; call++) {
      harness.check('read', { path: 'marker-path' }, { result: 'marker-result' });
    }
    harness.guard.beginTurn(CONVERSATION, 'marker-prompt');
    harness.events.forEach((event) => metrics.note(event));
    const exported = exportedMetrics(
      added(noMetrics(0), metrics.news),
      metrics.conversations.map((each) => ({ ...each, sessionType: 'agentHostCopilot', model: 'gpt-5-mini' })),
      savingsMethod(inEnglish),
      1000,
    );
    assert.deepEqual(exportSchema.parse(JSON.parse(JSON.stringify(exported))), exported);
    assert.deepEqual(
      [exported.totals.stops, exported.totals.averageCertainty, exported.conversations[0]?.id],
      [1, 1, CONVERSATION],
    );
    assert.equal(exported.conversations[0]?.sessionType, 'agentHostCopilot');
    assert.equal(exported.conversations[0]?.model, 'gpt-5-mini');
    assert.doesNotMatch(JSON.stringify(exported), /marker|"read"/);
  });
});

describe('texts of metrics', () => {
  const { tally } = counted({}, 'aaaaaa');

  it('say in two lines what the status adds', () => {
    const [here, all] = metricsLines(tally, sumOf(tally, tally), inEnglish);
    assert.equal(
      here?.replace(/\d+ tokens$/, 'some tokens'),
      'Here: loops: 1 · not run: 3 · certainty: 1.00 · reported as fine: 0 · ' +
        'saved, estimated: 3 calls, 2 model requests, some tokens',
    );
    assert.match(all ?? '', /^In all: loops: 2 · not run: 6 /);
    assert.deepEqual(metricsLines(emptyTally(), emptyTally(), inEnglish), []);
  });

  it('show all figures and how they were estimated', () => {
    const text = metricsDocument(
      {
        totals: { ...tally, calls: 1234567 },
        since: 'today',
        conversations: [
          { id: 'x', prompt: 'Fix | the *build*', origin: ['Copilot', 'shop'], model: 'gpt-5-mini', tally },
          { id: 'y', prompt: 'Go on', origin: [], model: 'gpt-5-mini', tally },
          { id: 'z', prompt: 'Look', origin: [], model: undefined, tally },
        ],
      },
      inEnglish,
    );
    assert.match(text, /\| Calls checked \| 1\u202f234\u202f567 \| 4 \|/);
    assert.match(text, /\| Fix \\\| the \\\*build\\\* \| Copilot · shop \| gpt-5-mini \| 4 \| 3 \| 1 \| 1 \| \d+ \|/);
    assert.match(text, /\| Go on \| Local \| gpt-5-mini \| 4 /);
    assert.match(text, /\| Look \| Local \| – \| 4 /);
    assert.match(text, /## Models in this window[^#]*\| gpt-5-mini \| 8 \| 6 \| 2 \| 2 \|\n/);
    assert.ok(text.includes(savingsMethod(inEnglish)));
    assert.match(
      metricsDocument({ totals: emptyTally(), since: undefined, conversations: [] }, inEnglish),
      /Nothing has been counted yet/,
    );
  });

  it('say of one detection what it saved', () => {
    assert.equal(
      savedText({ calls: 3, requests: 2, tokens: 500 }, inEnglish),
      'Saved, estimated: 3 calls, 2 model requests and 500 tokens.',
    );
    assert.equal(savedText(undefined, inEnglish), 'Nothing is counted as saved.');
  });
});
