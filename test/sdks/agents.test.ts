import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { OutsideProject } from './outsideProject';

const AGENTS = join(__dirname, 'agents');
const sdks = process.env['TOOL_LOOP_SDKS'];

interface Run {
  readonly requests: number;
  readonly executed: number;
  readonly results: readonly string[];
  readonly ended: string;
}

/** An agent for each SDK: its file, its arguments, and whether a throwing tool ends its run. */
const SDKS: readonly {
  readonly name: string;
  readonly file: string;
  readonly more?: readonly string[];
  readonly endsByFailure?: true;
}[] = [
  { name: 'ai 7', file: 'aiSdk.mjs', more: ['ai', 'v4'] },
  { name: 'ai 7, streamed', file: 'aiSdk.mjs', more: ['ai', 'v4', 'streamed'] },
  { name: 'ai 6', file: 'aiSdk.mjs', more: ['ai6', 'v3'] },
  { name: 'ai 5', file: 'aiSdk.mjs', more: ['ai5', 'v2'] },
  { name: '@openai/agents', file: 'openaiAgents.mjs' },
  { name: 'langchain', file: 'langchain.mjs', endsByFailure: true },
  { name: '@anthropic-ai/claude-agent-sdk', file: 'claudeAgentSdk.mjs' },
  { name: '@github/copilot-sdk', file: 'copilotSdk.mjs' },
];

/** A run that takes longer is stuck; the two that start another program take seconds. */
const TIMEOUT_MS = 120_000;

describe('an agent made with', function () {
  this.timeout(TIMEOUT_MS);
  let project: OutsideProject;

  before(async function () {
    if (sdks === undefined) {
      return;
    }
    const files = readdirSync(AGENTS).map((name): [string, string] => [name, readFileSync(join(AGENTS, name), 'utf8')]);
    project = await OutsideProject.with(Object.fromEntries(files), sdks);
  });
  after(() => project?.remove());

  async function run(file: string, script: string, guard: string, more: readonly string[] = []): Promise<Run> {
    const home = mkdtempSync(project.path('home-'));
    const child = spawn(process.execPath, [project.path(file), script, guard, ...more], {
      env: { PATH: process.env['PATH'], HOME: home, USERPROFILE: home },
      timeout: TIMEOUT_MS,
    });
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const last = output.trim().split('\n').at(-1) ?? '';
    assert.ok(last.startsWith('{'), `${output}\n${errors.slice(-2_000)}`);
    return JSON.parse(last) as Run;
  }

  for (const { name, file, more, endsByFailure } of SDKS) {
    describe(name, () => {
      const test = sdks === undefined ? it.skip : it;

      test('goes on and on without the guard', async () => {
        const { executed, ended } = await run(file, 'stubborn', 'unguarded', more);
        assert.deepEqual({ executed, ended }, { executed: 20, ended: '' });
      });

      test('is nudged at the third identical call, told at the fourth, and stopped at the fifth', async () => {
        const { requests, executed, results, ended } = await run(file, 'stubborn', 'guarded', more);
        assert.deepEqual({ requests, executed }, { requests: 5, executed: 3 });
        assert.deepEqual(results.slice(0, 2), Array<string>(2).fill('The text of same.txt'));
        assert.match(results[2] ?? '', /^The text of same\.txt\s[^]*Note from Tool Loop Guard: .* 3 times/);
        assert.match(results[3] ?? '', /This call was blocked\. Tool call loop: .* 4 times/);
        assert.match(ended, /Loop stopped\.|^break$/);
      });

      test('goes on when it does something else after it was told', async () => {
        const { requests, executed, results, ended } = await run(file, 'obedient', 'guarded', more);
        assert.deepEqual({ requests, executed, ended }, { requests: 5, executed: 3, ended: '' });
        assert.match(results[3] ?? '', /This call was blocked\. Tool call loop/);
      });

      (endsByFailure ? it.skip : test)('is held back when each call fails, whatever it asks for', async () => {
        const { executed, results } = await run(file, 'failing', 'guarded', more);
        assert.ok(executed <= 10, String(executed));
        assert.ok(results.some((result) => /This call was blocked\. Tool call loop/.test(result)));
      });

      test('is left alone when it works', async () => {
        const { requests, executed, results, ended } = await run(file, 'working', 'guarded', more);
        assert.deepEqual({ requests, executed, ended }, { requests: 9, executed: 8, ended: '' });
        assert.deepEqual(
          results,
          Array.from({ length: 8 }, (_, index) => `The text of ${index}.txt`),
        );
      });
    });
  }
});
