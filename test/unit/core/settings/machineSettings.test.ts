import assert from 'node:assert/strict';
import { answerCommand } from '../../../../src/core/chat/answer';
import { Budgets } from '../../../../src/core/budget/budgets';
import { parseMessage } from '../../../../src/core/chat/command';
import { parseConfiguration, type RawSettings } from '../../../../src/core/settings/parse';
import { resolveSettings, toolSetting } from '../../../../src/core/settings/resolve';
import { inEnglish } from '../../../../src/core/words/language';
import { GuardHarness } from '../../../fakes/guardHarness';

const FILE = '/etc/tool-loop-guard/settings.json';
const ONE = 'one';

const withMachine = (values: Record<string, unknown>, raw: RawSettings = {}) =>
  parseConfiguration({ ...raw, machine: { file: FILE, values } });

function chat(values: Record<string, unknown>) {
  const harness = new GuardHarness();
  harness.settings = { machine: { file: FILE, values } };
  const { guard, conversations, configuration } = harness;
  const budgets = new Budgets({
    settings: () => configuration.window.budget,
    alwaysAllows: () => false,
    report: () => undefined,
  });
  const say = (message: string): string =>
    answerCommand(parseMessage(message) ?? assert.fail(), {
      guard,
      settings: conversations,
      conversationId: ONE,
      translate: inEnglish,
      budgets,
    });
  return { say, effective: () => conversations.effective(ONE, undefined), budgets };
}

describe('machine-wide settings', () => {
  it('rank above folder, workspace, user, environment, tool and model', () => {
    const configuration = withMachine(
      { maxRepeats: 9 },
      {
        workspaceFolder: { maxRepeats: 2 },
        workspace: { maxRepeats: 3 },
        user: {
          maxRepeats: 4,
          tools: { read: { maxRepeats: 5, ttlSeconds: 7 } },
          modelOverrides: { 'a/b': { maxRepeats: 6 } },
        },
        environment: { TOOL_LOOP_MAX_REPEATS: '7' },
      },
    );
    const model = { vendor: 'a', family: 'b', id: 'b' };
    const { values, origins } = resolveSettings(configuration, { maxRepeats: 8 }, ['read'], model);
    assert.equal(values.maxRepeats, 9);
    assert.deepEqual(origins.maxRepeats, { kind: 'machine', file: FILE });
    assert.equal(values.ttlSeconds, 7, 'what they do not set is the person’s');
  });

  it('win with the values of their preset, and with a mode over an escalation of the user', () => {
    const { values, origins } = resolveSettings(
      withMachine({ preset: 'strict', mode: 'break' }, { user: { maxRepeats: 50, actions: ['warn'] } }),
      { maxRepeats: 40 },
      [],
      undefined,
    );
    assert.notEqual(values.maxRepeats, 50);
    assert.deepEqual(values.actions, []);
    assert.deepEqual(origins.maxRepeats, { kind: 'preset', name: 'strict', of: { kind: 'machine', file: FILE } });
  });

  it('replace a whole setting: if they have overrides, the user’s have no effect', () => {
    const user = { tools: { read: { exempt: true }, write: { exempt: true } } };
    const own = withMachine({ tools: { 'read*': { maxRepeats: 6 } } }, { user });
    assert.equal(resolveSettings(own, { maxRepeats: 2 }, ['read'], undefined).values.maxRepeats, 6);
    assert.equal(resolveSettings(own, {}, ['read'], undefined).exempt, false);
    assert.equal(resolveSettings(own, {}, ['write'], undefined).exempt, false);
    const others = withMachine({ maxRepeats: 3 }, { user });
    assert.equal(resolveSettings(others, {}, ['write'], undefined).exempt, true);
  });

  it('also apply to features around the guard', () => {
    const { window, answers, messages, tools } = withMachine(
      { adaptive: true, detectors: { text: false }, messages: { block: 'Ask us.' }, tools: {} },
      {
        user: {
          adaptive: false,
          detectors: { text: true },
          messages: { block: 'Mine.' },
          tools: { '*': { alwaysAllowed: true } },
        },
      },
    );
    assert.deepEqual([window.adaptive, answers.maxTextRepetitions], [true, 0]);
    assert.equal(messages.block, 'Ask us.');
    assert.equal(toolSetting({ tools }, 'alwaysAllowed', 'run'), undefined);
  });

  it('report their file with an invalid value, and leave that setting to the user', () => {
    const { problems, machine } = withMachine({ maxRepeats: 'many', mode: 'warn', maxRepeat: 3 }, {});
    assert.deepEqual(
      problems.map(({ setting }) => setting),
      [`${FILE}: toolLoopGuard.maxRepeats`, `${FILE}: toolLoopGuard.maxRepeat`],
    );
    assert.deepEqual([...(machine?.names ?? [])], ['mode']);
  });

  it('are reported if they can’t be used at all', () => {
    for (const fault of ['notProtected', { reason: 'EACCES' }] as const) {
      const { problems, machine } = parseConfiguration({ machine: { file: FILE, values: undefined, fault } });
      assert.equal(machine, undefined);
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.message ?? '', /\/etc\/tool-loop-guard\/settings\.json are ignored/);
    }
  });

  it('can’t be changed in a chat, which says so', () => {
    const { say, effective } = chat({ maxRepeats: 9, actions: ['warn', 'break'] });
    const answer = say('!/set(tool-loop-max-repeats=2, tool-loop-ttl=30)');
    assert.match(answer, /`tool-loop-max-repeats` is set for this machine in `\/etc\S+` and can’t be changed here/);
    assert.match(answer, /Time window for this chat: \*\*30 seconds\*\* \(was 120 seconds\)/);
    assert.equal(effective().values.maxRepeats, 9);
    assert.match(say('/tool-loop-mode warn'), /can’t be changed here/);
    assert.match(say('/tool-loop-preset strict'), /^Preset for this chat/);
    assert.equal(effective().values.maxRepeats, 9);
  });

  it('keep users from doubling or ignoring the budget, but not from stopping at it', () => {
    const { say, budgets } = chat({ budget: { perMessage: { calls: 5 } } });
    assert.match(say('/tool-loop-budget ignore'), /`toolLoopGuard\.budget` is set for this machine/);
    assert.equal(budgets.uses(ONE).isIgnored, false);
    assert.match(say('/tool-loop-budget stop'), /stopped at its next call/);
  });
});
