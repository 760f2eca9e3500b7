import assert from 'node:assert/strict';
import { maskValue } from '../../../src/core/words/secrets/mask';
import { parseConfiguration } from '../../../src/core/settings/parse';
import { resolveSettings } from '../../../src/core/settings/resolve';
import { maskedArguments } from '../../../src/core/words/quoting';
import { parseHookInput } from '../../fakes/windowHooks';
import { GuardHarness } from '../../fakes/guardHarness';

const POLLUTION =
  '{"__proto__":{"polluted":1,"enabled":false,"exempt":true,"mode":"warn"},' +
  '"constructor":{"prototype":{"polluted":1}},"prototype":{"polluted":1}}';

/** New each time: JSON.parse makes `__proto__` an own field. */
const polluting = (): Record<string, unknown> => JSON.parse(POLLUTION) as Record<string, unknown>;

describe('prototypes', () => {
  afterEach(() => {
    for (const probe of [{}, [], () => undefined, Object.create(Object.prototype) as object]) {
      assert.equal((probe as Record<string, unknown>)['polluted'], undefined);
    }
  });

  it('aren’t changed by settings, and nothing is read from them', () => {
    for (const user of [
      polluting(),
      {
        tools: polluting(),
        modelOverrides: polluting(),
      },
      { tools: { read: polluting() } },
    ]) {
      const configuration = parseConfiguration({
        user,
        workspace: polluting(),
        environment: polluting() as Record<string, string>,
      });
      const { values, exempt } = resolveSettings(configuration, {}, ['read'], {
        vendor: '__proto__',
        family: 'constructor',
        id: 'prototype',
      });
      assert.deepEqual([values.enabled, values.mode, exempt], [true, 'break', false]);
    }
  });

  it('aren’t changed by hook inputs, arguments, and results', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const input = parseHookInput(
        `{"hook_event_name":"PreToolUse","session_id":"${name}","tool_name":"${name}","tool_use_id":"${name}` +
          `","tool_input":${POLLUTION},"__proto__":{"tool_name":"x"}}`,
      );
      assert.ok(input?.event === 'preToolUse');
      const harness = new GuardHarness({ tools: { '*': { operationField: name, ignoredArguments: [name] } } });
      const actions = [1, 2, 3, 4].map(
        () => harness.check(input.tool, input.arguments, { conversation: input.sessionId, result: polluting() }).action,
      );
      assert.deepEqual(actions, ['allow', 'allow', 'warn', 'break'], name);
    }
    maskValue(polluting());
    maskedArguments(polluting());
  });
});
