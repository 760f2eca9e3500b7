import assert from 'node:assert/strict';
import type * as published from '../../../api/library/index';
import { Guard } from '../../../src/library';

/** The type check fails here if the published class differs from ours. */
const PublishedGuard: typeof published.Guard = Guard;

const CALL: published.Call = { tool: 'read', arguments: { path: 'a.txt' } };

function repeat(
  guard: published.Guard,
  times: number,
  call = CALL,
  result: (index: number) => string = () => 'text',
): string[] {
  return Array.from({ length: times }, (_, index) => {
    const { action, runs } = guard.before(call);
    if (runs) {
      guard.after(call, { result: result(index) });
    }
    return action;
  });
}

describe('the guard of the library', () => {
  it('returns what to do, and the texts for the model and the user', () => {
    const guard = new PublishedGuard();
    assert.deepEqual(guard.before(CALL), { action: 'allow', runs: true, ends: false });
    repeat(guard, 1);
    const warning = guard.before({ ...CALL, id: 'third' });
    assert.equal(warning.runs, true);
    assert.equal(warning.forModel, undefined);
    assert.match(
      warning.forPerson ?? '',
      /^Possible loop: read\(a\.txt\) returned the same result 2 times\. The call was allowed\.$/,
    );
    const nudge = guard.after({ ...CALL, id: 'third' }, { result: 'text' });
    assert.match(nudge ?? '', /^Note from Tool Loop Guard: 'read' [^]*a\.txt/);
    assert.equal(guard.after({ ...CALL, id: 'third' }, { result: 'text' }), undefined);
    const stop = guard.before(CALL);
    assert.deepEqual([stop.action, stop.runs, stop.ends], ['break', false, true]);
    assert.match(stop.forModel ?? '', /^This call was blocked: the session was stopped/);
    assert.match(stop.forPerson ?? '', /^Loop stopped\. read\(a\.txt\) returned the same result 3 times\./);
    assert.deepEqual(stop.finding, {
      conversation: '',
      tool: 'read',
      detector: 'repeat',
      certainty: 'certain',
      count: 4,
      limit: 4,
    });
    assert.deepEqual(guard.stopped(), { ...stop, action: 'stopped' });
  });

  it('tells the model how to change course, and quotes the arguments without secrets', () => {
    const guard = new Guard({ settings: { mode: 'chance_then_break' } });
    const call = { tool: 'fetch', arguments: { url: 'a', token: 'ghp_0123456789abcdefghij0123456789abcdef' } };
    assert.deepEqual(repeat(guard, 3, call), ['allow', 'allow', 'warn']);
    const chance = guard.before(call);
    assert.deepEqual([chance.action, chance.runs, chance.ends], ['chance', false, false]);
    assert.match(chance.forModel ?? '', /^This call was blocked\. Tool call loop: 'fetch' /);
    assert.match(chance.forModel ?? '', /"url":"a"/);
    assert.doesNotMatch(chance.forModel ?? '', /ghp_/);
    assert.equal(guard.before(call).action, 'break');
  });

  it('treats errors as failures', () => {
    const guard = new Guard();
    const hints = Array.from({ length: 4 }, (_, index) => {
      const call = { tool: 'read', arguments: { path: `${index}.txt` }, round: `answer ${index}` };
      assert.equal(guard.before(call).action, 'allow');
      return guard.after(call, { error: new Error('It did not work') });
    });
    assert.equal(hints[2], undefined);
    assert.match(hints[3] ?? '', /failing for the same reason/);
  });

  it('matches an outcome without an ID to the oldest such call without an outcome', () => {
    const guard = new Guard();
    for (const result of ['one', 'two', 'three', 'four', 'five', 'six']) {
      guard.before({ ...CALL });
      guard.before({ tool: 'other' });
      guard.after({ ...CALL }, { result });
      guard.after({ tool: 'other' }, { result });
    }
    assert.equal(guard.before({ ...CALL }).action, 'allow');
  });

  describe('without a round', () => {
    const failing = (index: number): published.Call => ({ tool: 'fetch', arguments: { url: `page ${index}` } });
    const failure = { error: new Error('HTTP 404 Not Found') };
    const unhurried = (): published.Guard => {
      let now = 0;
      return new Guard({ now: () => (now += 2_000) });
    };

    it('treats a call after a result as a new answer of the model, however soon it comes', () => {
      const guard = new Guard({ now: () => 0 });
      const answers = Array.from({ length: 8 }, (_, index) => {
        const { action } = guard.before(failing(index));
        return { action, hint: guard.after(failing(index), failure) };
      });
      assert.equal(
        answers.findIndex(({ hint }) => hint !== undefined),
        3,
      );
      assert.equal(
        answers.findIndex(({ action }) => action === 'break'),
        7,
      );
    });

    it('treats calls that begin while another one runs as one answer, however late they come', () => {
      const guard = unhurried();
      const calls = Array.from({ length: 10 }, (_, index) => failing(index));
      const actions = calls.map((call) => guard.before(call).action);
      calls.forEach((call) => guard.after(call, failure));
      assert.deepEqual(new Set([...actions, guard.before(failing(10)).action]), new Set(['allow']));
    });

    it('doesn’t wait for a call whose result was undefined', () => {
      const guard = unhurried();
      guard.before({ ...CALL, id: 'void' });
      guard.after({ ...CALL, id: 'void' }, { result: undefined });
      const actions = Array.from({ length: 8 }, (_, index) => {
        const { action } = guard.before(failing(index));
        guard.after(failing(index), failure);
        return action;
      });
      assert.equal(actions.indexOf('break'), 7);
    });
  });

  for (const [name, result] of Object.entries({
    'an MCP client': { isError: true, content: [{ type: 'text', text: 'It is the wrong kind of page.' }] },
    'a tool that says so': { message: 'It is the wrong kind of page.', success: false },
    'an HTTP client': { body: 'It is the wrong kind of page.', status: 500 },
    'a tool with a state': { message: 'It is the wrong kind of page.', status: 'error' },
  })) {
    it(`recognizes a failure in the format of ${name}`, () => {
      const guard = new Guard();
      const hints = Array.from({ length: 4 }, (_, index) => {
        const call = { tool: 'fetch', arguments: { url: `page ${index}` } };
        guard.before(call);
        return guard.after(call, { result });
      });
      assert.match(hints[3] ?? '', /'fetch' invoked 4 times .* failing for the same reason/);
    });
  }

  it('treats a response with a success status as a success', () => {
    const guard = new Guard();
    for (let index = 0; index < 10; index++) {
      const call = { tool: 'fetch', arguments: { url: `page ${index}` } };
      assert.equal(guard.before(call).action, 'allow');
      guard.after(call, {
        result: { status: 200, success: true, isError: false, body: `text ${'abcdefghij'[index]}` },
      });
    }
  });

  it('separates conversations, and restarts with a user message', () => {
    const guard = new Guard();
    repeat(guard, 4, { ...CALL, conversation: 'a' });
    assert.equal(guard.stopped('a')?.action, 'stopped');
    assert.equal(guard.stopped('b'), undefined);
    assert.equal(guard.stopped(), undefined);
    assert.equal(guard.before({ ...CALL, conversation: 'b' }).action, 'allow');
    guard.beginTurn('a');
    assert.equal(guard.stopped('a'), undefined);
    assert.equal(guard.before({ ...CALL, conversation: 'a' }).action, 'allow');
  });

  it('forgets calls outside the time window, with the given clock', () => {
    let now = 0;
    const guard = new Guard({ now: () => now, settings: { ttlSeconds: 10 } });
    const actions = Array.from({ length: 3 }, () => {
      now += 10_001;
      return repeat(guard, 1)[0];
    });
    assert.deepEqual(actions, Array<string>(3).fill('allow'));
    now += 10_000;
    assert.deepEqual(repeat(guard, 3), ['allow', 'warn', 'break']);
  });

  it('continues only from a state that went through JSON', () => {
    const guard = new Guard();
    assert.equal(guard.save(), undefined);
    repeat(guard, 3);
    const state = JSON.stringify(guard.save());
    assert.doesNotMatch(state, /a\.txt|text"/);
    const other = new Guard();
    assert.equal(other.restore(JSON.parse(state)), true);
    assert.equal(other.before(CALL).action, 'break');
    for (const wrong of [undefined, null, 1, 'x', {}, { version: 0 }, { version: 1 }]) {
      assert.equal(new Guard().restore(wrong), false, JSON.stringify(wrong));
    }
  });

  it('stays stopped after it is restored', () => {
    const guard = new Guard();
    repeat(guard, 4);
    const other = new Guard();
    assert.equal(other.restore(JSON.parse(JSON.stringify(guard.save())), 'c'), true);
    assert.match(other.stopped('c')?.forPerson ?? '', /^Loop stopped\./);
    assert.equal(other.before({ tool: 'new', conversation: 'c' }).action, 'stopped');
  });

  it('asks the user only if that is possible', () => {
    const settings: published.Settings = { actions: ['ask'] };
    assert.equal(repeat(new Guard({ settings }), 4)[3], 'chance');
    const asking = new Guard({ settings, canAsk: true });
    repeat(asking, 3);
    const { action, runs, forModel, forPerson } = asking.before(CALL);
    assert.deepEqual([action, runs], ['ask', false]);
    assert.match(forModel ?? '', /This call was blocked/);
    assert.match(forPerson ?? '', /already returned the same result 3 times\. Run it again\?$/);
  });

  it('reports each detection, without arguments', () => {
    const told: unknown[] = [];
    repeat(new Guard({ onDetection: (finding, action) => told.push([finding.count, finding.certainty, action]) }), 6);
    assert.deepEqual(told, [
      [3, 'likely', 'nudge'],
      [4, 'certain', 'break'],
    ]);
  });

  it('checks anyway when a listener throws, and reports the fault', () => {
    const faults: unknown[] = [];
    const error = new Error('listener');
    const guard = new Guard({
      onDetection: () => {
        throw error;
      },
      onFault: (fault) => faults.push(fault),
    });
    assert.deepEqual(repeat(guard, 4), ['allow', 'allow', 'warn', 'break']);
    assert.deepEqual(faults, [error, error]);
  });

  it('names the missing argument', () => {
    const guard = new Guard() as unknown as Record<'before' | 'after', (...given: unknown[]) => unknown>;
    assert.throws(() => guard.before(), {
      name: 'TypeError',
      message: /^call cannot be undefined\. Allowed: an object/,
    });
    assert.throws(
      () => guard.after(CALL),
      /^TypeError: outcome cannot be undefined\. Allowed: \{ result \} or \{ error \}/,
    );
    assert.throws(() => guard.after(CALL, {}), /^TypeError: outcome cannot be \{\}\./);
  });

  it('allows a call that it can’t read, and reports the fault', () => {
    const faults: unknown[] = [];
    const guard = new Guard({ onFault: (fault) => faults.push(fault) });
    const hostile = {
      get path(): string {
        throw new Error('unreadable');
      },
    };
    const call = { tool: 'read', arguments: hostile };
    assert.deepEqual(repeat(guard, 5, call), Array<string>(5).fill('allow'));
    assert.ok(faults.length > 0);
  });

  it('uses custom messages', () => {
    const guard = new Guard({ messages: { block: 'Enough of {tool}.', guidance: 'Not {count} times.' } });
    repeat(guard, 3);
    assert.equal(guard.before(CALL).forPerson, 'Enough of read.');
  });
});
