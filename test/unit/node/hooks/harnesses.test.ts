import assert from 'node:assert/strict';
import type { Reply } from '../../../../src/node/wire/harness';
import { HARNESSES, type HarnessName, recognise } from '../../../../src/node/agents/harnesses';
import { parseRawInput, translateInput } from '../../../../src/node/wire/input';
import { QWEN, RECORDED } from './recordedHooks';

describe('table of harnesses', () => {
  for (const [name, harness, input, expected] of RECORDED) {
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
      assert.equal(recognise(parseRawInput(JSON.stringify(input)), {}).name, harness);
    });
  }

  const replies: Reply[] = [
    { kind: 'allow' },
    { kind: 'warn', toPerson: 'P' },
    { kind: 'ask', toPerson: 'P' },
    { kind: 'deny', toModel: 'M', toPerson: 'P' },
    { kind: 'stop', toModel: 'M', toPerson: 'P' },
    { kind: 'blockPrompt', toPerson: 'P' },
  ];
  const decision = (permissionDecision: string, permissionDecisionReason: string) => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
  });
  const denied = { systemMessage: 'P', ...decision('deny', 'M') };
  const blocked = { decision: 'block', reason: 'P' };
  const expected: Record<HarnessName, unknown[]> = {
    vscode: [undefined, { systemMessage: 'P' }, decision('ask', 'P'), denied, denied, blocked],
    claude: [
      undefined,
      { systemMessage: 'P' },
      decision('ask', 'P'),
      denied,
      { continue: false, stopReason: 'P', ...decision('deny', 'P') },
      blocked,
    ],
    copilot: [
      undefined,
      { type: 'progress', message: 'P' },
      { permissionDecision: 'ask', permissionDecisionReason: 'P', ...decision('ask', 'P') },
      { permissionDecision: 'deny', permissionDecisionReason: 'M', ...decision('deny', 'M') },
      { permissionDecision: 'deny', permissionDecisionReason: 'M', ...decision('deny', 'M') },
      blocked,
    ],
    codex: [undefined, { systemMessage: 'P' }, { systemMessage: 'P' }, denied, denied, blocked],
    gemini: [
      undefined,
      { systemMessage: 'P' },
      { systemMessage: 'P' },
      { decision: 'deny', reason: 'M', systemMessage: 'P' },
      { continue: false, stopReason: 'P', decision: 'deny', reason: 'M', systemMessage: 'P' },
      { decision: 'deny', reason: 'P' },
    ],
    qwen: [undefined, { systemMessage: 'P' }, decision('ask', 'P'), denied, denied, blocked],
  };
  for (const [name, outputs] of Object.entries(expected) as [HarnessName, unknown[]][]) {
    it(`writes the format of ${name}`, () => {
      const written = replies.map((reply) => HARNESSES[name].write(reply));
      assert.deepEqual(
        written.map((text) => (text === '' ? undefined : (JSON.parse(text) as unknown))),
        outputs,
      );
    });
  }

  it('nudges VS Code’s own agent before the call, and all others after it', () => {
    for (const [name, harness] of Object.entries(HARNESSES)) {
      const written = harness.write({ kind: 'warn', toPerson: 'P', toModel: 'M' });
      assert.equal(written.includes('"M"'), name === 'vscode', name);
      assert.equal(harness.nudges, name === 'vscode' ? 'beforeCall' : 'afterCall', name);
    }
    assert.deepEqual(JSON.parse(HARNESSES.vscode.write({ kind: 'warn', toPerson: 'P', toModel: 'M' })), {
      systemMessage: 'P',
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'M' },
    });
  });

  it('adds the text for the model to a result or a failure', () => {
    for (const [answers, hookEventName] of [
      ['postToolUse', 'PostToolUse'],
      ['postToolUseFailure', 'PostToolUseFailure'],
    ] as const) {
      const nested = { hookSpecificOutput: { hookEventName, additionalContext: 'M' } };
      const expectedOutputs: Partial<Record<HarnessName, object>> = {
        qwen: nested,
        vscode: nested,
        claude: nested,
        codex: nested,
        copilot: { additionalContext: 'M', ...nested },
        gemini: { hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'M' } },
      };
      for (const [name, output] of Object.entries(expectedOutputs) as [HarnessName, object][]) {
        const written = HARNESSES[name].write({ kind: 'nudge', toModel: 'M', answers });
        assert.deepEqual(JSON.parse(written), output, name);
      }
    }
  });

  it('adds the text for the model to a prompt that no user wrote', () => {
    const written = (name: HarnessName): unknown =>
      JSON.parse(HARNESSES[name].write({ kind: 'hint', toPerson: 'P', toModel: 'M' }));
    const beside = (hookEventName: string) => ({ hookSpecificOutput: { hookEventName, additionalContext: 'M' } });
    for (const name of ['vscode', 'claude', 'codex'] as const) {
      assert.deepEqual(written(name), { systemMessage: 'P', ...beside('UserPromptSubmit') });
    }
    assert.deepEqual(written('gemini'), { systemMessage: 'P', ...beside('BeforeAgent') });
    assert.deepEqual(written('copilot'), { additionalContext: 'M', ...beside('UserPromptSubmit') });
  });

  it('reads only the lines of a file in Claude Code, so that parts can be compared', () => {
    const { resultOf } = HARNESSES.claude;
    const file = { filePath: '/w/a', content: 'one\ntwo', numLines: 2, startLine: 5, totalLines: 90 };
    assert.equal(resultOf({ type: 'text', file }), 'one\ntwo');
    assert.deepEqual(resultOf({ type: 'file_unchanged', file: { filePath: '/w/a' } }), {
      type: 'file_unchanged',
      file: { filePath: '/w/a' },
    });
  });

  it('recognizes an ambiguous Copilot input by its host', () => {
    const prompt = { hook_event_name: 'UserPromptSubmit', session_id: 's', timestamp: 't', cwd: '/w', prompt: 'go' };
    assert.equal(recognise(prompt, {}).name, 'vscode');
    assert.equal(recognise(prompt, { VSCODE_ESM_ENTRYPOINT: 'agentHostMain' }).name, 'copilot');
    assert.equal(recognise(prompt, { COPILOT_PROJECT_DIR: 'w' }).name, 'copilot');
    const claude = { hook_event_name: 'UserPromptSubmit', session_id: 's', transcript_path: '/t', prompt: 'go' };
    assert.equal(recognise(claude, { AI_AGENT: 'github_copilot_vscode_agent' }).name, 'claude');
  });

  it('ends a run of Qwen Code by a refused request to the model', () => {
    const { looksLike, ...qwen } = HARNESSES.qwen;
    const request = { ...QWEN, hook_event_name: 'UserPromptSubmit', prompt: '' };
    assert.ok(looksLike(request, {}));
    assert.deepEqual(JSON.parse(qwen.write({ kind: 'interrupt', toPerson: 'P' })), blocked);
  });

  it('ends an agent of Copilot by a refused request for permission', () => {
    assert.deepEqual(JSON.parse(HARNESSES.copilot.write({ kind: 'interrupt', toPerson: 'P' })), {
      behavior: 'deny',
      message: 'P',
      interrupt: true,
    });
  });

  it('shows nothing to a user who is informed in another way', () => {
    const refusal = JSON.parse(HARNESSES.vscode.write({ kind: 'deny', toModel: 'M', toPerson: undefined })) as object;
    assert.deepEqual(refusal, decision('deny', 'M'));
  });

  for (const text of ['', 'null', '[]', '1', '{']) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseRawInput(text));
    });
  }

  for (const [name, input, missing] of [
    ['vscode', {}, /session_id/],
    ['vscode', { session_id: 1 }, /session_id/],
    ['copilot', { sessionId: '', toolName: 'x' }, /sessionId or session_id/],
    ['claude', { hook_event_name: 'PreToolUse', tool_name: 'x' }, /session_id/],
    ['claude', { hook_event_name: 'PreToolUse', session_id: 's', tool_use_id: 'c' }, /tool_name/],
    ['claude', { hook_event_name: 'PostToolUse', session_id: 's' }, /tool_name/],
  ] as const) {
    it(`refuses ${JSON.stringify(input)} of ${name}, in which something is missing`, () => {
      assert.throws(() => translateInput(input, HARNESSES[name]), missing);
    });
  }

  it('needs no tool in an outcome with a call ID', () => {
    const outcome = { hook_event_name: 'PostToolUse', session_id: 's', tool_use_id: 'c' };
    assert.equal(translateInput(outcome, HARNESSES.claude)?.event, 'postToolUse');
  });
});
