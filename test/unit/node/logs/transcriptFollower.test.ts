import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TranscriptFollower } from '../../../../src/node/logs/transcript';

const line = (id: string): string => `${JSON.stringify({ type: 'assistant.message', id, data: {} })}\n`;

describe('a followed transcript', () => {
  let folder: string;
  let path: string;
  let follower: TranscriptFollower | undefined;
  let told: string[];
  let heard: (() => void) | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'follower-'));
    path = join(folder, 't.jsonl');
    told = [];
  });
  afterEach(() => {
    follower?.dispose();
    rmSync(folder, { recursive: true });
  });

  function follow(): TranscriptFollower {
    follower = new TranscriptFollower(path, (events) => {
      told.push(...events.map((event) => ('id' in event ? event.id : event.kind)));
      heard?.();
    });
    return follower;
  }

  it('reports each new line once, in the order of the file', () => {
    writeFileSync(path, line('before'));
    const followed = follow();
    followed.look();
    appendFileSync(path, line('one') + line('two'));
    followed.look();
    appendFileSync(path, line('three'));
    followed.look();
    followed.look();
    assert.deepEqual(told, ['one', 'two', 'three']);
  });

  it('joins a line that was written in two parts, even within a character', () => {
    writeFileSync(path, '');
    const followed = follow();
    followed.look();
    const bytes = Buffer.from(line('häuser'));
    appendFileSync(path, bytes.subarray(0, bytes.indexOf('ä') + 1));
    followed.look();
    assert.deepEqual(told, []);
    appendFileSync(path, bytes.subarray(bytes.indexOf('ä') + 1));
    followed.look();
    assert.deepEqual(told, ['häuser']);
  });

  it('reports what begins a turn, whether from the user or not', () => {
    writeFileSync(path, '');
    const followed = follow();
    followed.look();
    const messages = ['Go on.', '[Terminal 1 notification: command completed with exit code 3.]'];
    appendFileSync(
      path,
      messages.map((content) => `${JSON.stringify({ type: 'user.message', data: { content } })}\n`).join(''),
    );
    followed.look();
    assert.deepEqual(told, ['userMessage', 'notified']);
  });

  it('notices new lines without being asked', async () => {
    writeFileSync(path, '');
    follow().look();
    const written = new Promise<void>((resolve) => (heard = resolve));
    appendFileSync(path, line('one'));
    await written;
    assert.deepEqual(told, ['one']);
  });

  it('waits for a missing file, and reports it from its beginning', async () => {
    const written = new Promise<void>((resolve) => (heard = resolve));
    follow().look();
    writeFileSync(path, line('one'));
    await written;
    assert.deepEqual(told, ['one']);
  });

  it('reports nothing for a broken line or a folder, or after its end', () => {
    writeFileSync(path, '');
    const followed = follow();
    followed.look();
    appendFileSync(path, `{"type\n${line('one')}`);
    followed.look();
    followed.dispose();
    appendFileSync(path, line('two'));
    followed.look();
    assert.deepEqual(told, ['one']);
    new TranscriptFollower(folder, () => assert.fail()).look();
  });
});
