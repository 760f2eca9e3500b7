import { ConversationSettings } from '../src/core/settings/conversationSettings';
import { spawn } from 'node:child_process';
import { Guard } from '../src/engine/guard';
import { parseConfiguration } from '../src/core/settings/parse';
import { sha256 } from '../src/node/files/hash';
import { ADDRESS_VARIABLE, createHookAddress, TOKEN_VARIABLE } from '../src/node/hooks/hookAddress';
import { HookServer } from '../src/node/hooks/hookServer';
import { HARNESSES } from '../src/node/hooks/harnesses/registry';
import { bundleHook } from './bundles';
import type { Figure } from './figure';
import { median } from './interleave';

const ROUNDS = 40;
const AT_ONCE = 50;
const TARGET = 1.5;

/**
 * A hook process from its start to its exit with a verdict of the running guard, in units of a Node process that does
 * nothing; and whether many at once are all answered. The two processes take turns, so noise of the machine hits both.
 *
 * @param folder where the hook is bundled to
 */
export async function hookFigures(folder: string): Promise<Figure[]> {
  const bundle = await bundleHook(folder);
  const address = createHookAddress();
  const server = new HookServer(address, answerer(), (error) => console.error(error));
  await server.listen();
  const environment = { ...process.env, [ADDRESS_VARIABLE]: address.path, [TOKEN_VARIABLE]: address.token };
  const hook = (id: string) => run([bundle], environment, JSON.stringify({ id }));
  try {
    const nothing: number[] = [];
    const asking: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      nothing.push((await run(['-e', '0'], environment, '')).milliseconds);
      asking.push((await hook(`one-${round}`)).milliseconds);
    }
    const ratios = asking.map((milliseconds, round) => milliseconds / (nothing[round] ?? Number.NaN));
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => hook(`many-${index}`)));
    const unanswered = answers.filter(({ output }) => !output.includes('deny')).length;
    return [
      {
        group: 'hook',
        name: 'from start to exit with a verdict',
        unit: '× node -e 0',
        measured: median(ratios),
        target: TARGET,
        microseconds: median(asking) * 1000,
      },
      { group: 'hook', name: `${AT_ONCE} at once: without an answer`, unit: 'hooks', measured: unanswered, target: 0 },
    ];
  } finally {
    server.dispose();
  }
}

/** Judges every call with the real guard, and always says something, so that an answer can be told from none. */
function answerer(): (input: string) => { output: string } {
  const configuration = parseConfiguration({});
  const guard = new Guard({
    hash: sha256,
    settingsFor: new ConversationSettings(() => configuration).settingsFor,
    report: () => undefined,
  });
  return (input) => {
    const { id } = JSON.parse(input) as { id: string };
    const { action } = guard.check('bench', { id, tool: 'read', arguments: { id } }, Date.now());
    return { output: HARNESSES.vscode.write({ kind: 'deny', toModel: action, toPerson: undefined }) };
  };
}

function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: string,
): Promise<{ milliseconds: number; output: string }> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  return new Promise((resolve) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', () => resolve({ milliseconds: performance.now() - start, output }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
