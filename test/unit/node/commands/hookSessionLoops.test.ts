import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfiguration } from '../../../../src/core/settings/parse';
import { HookSession } from '../../../../src/node/commands/hookCommand';
import { StateFolder } from '../../../../src/node/state/stateFolder';
import { HARNESSES, type HarnessName } from '../../../../src/node/agents/harnesses';
import { translateInput } from '../../../../src/node/wire/input';

const DETECTORS = ['reread', 'revert', 'fanout', 'idleTurns'];

describe('loops that a hook alone shows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guard-alone-'));
  let sessions = 0;
  let nowMs = 1_000_000;
  after(() => rmSync(folder, { recursive: true }));

  /** What the hook answers to each event of a session; every answer comes from a memory read anew. */
  function session(name: HarnessName = 'claude'): (event: string, fields: object) => Promise<string> {
    const id = `session ${++sessions}`;
    return async (event, fields) => {
      const configuration = parseConfiguration({ user: { detectors: DETECTORS } });
      const hook = new HookSession(HARNESSES[name], configuration, new StateFolder(join(folder, 'state')), assert.fail);
      const input = { session_id: id, permission_mode: 'default', cwd: folder, hook_event_name: event, ...fields };
      nowMs += 1000;
      return (await hook.answer(translateInput(input, HARNESSES[name]), nowMs)).kind;
    };
  }

  async function actionsOf(calls: readonly (readonly [tool: string, input: object, work?: () => void])[]) {
    const tell = session();
    const kinds: string[] = [];
    for (const [index, [tool, input, work]] of calls.entries()) {
      const call = { tool_name: tool, tool_input: input, tool_use_id: `toolu_${index}` };
      kinds.push(await tell('PreToolUse', call));
      work?.();
      await tell('PostToolUse', { ...call, tool_response: `the answer\n${'line\n'.repeat(100)}` });
    }
    return kinds;
  }

  it('reads known lines again', async () => {
    const read = (offset: number) => ['Read', { file_path: '/w/a', offset, limit: 100 - offset }] as const;
    const kinds = await actionsOf([1, 10, 20, 30, 40, 50, 60].map(read));
    assert.equal(kinds.indexOf('warn'), 4);
  });

  it('edits a file back and forth, as the file shows', async () => {
    const path = join(folder, 'a.ts');
    writeFileSync(path, 'one');
    const edit = (content: string) =>
      ['EditFile', { path, code: `// …\n${content}` }, () => writeFileSync(path, content)] as const;
    const kinds = await actionsOf(['two', 'one', 'two', 'one', 'two', 'one', 'two'].map(edit));
    assert.deepEqual([kinds.indexOf('warn'), kinds.indexOf('stop')], [3, 6]);
  });

  it('starts subagents for one task', async () => {
    const task = (name: string) => ['Agent', { description: name, prompt: 'Find all callers of the parser.' }] as const;
    const kinds = await actionsOf(['a', 'b', 'c', 'd', 'e', 'f'].map(task));
    assert.deepEqual([kinds.indexOf('warn'), kinds.indexOf('stop')], [2, 5]);
  });

  it('is pushed on by autopilot', async () => {
    const tell = session('copilot');
    const kinds: string[] = [];
    for (let times = 0; times < 6; times++) {
      kinds.push(await tell('UserPromptSubmit', { prompt: 'You have not yet marked the task as complete. Go on.' }));
    }
    assert.deepEqual(kinds, ['allow', 'allow', 'warn', 'allow', 'allow', 'warn']);
  });
});
