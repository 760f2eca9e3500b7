import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AwaitedOutcomes } from '../../../../src/node/hooks/sessionMemory';
import { viewTranscript } from '../../../../src/node/logs/transcript';
import { PausingClock } from '../../../fakes/pausingClock';
import { newFolderForEach } from '../../../fakes/newFolder';

const message = (id: string, ...calls: string[]) => ({
  type: 'assistant.message',
  id,
  data: { toolRequests: calls.map((toolCallId) => ({ toolCallId })) },
});
const complete = (toolCallId: string, success: boolean) => ({
  type: 'tool.execution_complete',
  data: { toolCallId, success },
});

describe('transcript', () => {
  let folder: string;
  const write = (...lines: (object | string)[]): string => {
    const path = join(folder, 't.jsonl');
    writeFileSync(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
    return path;
  };

  newFolderForEach((made) => (folder = made));

  it('shows which calls belong to one model turn', async () => {
    const path = write(message('turn-1', 'a'), message('turn-2', 'b', 'c'), message('turn-3', 'd'));
    const view = viewTranscript(path, 'c__vscode-17');
    assert.equal(view.round, 'turn-2');
    assert.deepEqual([...view.siblings], ['b', 'c']);
  });

  it('uses the latest turn if a model reuses an ID', async () => {
    assert.equal(
      viewTranscript(write(message('turn-1', 'call_0'), message('turn-2', 'call_0')), 'call_0').round,
      'turn-2',
    );
  });

  it('shows which calls failed', async () => {
    const view = viewTranscript(write(message('turn-1', 'a', 'b'), complete('a', false), complete('b', true)), 'b');
    assert.deepEqual([...view.failed.keys()], ['a']);
  });

  it('may have cut, broken, or unknown lines', async () => {
    const path = write(
      'ssistant.message","id":"x"}',
      '"assistant.message"',
      'null',
      '[1,"assistant.message"]',
      message('turn-1', 'a'),
      '{"type":"assistant.message","da',
    );
    assert.equal(viewTranscript(path, 'a').round, 'turn-1');
  });

  it('shows nothing if there is no file or no such call', async () => {
    assert.equal(viewTranscript(join(folder, 'missing'), 'a').round, undefined);
    assert.equal(viewTranscript(write(message('turn-1', 'a')), 'z').round, undefined);
    assert.equal(viewTranscript(folder, 'a').round, undefined);
  });

  it('finds a turn at the end of a long file', async () => {
    const path = write(
      ...Array.from({ length: 5_000 }, (_, index) => message(`turn-${index}`, `call_${index}`, 'x'.repeat(300))),
    );
    assert.equal(viewTranscript(path, 'call_4999').round, 'turn-4999');
  });
});

describe('awaited outcomes', () => {
  it('let a check continue when they arrive', async () => {
    const outcomes = new AwaitedOutcomes();
    const waiting = outcomes.wait('c', ['1', '2']);
    outcomes.arrived('c', '1');
    outcomes.arrived('c', '2');
    await waiting;
  });

  it('let every check continue that waits for the same outcome', async () => {
    const outcomes = new AwaitedOutcomes();
    const continued: string[] = [];
    const waiting = ['first', 'second'].map((check) => outcomes.wait('c', ['1']).then(() => continued.push(check)));
    outcomes.arrived('c', '1');
    await nextTurn();
    assert.deepEqual(continued, ['first', 'second']);
    await Promise.all(waiting);
  });

  it('aren’t waited for if none is missing, for other conversations, or twice for the same call', async () => {
    const clock = new PausingClock();
    const outcomes = new AwaitedOutcomes(clock);
    await outcomes.wait('c', []);
    assert.deepEqual(clock.pauses, []);
    const waiting = outcomes.wait('c', ['lost']);
    outcomes.arrived('other', 'lost');
    await waiting;
    await outcomes.wait('c', ['lost']);
    assert.deepEqual(clock.pauses, [400]);
  });

  it('are waited for once if an agent checks all calls of an answer before it runs the first', async () => {
    const clock = new PausingClock();
    const outcomes = new AwaitedOutcomes(clock);
    const asked: string[] = [];
    for (let call = 1; call <= 40; call++) {
      await outcomes.wait('c', asked);
      asked.push(String(call));
    }
    assert.deepEqual(clock.pauses, [400]);
    outcomes.arrived('c', '1');
    await outcomes.wait('c', ['41']);
    assert.deepEqual(clock.pauses, [400, 400]);
  });
});
