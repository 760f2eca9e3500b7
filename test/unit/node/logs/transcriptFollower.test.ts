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

  it('tells what is written from now on, each line once, in the order of the file', () => {
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

  it('puts a line together that was written in two parts, within a character too', () => {
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

  it('tells of what begins a turn, whoever wrote it', () => {
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

  it('hears by itself of what is written', async () => {
    writeFileSync(path, '');
    follow().look();
    const written = new Promise<void>((resolve) => (heard = resolve));
    appendFileSync(path, line('one'));
    await written;
    assert.deepEqual(told, ['one']);
  });

  it('waits for a file that is not there yet, and tells it from its beginning', async () => {
    const written = new Promise<void>((resolve) => (heard = resolve));
    follow().look();
    writeFileSync(path, line('one'));
    await written;
    assert.deepEqual(told, ['one']);
  });

  it('says nothing of a broken line, of a folder, or after its end', () => {
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
