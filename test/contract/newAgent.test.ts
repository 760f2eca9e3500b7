import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { newAgent } from '../../scripts/newAgent';
import type { AgentReport } from '../../src/node/commands/agentReport';

const ROOT = resolve(__dirname, '../..');
const COPIED = ['src', 'scripts', 'tsconfig.json', '.prettierrc.json', 'package.json'];

/** What the compiler keeps of the last copy, by which it checks only what has changed since. */
const BUILD_INFO = 'newAgent.tsbuildinfo';

describe('a new agent', () => {
  let copy: string;
  const node = (args: readonly string[], input = ''): string =>
    execFileSync(process.execPath, args, {
      cwd: copy,
      encoding: 'utf8',
      input,
      env: { PATH: process.env['PATH'], HOME: join(copy, 'home') },
    });
  const tsx = (...args: string[]): string => node(['--import=tsx', ...args]);

  before(function () {
    this.timeout(120_000);
    copy = mkdtempSync(join(tmpdir(), 'new-agent-'));
    for (const name of COPIED) {
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
    mkdirSync(join(copy, 'home/.amp'), { recursive: true });
    tsx('scripts/newAgent.ts', 'amp');
  });

  after(() => discard(copy));

  it('is one file, and its line in two lists', () => {
    const folder = 'src/node/agents';
    const linesOf = (root: string, name: string): string[] =>
      readFileSync(join(root, folder, name), 'utf8').split('\n');
    const added = readdirSync(join(copy, folder)).flatMap((name) => {
      const before = existsSync(join(ROOT, folder, name)) ? linesOf(ROOT, name) : undefined;
      const lines = linesOf(copy, name).filter((line) => before?.includes(line) !== true);
      return lines.length === 0 ? [] : [[name, ...(before === undefined ? [] : lines)]];
    });
    assert.deepEqual(
      added.map(([name]) => name),
      ['amp.ts', 'harnesses.ts', 'sessions.ts'],
    );
    assert.equal(added[1]?.[1], "import { amp } from './amp';");
    assert.deepEqual(added[2]?.slice(1), ["  amp: { terminal: { type: 'amp', name: 'Amp' } },"]);
  });

  it('compiles, with nothing forgotten anywhere', () => {
    const compilerOptions = { incremental: true, tsBuildInfoFile: BUILD_INFO };
    const settings = { extends: './tsconfig.json', compilerOptions, include: ['src/node', 'src/core', 'src/cli.ts'] };
    writeFileSync(join(copy, 'tsconfig.new.json'), JSON.stringify(settings));
    const kept = join(ROOT, 'out', BUILD_INFO);
    if (existsSync(kept)) {
      cpSync(kept, join(copy, BUILD_INFO));
    }
    node(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.new.json']);
    mkdirSync(dirname(kept), { recursive: true });
    cpSync(join(copy, BUILD_INFO), kept);
  }).timeout(240_000);

  it('is known to the doctor, which says how to guard it', () => {
    const { agents, sessions } = JSON.parse(tsx('src/cli.ts', 'doctor', '--json')) as {
      readonly agents: readonly AgentReport[];
      readonly sessions: readonly { readonly type: string; readonly protection: string }[];
    };
    const report = agents.find(({ id }) => id === 'amp');
    assert.deepEqual([report?.name, report?.isFound, report?.installed], ['Amp', true, []]);
    assert.equal(sessions.find(({ type }) => type === 'amp')?.protection, 'not');
    assert.match(tsx('src/cli.ts', 'doctor'), /^✗ Amp: not guarded\. Run: tool-loop-guard install --agent amp$/m);
  }).timeout(240_000);

  it('has its calls checked, told by their input', () => {
    const folder = join(copy, 'home/.amp');
    const call = { session_id: 's', transcript_path: join(folder, 'x.jsonl'), cwd: copy, tool_name: 'Bash' };
    const hook = (event: string, id: number): string => {
      const input = { ...call, hook_event_name: event, tool_input: { command: 'ls' }, tool_use_id: `${id}` };
      const result = event === 'PostToolUse' ? { tool_response: 'same' } : {};
      return node(['--import=tsx', 'src/cli.ts', 'hook', '--state', folder], JSON.stringify({ ...input, ...result }));
    };
    const answers = [1, 2, 3, 4].map((id) => {
      const answer = hook('PreToolUse', id);
      hook('PostToolUse', id);
      return answer;
    });
    assert.deepEqual(answers.slice(0, 2), ['', '']);
    assert.match(answers[3] ?? '', /"permissionDecision":"deny"/);
    assert.match(readFileSync(join(folder, 'stops.log'), 'utf8'), / amp: a tool call loop was stopped/);
  }).timeout(240_000);

  it('needs a name that is one word and is free', () => {
    for (const id of ['Amp', 'two words', '../x', 'claude', 'qwen', 'x', '']) {
      assert.throws(() => newAgent(id, { harnesses: '', sessions: '' }), Error, id);
    }
  });
});
