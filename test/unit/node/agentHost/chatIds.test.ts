import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../../../../scripts/vscode/discard.mjs';
import { ChatIds } from '../../../../src/node/agentHost/runningChats';
import { latestCopilotCalls } from '../../../../src/node/logs/copilot';

describe('the ids of chats of the Agent Host', () => {
  let home: string;
  let ids: ChatIds;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'chat-ids-'));
    ids = new ChatIds((sessionId) => latestCopilotCalls(sessionId, {}, home));
  });
  afterEach(() => discard(home));

  /** A session as Copilot's runtime writes it down. */
  function written(sessionId: string, ...events: readonly object[]): void {
    const folder = join(home, '.copilot', 'session-state', sessionId);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'events.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  }
  const started = (toolCallId: unknown): object => ({ type: 'tool.execution_start', data: { toolCallId } });

  it('are those that were told', async () => {
    ids.add('s1', 'one');
    ids.add('agent', 'part of one');
    assert.equal(await ids.ofSession('s1'), 'one');
    assert.equal(ids.ofAgent('agent'), 'part of one');
    assert.equal(ids.ofAgent(undefined), undefined);
    assert.deepEqual(ids.idsOf('one'), ['s1']);
  });

  it('are learned from the calls of a session that was not told', async () => {
    ids.addCall('c1', 'one');
    ids.addCall('c2', 'two');
    written('s1', started('c0'), started('c1'), { type: 'tool.execution_complete', data: { toolCallId: 'c2' } });
    written('s2', started('c2'), started(7), { type: 'tool.execution_start' });
    assert.equal(await ids.ofSession('s1'), 'one');
    assert.equal(await ids.ofSession('s2'), 'two');
  });

  it('stay unknown for sessions of others, and for ids that are none', async () => {
    ids.addCall('c1', 'one');
    written('s1', started('c9'));
    assert.equal(await ids.ofSession('s1'), undefined);
    assert.equal(await ids.ofSession('s2'), undefined);
    written('s3', started('c1'));
    assert.equal(await ids.ofSession('../session-state/s3'), undefined);
  });
});
