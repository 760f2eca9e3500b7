import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copilotSessionsBegun } from '../../../../src/node/logs/sessionLogFiles';
import { newFolderForEach } from '../../../fakes/newFolder';

describe('new Copilot sessions', () => {
  let home: string;
  const folder = (...names: string[]): string => join(home, '.copilot', 'session-state', ...names);
  const begun = (sinceMs: number): string[] => copilotSessionsBegun(sinceMs, {}, home);

  newFolderForEach((folder) => (home = folder));

  it('don’t exist if Copilot was never used', () => {
    assert.deepEqual(begun(0), []);
  });

  it('are those whose folder is new', () => {
    mkdirSync(folder('one'), { recursive: true });
    const { birthtimeMs } = statSync(folder('one'));
    assert.deepEqual(begun(birthtimeMs), ['one']);
    assert.deepEqual(begun(birthtimeMs + 60_000), []);
    utimesSync(folder(), 0, (birthtimeMs + 60_000) / 1_000);
    assert.deepEqual(begun(birthtimeMs + 30_000), [], 'another was removed');
  });

  it('aren’t those whose model has answered, because another window had their hooks', () => {
    mkdirSync(folder('one'), { recursive: true });
    writeFileSync(folder('one', 'events.jsonl'), '{"type":"assistant.turn_start"}\n');
    assert.deepEqual(begun(0), ['one']);
    appendFileSync(folder('one', 'events.jsonl'), '{"type":"assistant.turn_end","data":{}}\n');
    assert.deepEqual(begun(0), []);
  });
});
