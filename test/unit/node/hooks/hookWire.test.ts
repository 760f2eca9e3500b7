import assert from 'node:assert/strict';
import { blockPromptOutput, denyOutput, messageOutput, parseHookInput } from '../../../../src/node/hooks/hookWire';
import type { HarnessName, Reply } from '../../../../src/node/hooks/harness';
import { HARNESSES, recognise } from '../../../../src/node/hooks/harnesses/registry';
import { parseRawInput, translateInput } from '../../../../src/node/hooks/input';
import { RECORDED } from './recordedHooks';

const COMMON = {
  timestamp: '2026-01-01T00:00:00Z',
  session_id: 'conversation',
  transcript_path: '/t.jsonl',
  cwd: '/w',
};
const parse = (fields: object) => parseHookInput(JSON.stringify({ ...COMMON, ...fields }));

describe('hook wire', () => {
  it('reads every event of the agent', () => {
    assert.deepEqual(
      parse({ hook_event_name: 'PreToolUse', tool_name: 'read', tool_input: { a: 1 }, tool_use_id: 'x__vscode-1' }),
      {
        event: 'preToolUse',
        conversationId: 'conversation',
        callId: 'x__vscode-1',
        agentId: undefined,
        tool: 'read',
        arguments: { a: 1 },
        transcriptPath: '/t.jsonl',
      },
    );
    assert.deepEqual(
      parse({
        hook_event_name: 'PostToolUse',
        tool_name: 'read',
        tool_input: {},
        tool_use_id: 'x',
        tool_response: 'text',
      }),
      {
        event: 'postToolUse',
        conversationId: 'conversation',
        callId: 'x',
        result: 'text',
      },
    );
    assert.deepEqual(parse({ hook_event_name: 'UserPromptSubmit', prompt: 'hello' }), {
      event: 'userPrompt',
      conversationId: 'conversation',
      prompt: 'hello',
    });
    assert.deepEqual(parse({ hook_event_name: 'SessionStart', source: 'new', model: 'gpt' }), {
      event: 'sessionStart',
      conversationId: 'conversation',
      modelId: 'gpt',
    });
  });

  it('reads that a sub-agent begins', () => {
    assert.deepEqual(parse({ hook_event_name: 'SubagentStart', agent_id: 'call_3', agent_type: 'default' }), {
      event: 'subagentStart',
      conversationId: 'conversation',
      agentId: 'call_3',
    });
    assert.equal(parse({ hook_event_name: 'SubagentStart' }), undefined);
  });

  it('leaves other events alone', () => {
    assert.equal(parse({ hook_event_name: 'PreCompact' }), undefined);
  });

  for (const text of [
    '',
    'null',
    '[]',
    '{}',
    '{"session_id":1}',
    '{"session_id":"x","hook_event_name":"PreToolUse"}',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseHookInput(text));
    });
  }

  it('writes what the agent understands', () => {
    assert.deepEqual(JSON.parse(denyOutput('reason', 'message')), {
      systemMessage: 'message',
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'reason',
      },
    });
    assert.deepEqual(JSON.parse(messageOutput('message')), { systemMessage: 'message' });
    assert.deepEqual(JSON.parse(blockPromptOutput('reason')), { decision: 'block', reason: 'reason' });
  });
});

describe('table of harnesses', () => {
  for (const { name, harness, input, expected } of RECORDED) {
    it(`reads ${name}`, () => {
      const raw = parseRawInput(JSON.stringify(input));
      assert.deepEqual(translateInput(raw, HARNESSES[harness]), expected);
      assert.deepEqual(
        translateInput({ ...raw, something_new: [1] }, HARNESSES[harness]),
        expected,
        'with a field nobody knows',
      );
    });

    it(`recognises ${name}`, () => {
      assert.equal(recognise(parseRawInput(JSON.stringify(input))).name, harness);
    });
  }

  const replies: Reply[] = [
    { kind: 'allow' },
    { kind: 'warn', toPerson: 'P' },
    { kind: 'ask', toPerson: 'P' },
    { kind: 'deny', toModel: 'M', toPerson: 'P' },
    { kind: 'stop', toModel: 'M', toPerson: 'P' },
  ];
  const decision = (permissionDecision: string, permissionDecisionReason: string) => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
  });
  const denied = { systemMessage: 'P', ...decision('deny', 'M') };
  const expected: Record<HarnessName, unknown[]> = {
    vscode: [undefined, { systemMessage: 'P' }, decision('ask', 'P'), denied, denied],
    claude: [
      undefined,
      { systemMessage: 'P' },
      decision('ask', 'P'),
      denied,
      { continue: false, stopReason: 'P', ...decision('deny', 'P') },
    ],
    copilot: [
      undefined,
      { type: 'progress', message: 'P' },
      { permissionDecision: 'ask', permissionDecisionReason: 'P' },
      { permissionDecision: 'deny', permissionDecisionReason: 'M' },
      { permissionDecision: 'deny', permissionDecisionReason: 'M' },
    ],
    codex: [undefined, { systemMessage: 'P' }, { systemMessage: 'P' }, denied, denied],
  };
  for (const [name, outputs] of Object.entries(expected) as [HarnessName, unknown[]][]) {
    it(`writes what ${name} understands`, () => {
      const written = replies.map((reply) => HARNESSES[name].write(reply));
      assert.deepEqual(
        written.map((text) => (text === '' ? undefined : (JSON.parse(text) as unknown))),
        outputs,
      );
    });
  }

  it('has no harness say anything that Codex takes for invalid', () => {
    const stop = JSON.parse(HARNESSES.codex.write({ kind: 'stop', toModel: 'M', toPerson: 'P' })) as object;
    assert.ok(!('continue' in stop) && !('stopReason' in stop) && !('suppressOutput' in stop));
  });

  for (const text of ['', 'null', '[]', '1', '{']) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseRawInput(text));
    });
  }

  it('needs a session, and a tool unless a call id tells it', () => {
    assert.throws(
      () => translateInput({ hook_event_name: 'PreToolUse', tool_name: 'x' }, HARNESSES.claude),
      /session_id/,
    );
    assert.throws(() => translateInput({ sessionId: '', toolName: 'x' }, HARNESSES.copilot), /sessionId or session_id/);
    assert.throws(
      () => translateInput({ hook_event_name: 'PreToolUse', session_id: 's', tool_use_id: 'c' }, HARNESSES.claude),
      /tool_name/,
    );
    assert.throws(
      () => translateInput({ hook_event_name: 'PostToolUse', session_id: 's' }, HARNESSES.claude),
      /tool_name/,
    );
    assert.equal(
      translateInput({ hook_event_name: 'PostToolUse', session_id: 's', tool_use_id: 'c' }, HARNESSES.claude)?.event,
      'postToolUse',
    );
  });
});
