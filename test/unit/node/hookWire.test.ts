import assert from 'node:assert/strict';
import { blockPromptOutput, denyOutput, messageOutput, parseHookInput } from '../../../src/node/hookWire';

const COMMON = { timestamp: '2026-01-01T00:00:00Z', session_id: 'conversation', transcript_path: '/t.jsonl', cwd: '/w' };
const parse = (fields: object) => parseHookInput(JSON.stringify({ ...COMMON, ...fields }));

describe('hook wire', () => {
  it('reads every event of the agent', () => {
    assert.deepEqual(parse({ hook_event_name: 'PreToolUse', tool_name: 'read', tool_input: { a: 1 }, tool_use_id: 'x__vscode-1' }), {
      event: 'preToolUse',
      conversationId: 'conversation',
      callId: 'x__vscode-1',
      tool: 'read',
      arguments: { a: 1 },
      transcriptPath: '/t.jsonl',
    });
    assert.deepEqual(parse({ hook_event_name: 'PostToolUse', tool_name: 'read', tool_input: {}, tool_use_id: 'x', tool_response: 'text' }), {
      event: 'postToolUse',
      conversationId: 'conversation',
      callId: 'x',
      result: 'text',
    });
    assert.deepEqual(parse({ hook_event_name: 'UserPromptSubmit', prompt: 'hello' }), { event: 'userPrompt', conversationId: 'conversation', prompt: 'hello' });
    assert.deepEqual(parse({ hook_event_name: 'SessionStart', source: 'new', model: 'gpt' }), { event: 'sessionStart', conversationId: 'conversation', modelId: 'gpt' });
  });

  it('leaves other events alone', () => {
    assert.equal(parse({ hook_event_name: 'PreCompact' }), undefined);
  });

  for (const text of ['', 'null', '[]', '{}', '{"session_id":1}', '{"session_id":"x","hook_event_name":"PreToolUse"}']) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseHookInput(text));
    });
  }

  it('writes what the agent understands', () => {
    assert.deepEqual(JSON.parse(denyOutput('reason', 'message')), {
      systemMessage: 'message',
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'reason' },
    });
    assert.deepEqual(JSON.parse(messageOutput('message')), { systemMessage: 'message' });
    assert.deepEqual(JSON.parse(blockPromptOutput('reason')), { decision: 'block', reason: 'reason' });
  });
});
