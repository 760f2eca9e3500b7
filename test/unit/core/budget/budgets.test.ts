import assert from 'node:assert/strict';
import type { BudgetForm } from '../../../../src/core/budget/budgetMeter';
import { Budgets } from '../../../../src/core/budget/budgets';
import { answerCommand } from '../../../../src/core/chat/answer';
import { parseMessage } from '../../../../src/core/chat/command';
import type { BudgetEvent } from '../../../../src/core/events/events';
import type { BudgetSettings } from '../../../../src/core/settings/configuration';
import { logLine } from '../../../../src/core/words/logLines';
import { inEnglish } from '../../../../src/core/words/language';
import { GuardHarness } from '../../../fakes/guardHarness';

const ID = 'conversation-1';

describe('budgets', () => {
  let harness: GuardHarness;
  let budgets: Budgets;
  let told: BudgetEvent[];
  let settings: BudgetSettings;
  let seen: number;

  beforeEach(() => {
    harness = new GuardHarness();
    told = [];
    settings = { perMessage: { calls: 3 } };
    seen = 0;
    budgets = new Budgets({
      settings: () => settings,
      alwaysAllows: (tool) => tool === 'task_complete',
      report: (event) => told.push(event),
    });
  });

  /** Passes new events of the guard on at once, like the window. */
  function tellBudgets(): void {
    harness.events.slice(seen).forEach((event) => budgets.note(event));
    seen = harness.events.length;
  }

  interface Asked {
    readonly tool?: string;
    readonly form?: BudgetForm;
    readonly surface?: string;
  }

  function call(id: string, { tool = `tool_${id}`, form = 'ask', surface = 'hook' }: Asked = {}): string {
    const { guard, nowMs } = harness;
    const verdict = guard.check(ID, { id, tool, arguments: { id }, surface }, nowMs);
    tellBudgets();
    return verdict.action === 'allow'
      ? (budgets.check(ID, { id, tool, agent: undefined }, form, nowMs)?.action ?? 'runs')
      : verdict.action;
  }

  function answered(id: string): void {
    harness.guard.record(ID, { callId: id, result: `What ${id} says.`, isError: false });
    tellBudgets();
  }

  const say = (message: string): string => {
    const command = parseMessage(message) ?? assert.fail(`${message} is no command.`);
    const { guard, conversations: settings } = harness;
    return answerCommand(command, { guard, settings, conversationId: ID, translate: inEnglish, budgets });
  };

  it('count a call once, whatever the number of surfaces and questions', () => {
    const twice = (id: string): string[] => {
      const { guard, nowMs } = harness;
      const seenByModel = call(id, { surface: 'model', tool: 'read' });
      guard.check(ID, { id: `${id}~hook`, tool: 'read', arguments: { id }, surface: 'hook' }, nowMs);
      tellBudgets();
      const seenByHook = budgets.check(ID, { id: `${id}~hook`, tool: 'read', agent: undefined }, 'ask', nowMs);
      return [seenByModel, seenByHook?.action ?? 'runs', call(id, { surface: 'model', tool: 'read' })];
    };
    assert.deepEqual(['a', 'b', 'c'].flatMap(twice), Array<string>(9).fill('runs'));
    assert.equal(call('d'), 'ask');
  });

  it('ask, and double the limit when the call has run', () => {
    ['a', 'b', 'c'].forEach((id) => assert.equal(call(id), 'runs'));
    assert.equal(call('d'), 'ask');
    answered('d');
    assert.deepEqual(
      told.map(({ done, callId, reached }) => [done, callId, reached?.limit]),
      [
        ['asked', 'd', 3],
        ['doubled', 'd', 3],
      ],
    );
    assert.deepEqual(
      ['e', 'f', 'g'].map((id) => call(id)),
      ['runs', 'runs', 'ask'],
    );
  });

  it('let tools run that end the agent’s work, even after a stop', () => {
    ['a', 'b', 'c'].forEach((id) => call(id, { form: 'end' }));
    assert.equal(call('d', { form: 'end' }), 'stop');
    assert.equal(call('e', { tool: 'task_complete' }), 'runs');
    assert.equal(call('f'), 'stop');
  });

  it('restart with a message, and when the count is reset', () => {
    ['a', 'b', 'c'].forEach((id) => call(id));
    assert.equal(call('d', { form: 'end' }), 'stop');
    harness.guard.beginTurn(ID, 'Go on.');
    tellBudgets();
    assert.deepEqual(
      ['e', 'f', 'g', 'h'].map((id) => call(id, { form: 'end' })),
      ['runs', 'runs', 'runs', 'stop'],
    );
    harness.guard.reset(ID);
    tellBudgets();
    assert.equal(call('i'), 'runs');
  });

  it('are shown, doubled, ignored and stopped by a chat command', () => {
    assert.equal(say('/tool-loop-budget'), 'Budget used: 0 of 3 tool calls for this message');
    ['a', 'b', 'c'].forEach((id) => call(id));
    assert.equal(say('/tool-loop-budget double'), 'Budget used: 3 of 6 tool calls for this message');
    assert.match(say('/tool-loop-budget ignore'), /^Budget ignored in this chat: 3 of 6/);
    assert.equal(
      say('/tool-loop-budget lots'),
      '"lots" isn’t valid for `/tool-loop-budget`. Use `double`, `ignore`, or `stop`.',
    );
    say('/tool-loop-budget stop');
    assert.equal(call('d'), 'stop');
    assert.match(say('/tool-loop-why'), /^\*\*Agent stopped\.\*\* Budget reached\\: 3 tool calls for this message/);
    settings = {};
    assert.equal(call('e'), 'runs');
    assert.equal(say('/tool-loop-budget'), 'No budget is set. To set one, use `toolLoopGuard.budget`.');
  });

  it('are logged in one line without arguments', () => {
    ['a', 'b', 'c', 'd'].forEach((id) => call(id));
    assert.deepEqual(logLine(told[0] ?? assert.fail()), {
      level: 'warn',
      text: 'Budget reached: measure=calls, per=message, limit=3 (asked) in session conversation-1, call=d',
    });
  });
});
