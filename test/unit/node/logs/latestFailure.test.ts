import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { latestFailure } from '../../../../src/node/logs/sessionModel';

const answered = (id: string, command: string, content: string, isError: boolean): string => {
  const message = { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] };
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, is_error: isError, content }] };
  const lines = [
    { type: 'assistant', sessionId: 's', message },
    { type: 'user', sessionId: 's', message: result },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
};

describe('the latest failure of a session', () => {
  let folder: string;
  let transcriptPath: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'failure-'));
    transcriptPath = join(folder, 'session.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is the result of the last failed call, whatever succeeded after it', () => {
    const calls = [
      answered('1', 'make', 'Exit code 2\nfirst', true),
      answered('2', 'make', 'Exit code 2\nsecond', true),
      answered('3', 'ls', 'a.ts', false),
    ];
    writeFileSync(transcriptPath, calls.join(''));
    assert.equal(latestFailure({ name: 'claude' }, { sessionId: 's', transcriptPath }), 'Exit code 2\nsecond');
  });

  it('is unknown if no call failed, or nothing can be read', () => {
    const session = { sessionId: 's', transcriptPath };
    assert.equal(latestFailure({ name: 'claude' }, session), undefined);
    writeFileSync(transcriptPath, `{"cut":\n${answered('1', 'ls', 'a.ts', false)}`);
    assert.equal(latestFailure({ name: 'claude' }, session), undefined);
    assert.equal(latestFailure({ name: 'other' }, session), undefined);
  });
});
