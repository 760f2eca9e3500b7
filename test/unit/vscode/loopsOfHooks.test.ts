import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as hooksModule from '../../../src/vscode/hooks/agentHooks';
import { AgentSessions } from '../../../src/vscode/window/agentSessions';
import { GuardHarness } from '../../fakes/guardHarness';
import { NOTHING_ENDS } from '../../fakes/windowHooks';
import { withVscode } from '../../fakes/vscodeModule';
import { VscodeWindow } from '../../fakes/vscodeWindow';

const { AgentHooks } = withVscode(new VscodeWindow().module)<typeof hooksModule>('vscode/hooks/agentHooks');

const VSCODE = { timestamp: 't' };

describe('loops that the hooks of a window show', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guard-window-'));
  let told: string[];
  let hooks: hooksModule.AgentHooks;

  beforeEach(() => {
    told = [];
    const harness = new GuardHarness({ detectors: ['revert', 'idleTurns'] });
    const note = (text: string) => Promise.resolve(void told.push(text));
    hooks = new AgentHooks({
      guard: harness.guard,
      agent: {
        ...NOTHING_ENDS,
        cancel: (conversationId) => note(`cancel ${conversationId}`).then(() => true),
        ask: (conversationId, message) => note(`ask ${conversationId} ${message}`),
        tell: (text) => void note(`tell ${text}`),
      },
      messages: () => harness.configuration.messages,
      sessions: new AgentSessions(),
    });
  });
  after(() => rmSync(folder, { recursive: true }));

  const tell = async (event: string, fields: object): Promise<string> => {
    const input = { session_id: 's', hook_event_name: event, cwd: folder, ...fields };
    const { output, afterwards } = await hooks.answer(JSON.stringify(input), new AbortController().signal);
    afterwards?.();
    return output;
  };
  const rowOf = async (times: number, next: () => Promise<string>): Promise<string[]> => {
    const outputs: string[] = [];
    for (let at = 0; at < times; at++) {
      outputs.push(await next());
    }
    return outputs;
  };

  it('cancels an agent of VS Code that is told to continue again and again, and says why in its chat', async () => {
    const outputs = await rowOf(6, () => tell('Stop', { ...VSCODE, stop_hook_active: true }));
    assert.deepEqual(
      outputs.map((output) => output.includes('told to continue 3 times')),
      [false, false, true, false, false, false],
    );
    assert.deepEqual(told, ['cancel s', 'ask s Why did you stop the agent?']);
  });

  it('sees that a file is back at what it held before, whatever the edits say', async () => {
    const path = join(folder, 'a.ts');
    const transcript = join(folder, 'transcript.jsonl');
    writeFileSync(path, 'one');
    let id = 0;
    const edit = async (content: string): Promise<string> => {
      // VS Code writes down each answer of the model before it runs its calls.
      const data = { toolRequests: [{ toolCallId: `call_${++id}` }] };
      appendFileSync(transcript, `${JSON.stringify({ type: 'assistant.message', id: `answer_${id}`, data })}\n`);
      const fields = {
        ...VSCODE,
        transcript_path: transcript,
        tool_name: 'insert_edit_into_file',
        tool_input: { filePath: path, code: `// …\n${content}` },
        tool_use_id: `call_${id}`,
      };
      const output = await tell('PreToolUse', fields);
      writeFileSync(path, content);
      await tell('PostToolUse', { ...fields, tool_response: 'The file was edited.' });
      return output;
    };
    const outputs: string[] = [];
    for (const content of ['two', 'one', 'two', 'one', 'two', 'one']) {
      outputs.push(await edit(content));
    }
    assert.equal(
      outputs.findIndex((output) => output.includes('earlier content')),
      3,
    );
  });
});
