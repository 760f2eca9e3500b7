import assert from 'node:assert/strict';
import { GuardHarness } from '../../../fakes/guardHarness';
import { ONE, Watched } from '../../../fakes/watched';
import { handlesOf } from '../../../../src/engine/facts/handles';
import type { Firing } from '../../../../src/engine/replay';
import { replayUnder } from '../../../../scripts/replayUnder';
import { parseConfiguration } from '../../../../src/core/settings/parse';
import { type SavedDetail, savedConversation } from '../../../../src/core/replay/savedConversation';
import { Timeline } from '../../../../src/core/timeline/timeline';
import type { TimelineConversation } from '../../../../src/core/timeline/timelineConversation';
import { sha256 } from '../../../../src/node/files/hash';
import type { RecordedSession } from '../../../../src/node/logs/recordedSession';
import { traceSession } from '../../../../src/node/logs/trace';

const CONFIGURATION = parseConfiguration({ user: { detectors: ['repeat'] } });
const salted = (text: string): string => sha256(`salt ${text}`);

interface Step {
  readonly tool: string;
  readonly arguments: unknown;
  readonly result?: string;
  readonly newTurn?: boolean;
}

function lived(steps: readonly Step[]): TimelineConversation {
  const watched = new Watched({ detectors: ['repeat'] });
  for (const { tool, arguments: given, result = 'always the same', newTurn = false } of steps) {
    if (newTurn) {
      watched.guard.beginTurn(ONE, 'Go on');
    }
    watched.call(tool, given, result);
    watched.pause(1000);
  }
  return watched.conversation;
}

const severities = (firings: readonly Firing[]): [number, string][] =>
  firings.map(({ index, severity }) => [index, severity]);

const LOOP: Step[] = Array.from({ length: 4 }, () => ({ tool: 'read', arguments: { path: 'a' } }));
const PAUSED: Step[] = [...LOOP.slice(0, 3), { ...(LOOP[0] as Step), newTurn: true }, ...LOOP.slice(0, 2)];

describe('a saved conversation', () => {
  it('contains the kind of session and the model, which can be read again', () => {
    const conversation = lived(LOOP);
    conversation.session = { type: 'agentHostCopilot', name: 'Copilot', folder: 'shop' };
    conversation.model = { vendor: 'copilot', family: 'gpt-5-mini', id: 'gpt-5-mini' };
    const saved: unknown = JSON.parse(JSON.stringify(savedConversation(conversation, 'hashes', salted)));
    const { sessionType, model } = traceSession(saved, 'file', 1) as RecordedSession;
    assert.deepEqual([sessionType, model], ['agentHostCopilot', conversation.model]);
    assert.doesNotMatch(JSON.stringify(saved), /shop/);
  });
});

describe('the calls of a timeline', () => {
  it('wait in a replay as they did live, with and without their arguments', () => {
    const timeline = new Timeline();
    const { guard, events } = new GuardHarness({});
    for (let index = 0; index < 8; index++) {
      const given = { command: 'sleep 9; tail build.log' };
      guard.check('one', { id: String(index), tool: 'run', arguments: given }, index * 10_000);
      const outcome = { callId: String(index), result: 'linking, as before', isError: false };
      guard.record('one', outcome, index * 10_000 + 9_000);
    }
    events.forEach((event) => timeline.note(event));
    const conversation = timeline.conversation('one');
    assert.ok(conversation !== undefined);
    for (const detail of ['hashes', 'masked'] as const) {
      const saved: unknown = JSON.parse(JSON.stringify(savedConversation(conversation, detail, salted)));
      const { calls } = traceSession(saved, 'file', 1) as RecordedSession;
      assert.deepEqual(replayUnder(calls, CONFIGURATION, sha256), [], detail);
    }
  });

  it('are excused in a replay only by what was reported to run', () => {
    const poll = (id: string): Step => ({ tool: 'get_terminal_output', arguments: { id }, result: 'main.o' });
    const start: Step = { tool: 'run', arguments: { command: 'make' }, result: 'It is running with ID=b7' };
    const first = (id: string, detail: SavedDetail): [number, string][] => {
      const conversation = lived([start, ...Array.from({ length: 4 }, () => poll(id))]);
      const saved = JSON.stringify(savedConversation(conversation, detail, salted));
      const { calls } = traceSession(JSON.parse(saved), 'file', 1) as RecordedSession;
      const [unsalted = ''] = handlesOf({ id });
      assert.ok(!saved.includes(`"${unsalted}"`), 'a handle could be guessed');
      return severities(replayUnder(calls, CONFIGURATION, sha256));
    };
    for (const detail of ['hashes', 'masked'] as const) {
      assert.deepEqual([detail, first('b7', detail)], [detail, []]);
      assert.deepEqual(
        [detail, first('c9', detail)],
        [
          detail,
          [
            [3, 'warn'],
            [4, 'block'],
          ],
        ],
      );
    }
  });
});

describe('a recording', () => {
  const replayed = (steps: readonly Step[], kept: SavedDetail, configuration = CONFIGURATION): [number, string][] => {
    const line = JSON.stringify(savedConversation(lived(steps), kept, salted));
    const session = traceSession(JSON.parse(line), 'file', 1);
    assert.ok('calls' in session);
    return severities(replayUnder(session.calls, configuration, sha256));
  };

  for (const kept of ['hashes', 'masked'] as const) {
    it(`with ${kept} has the same verdicts as the conversation`, () => {
      assert.deepEqual(replayed(LOOP, kept), [
        [2, 'warn'],
        [3, 'block'],
      ]);
      assert.deepEqual(replayed(PAUSED, kept), [
        [2, 'warn'],
        [5, 'warn'],
      ]);
      assert.deepEqual(
        replayed(
          LOOP.map((step, index) => ({ ...step, result: `answer ${'x'.repeat(index)}` })),
          kept,
        ),
        [],
      );
      const found = ['lora', 'flux', 'civitai', 'download', 'sampler'].map((query) => ({
        tool: 'find',
        arguments: { query },
        result: `Zu „${query}“ gibt es keinen Eintrag.`,
      }));
      assert.deepEqual(replayed(found, kept, parseConfiguration({ user: { detectors: ['stall'] } })), [[4, 'hint']]);
    });

    it(`with ${kept} distinguishes calls that differ in a secret`, () => {
      assert.deepEqual(
        replayed(
          [1, 2, 3, 4].map((n) => ({ tool: 'login', arguments: { password: `hunter${n}` } })),
          kept,
        ),
        [],
      );
    });
  }

  it('with hashes contains no text of arguments, results, or IDs, and no plain hash of them', () => {
    const text = JSON.stringify(
      savedConversation(
        lived([{ tool: 'read', arguments: { path: 'private-path' }, result: 'private-result' }]),
        'hashes',
        salted,
      ),
    );
    assert.doesNotMatch(text, /private/);
    assert.ok(!text.includes(sha256('private-result')));
    assert.doesNotMatch(text, /"id":"one"/);
  });
});
