import assert from 'node:assert/strict';
import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import { parseConfiguration } from '../../src/core/settings/parse';
import { Guard } from '../../src/engine/guard';
import type { ConversationState } from '../../src/engine/conversation';
import { digestOf } from '../../src/node/files/hash';
import { type Answer, type Trajectory } from './notation';
import { assertExpected, CONVERSATION, play, runs } from './player';
import { waiting } from './waiting';

describe('waiting', () => {
  for (const trajectory of waiting) {
    it(trajectory.name ?? '', () => assertExpected(trajectory));
  }

  it('is judged alike by hooks that only have the state of a file', () => {
    for (const trajectory of waiting) {
      assert.deepEqual(actionsAcrossProcesses(trajectory), play(trajectory).actions, trajectory.name);
    }
  });
});

/** The verdict on each call when each call and each result finds a new guard, as with hooks outside VS Code. */
function actionsAcrossProcesses({ steps }: Trajectory): Answer[] {
  const conversations = new ConversationSettings(() => parseConfiguration({}));
  let state: string | undefined;
  const inProcess = <T>(act: (guard: Guard) => T): T => {
    const guard = new Guard({ hash: digestOf, settingsFor: conversations.settingsFor, report: () => undefined });
    if (state !== undefined) {
      guard.restore(CONVERSATION, JSON.parse(state) as ConversationState);
    }
    const answer = act(guard);
    state = JSON.stringify(guard.snapshot(CONVERSATION));
    return answer;
  };
  const actions: Answer[] = [];
  let nowMs = 1_000_000;
  for (const step of steps) {
    if (step.kind === 'wait') {
      nowMs += step.seconds * 1000;
    } else if (step.kind === 'call') {
      const { tool, arguments: given, result, isError = false, tookMs = 0 } = step;
      const id = `call-${actions.length}`;
      const { action } = inProcess((guard) => guard.check(CONVERSATION, { id, tool, arguments: given }, nowMs));
      actions.push(action);
      if (runs(action)) {
        nowMs += tookMs;
        const doneMs = step.tookMs === undefined ? undefined : nowMs;
        inProcess((guard) => guard.record(CONVERSATION, { callId: id, result, isError }, doneMs));
      }
    } else {
      assert.fail(`a step "${step.kind}"`);
    }
  }
  return actions;
}
