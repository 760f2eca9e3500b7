import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { guardFile } from '../../../../src/node/agents/agent';
import { recognise } from '../../../../src/node/agents/harnesses';
import { OUTSIDE_AGENTS } from '../../../../src/node/agents/registry';
import { runHook } from '../../../../src/node/commands/hookCommand';
import { proofText, prove } from '../../../../src/node/commands/proveCommand';
import { copilotUserHooks } from '../../../../src/node/plugin/pluginHooks';
import { parseRawInput } from '../../../../src/node/wire/input';
import { newFolderForEach } from '../../../fakes/newFolder';
import { Sink } from '../../../fakes/sink';

describe('the proof of installed hooks', () => {
  let home: string;
  const place = () => ({ home, environment: {}, platform: 'linux' as const });

  newFolderForEach((folder) => (home = folder));

  const plugin = (): string => join(home, '.local/state/tool-loop-guard/agents/plugin');

  function install(): void {
    for (const agent of OUTSIDE_AGENTS.filter(({ guard }) => guard.kind !== 'module')) {
      const { guard } = agent;
      const path = guardFile(agent, place());
      const lines = guard.kind === 'lines' ? Object.entries(guard.lines(plugin(), place())) : [];
      const hooks = Object.fromEntries(lines.map(([event, group]) => [event, [group]])) as object;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(guard.kind === 'lines' ? { hooks } : copilotUserHooks(plugin())));
    }
  }

  it('repeats a call to each agent’s hook in that agent’s format until the fourth is blocked', async () => {
    install();
    const names = new Set<string>();
    const proofs = await prove(place(), async (command, input, trial) => {
      assert.ok(command.includes(`TOOL_LOOP_GUARD_PLUGIN="${plugin()}"`));
      assert.notEqual(trial.home, home);
      names.add(recognise(parseRawInput(input), {}).name);
      const output = new Sink();
      const stateFolder = join(trial.home, 'state');
      await runHook({ harness: 'auto', stateFolder }, input, output, new Sink(), {});
      return output.text;
    });
    const expected = OUTSIDE_AGENTS.filter(({ guard }) => guard.kind !== 'module');
    assert.deepEqual(
      [...names],
      expected.map(({ id }) => id),
    );
    assert.deepEqual(
      proofText(proofs).split('\n'),
      expected.map(({ name }) => `✓ ${name}: the hook blocked identical call number 4.`),
    );
  });

  it('says clearly if nothing was blocked or is installed', async () => {
    install();
    const silent = proofText(await prove(place(), () => Promise.resolve('')));
    assert.equal(silent.split('\n').length, OUTSIDE_AGENTS.length - 1);
    assert.match(silent, /^✗ Claude Code: no hook was seen to block any of 8 identical calls\./);
    rmSync(home, { recursive: true });
    mkdirSync(home);
    assert.equal(proofText(await prove(place())), 'No hook is installed that could be tried.');
  });
});
