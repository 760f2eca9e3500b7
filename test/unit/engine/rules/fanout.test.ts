import assert from 'node:assert/strict';
import type { Call } from '../../../../src/engine/facts/call';
import { GuardHarness } from '../../../fakes/guardHarness';

const ONLY = { detectors: ['fanout'] };
const REVIEW = 'Review the change of the parser for faults, and report each with file and line.';

let id = 0;
const spawn = (harness: GuardHarness, prompt: string, more: Partial<Call> & { tool?: string } = {}): string =>
  harness.check(
    more.tool ?? 'runSubagent',
    { description: `part ${++id}`, prompt },
    { ...more, result: `report ${id}` },
  ).action;

describe('fanout', () => {
  it('warns at the third time for one task and is certain at the sixth, whatever the answers', () => {
    const harness = new GuardHarness(ONLY);
    const actions = Array.from({ length: 6 }, () => spawn(harness, REVIEW));
    assert.deepEqual(actions, ['allow', 'allow', 'warn', 'allow', 'allow', 'break']);
  });

  it('counts for longer than a call stays in the window, and until the next message', () => {
    const harness = new GuardHarness(ONLY);
    const later = (): string => {
      harness.nowMs += 600_000;
      return spawn(harness, REVIEW);
    };
    assert.deepEqual([later(), later(), later()], ['allow', 'allow', 'warn']);
    harness.guard.beginTurn('conversation-1');
    assert.deepEqual([later(), later(), later()], ['allow', 'allow', 'warn']);
  });

  it('recognizes a task that is passed on, even slightly reworded', () => {
    const harness = new GuardHarness(ONLY);
    assert.equal(spawn(harness, REVIEW), 'allow');
    assert.equal(spawn(harness, `${REVIEW} Thanks.`, { agent: 'one' }), 'allow');
    assert.equal(spawn(harness, `${REVIEW} Thank you.`, { agent: 'two' }), 'warn');
    assert.equal(spawn(harness, `${REVIEW} Please.`, { agent: 'three' }), 'warn');
    assert.equal(spawn(harness, REVIEW, { agent: 'four' }), 'warn');
    assert.equal(spawn(harness, REVIEW, { agent: 'five' }), 'break');
  });

  it('lets an agent that has edited since ask for the same check again, up to the hard limit', () => {
    const edited = (agent?: string): string[] => {
      const harness = new GuardHarness(ONLY);
      return Array.from({ length: 24 }, (_, at) => {
        harness.check('edit', { path: 'a.ts', old_string: `${at}`, new_string: `${at + 1}` }, { agent });
        harness.nowMs += 200_000;
        return spawn(harness, REVIEW);
      });
    };
    assert.deepEqual(edited(), [...Array<string>(23).fill('allow'), 'break']);
    assert.deepEqual(edited('another').slice(0, 6), ['allow', 'allow', 'warn', 'allow', 'allow', 'break']);
  });

  it('recognizes a spawning call by its name, or by the requested kind of agent', () => {
    for (const tool of ['Task', 'Agent', 'spawn_agent', 'task', 'run_subagent']) {
      const harness = new GuardHarness(ONLY);
      const actions = Array.from({ length: 3 }, () => spawn(harness, REVIEW, { tool }));
      assert.equal(actions[2], 'warn', tool);
    }
    const ask = (given: object): string => {
      const harness = new GuardHarness(ONLY);
      return [1, 2, 3].map(() => harness.check('frobnicate', given).action)[2] as string;
    };
    assert.equal(ask({ agent_type: 'reviewer', message: REVIEW }), 'warn');
    assert.equal(ask({ message: REVIEW }), 'allow');
    assert.equal(ask({ agent_type: 'reviewer', message: 'continue' }), 'allow');
    const harness = new GuardHarness(ONLY);
    const created = [1, 2, 3].map(() => harness.check('TaskCreate', { subject: 'a', prompt: REVIEW }).action);
    assert.deepEqual(created, ['allow', 'allow', 'allow']);
  });

  it('warns once of very many subagents, at the configured number', () => {
    const many = (user: object): string[] => {
      const harness = new GuardHarness({ ...ONLY, ...user });
      return Array.from({ length: 40 }, (_, at) => spawn(harness, `Look at folder ${at} and tell what is in it.`));
    };
    const actions = many({});
    assert.deepEqual(
      [actions.indexOf('warn'), actions.lastIndexOf('warn'), actions.includes('break')],
      [29, 29, false],
    );
    assert.deepEqual(
      [
        many({ detectors: { manyAgents: { limit: 0 } } }).indexOf('warn'),
        many({ detectors: { manyAgents: { limit: 20 } } }).indexOf('warn'),
      ],
      [-1, 19],
    );
  });
});
