// Agents' logs contain the guard's own words, next to results and instead of them.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { isRefusal, withoutNotes } from '../../../../src/node/logs/ownWords';
import { SessionScan } from '../../../../src/core/scan/sessionScan';
import { budgetTextForModel } from '../../../../src/core/words/budgetTexts';
import { ConversationSettings } from '../../../../src/core/settings/conversationSettings';
import { parseConfiguration } from '../../../../src/core/settings/parse';
import { Guard } from '../../../../src/library';
import { digestOf } from '../../../../src/node/files/hash';
import { readSessionFile } from '../../../../src/node/logs/sessionFile';
import { jsonLines } from '../../../fakes/jsonLines';

const CALL = { tool: 'run_shell_command', arguments: { command: 'echo same' } };
const RESULT = 'same\n';

/** What the model reads next to the third result, and instead of the fourth. */
function said(): { readonly note: string; readonly refusal: string } {
  const guard = new Guard();
  let [note, refusal] = ['', ''];
  for (let call = 0; call < 4; call++) {
    const { runs, forModel } = guard.before(CALL);
    note = (runs ? guard.after(CALL, { result: RESULT }) : undefined) ?? note;
    refusal = forModel ?? refusal;
  }
  return { note, refusal };
}

/** How agents write a note next to a result: opencode and Qwen Code, Gemini CLI, Copilot. Source: their logs. */
const WRITTEN: readonly ((note: string) => string)[] = [
  (note) => `${RESULT}\n\n${note}`,
  (note) => `${RESULT}\n\n<hook_context>${note}</hook_context>`,
  (note) => `${RESULT}\n\nTool "bash" succeeded. Additional guidance from postToolUse hooks:\n${note}`,
];

describe('the guard’s own words', () => {
  it('aren’t part of a result', () => {
    const { note } = said();
    assert.match(note, /^Note from Tool Loop Guard/);
    WRITTEN.forEach((written) => assert.equal(withoutNotes(written(note)), RESULT));
    const [written = String] = WRITTEN;
    assert.equal(withoutNotes(`${written(`${note}\n\n${note}`)} and more`), `${RESULT} and more`);
  });

  it('are distinguished from text that only looks like them', () => {
    const { note } = said();
    for (const text of ['', RESULT, 'Note from Tool Loop Guard: see the README', note.slice(0, -5)]) {
      assert.equal(withoutNotes(text), text);
    }
    assert.equal(isRefusal(`${'A long page about guards. '.repeat(10)}${said().refusal}`), false);
    assert.equal(isRefusal('This call was blocked. Ask your administrator.'), false);
  });

  it('instead of a result mean that the call didn’t run', () => {
    const { refusal } = said();
    assert.ok(isRefusal(refusal));
    assert.ok(isRefusal(`Command blocked by PreToolUse hook: ${refusal}`));
    const budget = { measure: 'calls', scope: 'message', limit: 5 } as const;
    assert.ok(isRefusal(budgetTextForModel(budget)));
    assert.ok(isRefusal('Permission denied by a hook: [Tool Loop Guard] Loop stopped. To continue, …'));
  });

  it('in a custom message are recognized if the message is distinctive', () => {
    const guidance = 'You called {tool} {count} times already. Read the plan again: {arguments}';
    const guard = new Guard({ messages: { guidance }, settings: { mode: 'chance_then_break' } });
    let refusal = '';
    for (let call = 0; call < 4; call++) {
      refusal = guard.before(CALL).forModel ?? refusal;
      guard.after(CALL, { result: RESULT });
    }
    assert.match(refusal, /^You called/);
    assert.ok(isRefusal(refusal, guidance));
    assert.ok(isRefusal(`Denied by preToolUse hook: ${refusal}`, guidance));
    assert.equal(isRefusal(refusal), false);
    assert.equal(isRefusal(`${'Long text of a file. '.repeat(9)}${refusal}`, guidance), false);
    assert.equal(isRefusal('You called bash 3 times already.', guidance), false);
    assert.equal(isRefusal('Stop, it is 4.', 'Stop, it is {count}.'), false);
    assert.ok(isRefusal('bash has now looped for 4 calls.', '{tool} has now looped for {count} calls.'));
  });

  WRITTEN.forEach((written, way) =>
    it(`don’t keep a loop in a log from being found, in format ${way + 1}`, async () => {
      const { note, refusal } = said();
      const head = { sessionId: 's', provenance: 'model', timestamp: '2026-11-25T22:00:00.000Z' };
      const lines = [RESULT, RESULT, written(note), refusal, refusal].flatMap((output, at) => [
        {
          ...{ ...head, type: 'assistant', uuid: `u${at}` },
          message: { parts: [{ functionCall: { id: `c${at}`, name: CALL.tool, args: CALL.arguments } }] },
        },
        {
          ...{ ...head, type: 'tool_result' },
          message: { parts: [{ functionResponse: { id: `c${at}`, response: { output } } }] },
        },
      ]);
      const outcomes: unknown[] = [];
      const scan = new SessionScan(new ConversationSettings(() => parseConfiguration({})), digestOf);
      const log = Readable.from([jsonLines(lines)]);
      const reading = readSessionFile(log, 'log', {
        call: (call) => {
          outcomes.push(call.outcome?.digest);
          scan.call(call, undefined);
        },
        end: () => undefined,
        broken: (line) => assert.fail(line.reason),
      });
      while ((await reading.next()).done !== true) {}
      assert.deepEqual(
        scan.end().loops.map(({ firstCall, stoppedAt, callsAfterStop }) => [firstCall, stoppedAt, callsAfterStop]),
        [[3, 4, 0]],
      );
      const [digest] = outcomes;
      assert.deepEqual(outcomes, [digest, digest, digest, undefined, undefined]);
    }),
  );
});
