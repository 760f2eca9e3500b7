import assert from 'node:assert/strict';
import { Measurements, type MeasuredContext } from '../../../../src/core/telemetry/measurements';
import type { ObservedEvent } from '../../../../src/core/events/events';
import { GuardHarness } from '../../../fakes/guardHarness';

const MODEL = { vendor: 'anthropic', family: 'some', id: 'some-model-4' };
const CONTEXT: MeasuredContext = { harness: 'claude', model: MODEL };

function measured(user: Record<string, unknown> = {}, context = CONTEXT) {
  const harness = new GuardHarness(user);
  const measurements = new Measurements();
  const counts: string[] = [];
  const last: { detection?: Extract<ObservedEvent, { kind: 'detection' }>['detection'] } = {};
  const note = (event: ObservedEvent): void => {
    if (event.kind === 'detection') {
      last.detection = event.detection;
    }
    for (const { counter, attributes } of measurements.of(event, context)) {
      counts.push(`${counter} ${JSON.stringify(attributes)}`);
    }
  };
  const call = (tool: string, callArguments: unknown = {}): string => {
    const { action } = harness.check(tool, callArguments);
    harness.events.splice(0).forEach(note);
    return action;
  };
  const number = (counter: string, part = ''): number =>
    counts.filter((line) => line.startsWith(`${counter} `) && line.includes(part)).length;
  return { call, counts, number, note, last };
}

describe('telemetry of the guard’s reports', () => {
  it('counts every call once, including refused ones and those after a stop', () => {
    const { call, number } = measured();
    const actions = [1, 2, 3, 4, 5].map(() => call('read', { path: 'x' }));
    assert.deepEqual(actions, ['allow', 'allow', 'warn', 'break', 'stopped']);
    assert.equal(number('calls'), 5);
    assert.equal(number('detections'), 2);
    assert.equal(number('refusals'), 2);
    assert.equal(number('refusals', '"tool_loop_guard.action":"stopped"'), 1);
    assert.equal(number('stops', '"tool_loop_guard.detector":"repeat"'), 1);
  });

  it('counts a second chance that was taken', () => {
    const { call, number } = measured({ mode: 'chance_then_break' });
    times(4, () => call('read', { path: 'x' }));
    assert.equal(number('refusals', '"tool_loop_guard.action":"chance"'), 1);
    assert.equal(number('stops'), 0);
    call('write', { path: 'y' });
    assert.equal(number('mitigations', '"tool_loop_guard.action":"chance"'), 1);
  });

  it('counts a false detection once, whatever the later feedback', () => {
    const { call, number, note, last } = measured();
    times(4, () => call('read', { path: 'x' }));
    const { detection } = last;
    for (const verdict of ['loop', 'fine', 'fine', 'loop', 'fine'] as const) {
      note({ kind: 'feedback', conversationId: 'conversation-1', callId: 'call-4', detection, verdict });
    }
    note({
      kind: 'feedback',
      conversationId: 'conversation-1',
      callId: 'call-1',
      detection: undefined,
      verdict: 'fine',
    });
    assert.equal(number('falsePositives'), 1);
  });

  it('has only attributes of the conventions', () => {
    const { call, counts } = measured({ mode: 'chance_then_break' });
    times(6, () => call('read', { path: 'x' }));
    const names = new Set(counts.flatMap((line) => Object.keys(JSON.parse(line.slice(line.indexOf('{'))) as object)));
    assert.deepEqual([...names].toSorted(), [
      'gen_ai.provider.name',
      'gen_ai.request.model',
      'gen_ai.tool.name',
      'tool_loop_guard.action',
      'tool_loop_guard.detector',
      'tool_loop_guard.harness',
    ]);
  });

  it('leaves out unknown values', () => {
    const { call, counts } = measured({}, { harness: 'vscode', model: undefined });
    call('read');
    assert.deepEqual(counts, ['calls {"tool_loop_guard.harness":"vscode","gen_ai.tool.name":"read"}']);
  });

  it('leaves out the operation of a tool, which is an argument', () => {
    const { call, counts } = measured({ tools: { plan: { operationField: 'operation' } } });
    times(4, () => call('plan', { operation: 'MARKED' }));
    assert.ok(counts.length > 4);
    assert.ok(!counts.join().includes('MARKED'));
    assert.ok(counts.every((line) => line.includes('"gen_ai.tool.name":"plan"')));
  });

  for (const name of [
    'cat secret.txt',
    ['', 'home', 'me', 'secret'].join('/'),
    'a/b/c/d',
    'C:\\secret',
    '../secret',
    'word '.repeat(20),
    'x'.repeat(200),
    'sëcret',
    '',
  ]) {
    it(`sends no tool or model named ${JSON.stringify(name.slice(0, 40))}`, () => {
      const model = { vendor: name, family: name, id: name };
      const { call, counts } = measured({}, { harness: 'vscode', model });
      call(name);
      const attributes = JSON.parse((counts[0] ?? '').replace('calls ', '')) as Record<string, string>;
      const { 'gen_ai.tool.name': tool, 'gen_ai.request.model': id } = attributes;
      assert.ok(tool === '_OTHER' || tool === 'C', tool);
      assert.equal(id, '_OTHER');
      assert.equal(attributes['gen_ai.provider.name'], '_OTHER');
    });
  }

  it('sends common names', () => {
    for (const name of ['mcp__github__search', 'github/search', 'run_in_terminal', 'functions.shell']) {
      const { call, counts } = measured({}, { harness: 'x', model: { vendor: 'v', family: 'f', id: 'org/model-4.1' } });
      call(name);
      assert.ok(counts[0]?.includes(`"gen_ai.tool.name":"${name}"`), counts[0]);
      assert.ok(counts[0]?.includes('"gen_ai.request.model":"org/model-4.1"'), counts[0]);
    }
  });
});

function times(count: number, run: () => void): void {
  for (let time = 0; time < count; time += 1) {
    run();
  }
}
