import type { SessionState } from '../../src/node/commands/storedSessions';
import { only } from '../fakes/only';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import { Guard } from '../../src/engine/guard';
import { parseConfiguration } from '../../src/core/settings/parse';
import { sha256 } from '../../src/node/files/hash';
import { createHookAddress } from '../../src/node/transport/hookAddress';
import { HookServer } from '../../src/node/transport/hookServer';
import { denyOutput, messageOutput, parseHookInput } from '../fakes/windowHooks';
import { buildDoor, call, type Ended, ended, runHook, windowAt } from '../robustness/hookProcess';

/** How many hook processes start at once, and over how many conversations their calls are spread. */
export interface Crowd {
  readonly processes: number;
  readonly conversations: number;
  /** How many may let their call run because they were not served in time. */
  readonly mayBeMissed: number;
}

/** What a process says that could not be served in time. */
const NOT_COUNTED =
  /^tool-loop-guard: [^\n]*(?:did not answer within|holds the lock for too long|lock was lost)[^\n]*\n$/;

/** Calls of one conversation. All are identical, so only the last may not run when the limit is their number. */
const callsEach = ({ processes, conversations }: Crowd): number => processes / conversations;
const conversationOf = (index: number, { conversations }: Crowd): string => `conversation ${index % conversations}`;
const inputOf = (index: number, crowd: Crowd): object => call(conversationOf(index, crowd), `call ${index}`);
const startAll = (crowd: Crowd, start: (index: number) => Promise<Ended>): Promise<Ended[]> =>
  Promise.all(Array.from({ length: crowd.processes }, (_, index) => start(index)));

/** Asserts that every process ended well and either answered or said why not; returns how many did not answer. */
function assertServed(results: readonly Ended[], { processes, mayBeMissed }: Crowd): number {
  for (const { code, stdout, stderr } of results) {
    assert.equal(code, 0);
    assert.ok(stderr === '' || (stdout === '' && NOT_COUNTED.test(stderr)), stderr);
  }
  const missed = results.filter(({ stderr }) => stderr !== '').length;
  assert.ok(missed <= mayBeMissed, `${missed} of ${processes} processes were not served`);
  return missed;
}

/**
 * Starts the hook of the plugin many times at once against one window. Each process gets its own answer or says that
 * it got none; each count is right; no call is judged twice. Returns how many got none.
 */
export async function assertWindowServes(crowd: Crowd): Promise<number> {
  await buildDoor('hook');
  const calls = callsEach(crowd);
  const configuration = parseConfiguration({
    user: { maxRepeats: calls, actions: ['break'], detectors: only(['repeat']) },
  });
  const { settingsFor } = new ConversationSettings(() => configuration);
  const guard = new Guard({ hash: sha256, settingsFor, report: () => undefined });
  const address = createHookAddress();
  const judged: string[] = [];
  const server = new HookServer(
    address,
    (text) => {
      const input = parseHookInput(text);
      assert.ok(input?.event === 'preToolUse');
      const { sessionId, callId, tool, arguments: given } = input;
      assert.ok(callId !== undefined);
      const verdict = guard.check(sessionId, { id: callId, tool, arguments: given }, Date.now());
      judged.push(callId);
      const refusal = verdict.action === 'break' ? verdict.detection.finding.count : verdict.action;
      return { output: verdict.action === 'allow' ? messageOutput(callId) : denyOutput(`${callId} ${refusal}`) };
    },
    // A question whose asker has gone before it was read.
    (error) => assert.equal((error as NodeJS.ErrnoException).code, 'ECONNRESET'),
  );
  await server.listen();
  const results = await startAll(crowd, (index) => runHook('PreToolUse', inputOf(index, crowd), windowAt(address)));
  server.dispose();

  const missed = assertServed(results, crowd);
  for (const [index, { stdout }] of results.entries()) {
    assert.ok(stdout === '' || stdout.includes(`"call ${index}`), `process ${index} has its own answer: ${stdout}`);
    assert.ok(stdout === '' || judged.includes(`call ${index}`));
  }
  assert.equal(new Set(judged).size, judged.length, 'nothing is judged twice');
  for (let conversation = 0; conversation < crowd.conversations; conversation++) {
    const own = judged.filter((id) => Number(id.slice(5)) % crowd.conversations === conversation);
    const { counts, callsInWindow } = guard.status(conversationOf(conversation, crowd));
    const breaks = own.length === calls ? 1 : 0;
    assert.deepEqual([counts.calls, counts.breaks, callsInWindow], [own.length, breaks, own.length - breaks]);
    const reasons = results.flatMap(({ stdout }, index) =>
      index % crowd.conversations === conversation
        ? (/"permissionDecisionReason":"call \d+ (\w+)"/.exec(stdout)?.[1] ?? [])
        : [],
    );
    assert.ok(reasons.length <= breaks && reasons.every((count) => count === String(calls)), reasons.join());
  }
  return missed;
}

/**
 * Starts the hook of the command line many times at once, with one state file a conversation. What the files count
 * and what the processes say they could not count is all of the calls. Returns how many could not be counted.
 */
export async function assertCommandLineServes(crowd: Crowd): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'concurrency-'));
  try {
    const cli = await buildDoor('cli', join(home, 'cli.js'));
    const calls = callsEach(crowd);
    const results = await startAll(crowd, (index) =>
      ended(
        spawn(process.execPath, [cli, 'hook', '--harness', 'claude', '--state', home], {
          stdio: 'pipe',
          env: { TOOL_LOOP_MAX_REPEATS: String(calls) },
        }),
        JSON.stringify(inputOf(index, crowd)),
      ),
    );
    const missed = assertServed(results, crowd);
    const files = readdirSync(join(home, 'sessions')).filter((name) => name.endsWith('.json'));
    assert.ok(files.length <= crowd.conversations);
    let counted = 0;
    let breaks = 0;
    for (const file of files) {
      const { state } = JSON.parse(readFileSync(join(home, 'sessions', file), 'utf8')) as { state: SessionState };
      const { counts, entries, agents } = state.conversation;
      counted += counts.calls;
      breaks += counts.breaks;
      assert.deepEqual(
        [agents.length, counts.breaks, entries.length],
        [0, counts.calls === calls ? 1 : 0, counts.calls - counts.breaks],
      );
    }
    assert.equal(counted + missed, crowd.processes);
    assert.equal(
      results.filter(({ stdout: said }) => said.includes('"continue":false') && said.includes(`${calls - 1} times`))
        .length,
      breaks,
    );
    return missed;
  } finally {
    discard(home);
  }
}
