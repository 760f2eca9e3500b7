import assert from 'node:assert/strict';
import { logLine } from '../../../../src/core/words/logLines';
import { GuardHarness, SEED_000 } from '../../../fakes/guardHarness';

function lines(harness: GuardHarness, level: string): string[] {
  return harness.events
    .map(logLine)
    .filter((line) => line.level === level)
    .map(({ text }) => text);
}

describe('log', () => {
  it('has exactly one warning per detection, with all fields', () => {
    const harness = new GuardHarness({ ...SEED_000, maxRepeats: 3 });
    for (let time = 0; time < 5; time++) {
      harness.check('read_file', { path: '/a/very/long/path/to/a/file/that/does/not/exist.txt' });
    }
    assert.deepEqual(lines(harness, 'warn'), [
      'Tool call loop detected in session conversation-1: tool=read_file, repeats=3/3, window=120s, ' +
        'model=unknown, backend=unknown, action=break, ' +
        'signature=read_file:{"path":"/a/very/long/path/to/a/file/tha...',
    ]);
  });

  it('names model and backend when they are known', () => {
    const harness = new GuardHarness({ ...SEED_000, maxRepeats: 2 });
    const model = { vendor: 'copilot', family: 'gpt', id: 'gpt-5' };
    harness.check('t', {}, { model });
    harness.check('t', {}, { model });
    assert.match(lines(harness, 'warn')[0] ?? '', /model=gpt-5, backend=copilot/);
  });

  it('reports a mitigation and changed settings at INFO', () => {
    const harness = new GuardHarness({ ...SEED_000, mode: 'chance', maxRepeats: 2 });
    harness.actions('AAB');
    harness.conversations.overrides.set('conversation-1', 'mode', 'warn');
    harness.conversations.overrides.unset('conversation-1', 'mode');
    const info = lines(harness, 'info');
    assert.match(info[0] ?? '', /mitigated .* from tool=tool_A to tool=tool_B/);
    assert.match(info[1] ?? '', /mode=warn/);
    assert.match(info[2] ?? '', /mode=unset/);
  });

  it('masks and clips parameters at DEBUG, and shows the full signature', () => {
    const harness = new GuardHarness();
    harness.check('login', { password: 'marker', text: 'x'.repeat(5_000) });
    const [line] = lines(harness, 'debug');
    assert.match(line ?? '', /signature=[\w-]{10},/);
    assert.doesNotMatch(line ?? '', /marker/);
    assert.ok((line ?? '').length < 1_000);
  });

  it('says at DEBUG what was weighed for each call, where this is asked for', () => {
    const harness = new GuardHarness({ ...SEED_000, maxRepeats: 4 }, { explains: () => true });
    harness.check('read_file', { path: 'a' });
    harness.check('read_file', { path: 'a' });
    assert.match(
      lines(harness, 'debug').join('\n'),
      /weighed in session \S+: tool=read_file, call=\S+, counted=identical calls: 2 of 4, brought=call 0: a new result/,
    );
  });

  it('keeps one event on one line', () => {
    const harness = new GuardHarness({ ...SEED_000, maxRepeats: 2 });
    harness.check('evil\nWARNING fake', { a: '\r\n' });
    harness.check('evil\nWARNING fake', { a: '\r\n' });
    for (const event of harness.events) {
      assert.doesNotMatch(logLine(event).text, /[\r\n]/);
    }
  });
});
