import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Guard } from '../../src/engine/guard';
import { parseConfiguration } from '../../src/core/settings/parse';
import { sha256 } from '../../src/node/files/hash';
import { createHookAddress } from '../../src/node/hooks/hookAddress';
import { HookServer } from '../../src/node/hooks/hookServer';
import { denyOutput, messageOutput, parseHookInput } from '../../src/node/hooks/hookWire';
import { buildDoor, call, type Ended, ended, runHook, windowAt } from './hookProcess';

const CONVERSATIONS = 50;
const PROCESSES = 200;
/** Calls of one conversation: all identical, so the last but none may run when the limit is their number. */
const CALLS = PROCESSES / CONVERSATIONS;

const conversationOf = (index: number): string => `conversation ${index % CONVERSATIONS}`;
const inputOf = (index: number): object => call(conversationOf(index), `call ${index}`);

/** What is said by a process that could not be served in time. */
const NOT_COUNTED =
  /^tool-loop-guard: [^\n]*(?:did not answer within|holds the lock for too long|lock was lost)[^\n]*\n$/;

/**
 * Processes that compete with others for few cores may not be served within the limits (5 s for the window, 12 s for a
 * lock); each of them then lets its call run and says so. A machine that has nothing else to do has to serve them, but
 * for a few that chance left behind.
 */
const IS_QUIET = (loadavg()[0] ?? Infinity) < availableParallelism() / 2;
const FEW = PROCESSES / 20;

function assertServed(results: readonly Ended[]): { readonly missed: number } {
  for (const { code, stdout, stderr } of results) {
    assert.equal(code, 0);
    assert.match(stderr, stdout === '' ? /^$|^tool-loop-guard: [^\n]+\n$/ : /^$/);
    assert.ok(stderr === '' || NOT_COUNTED.test(stderr), stderr);
  }
  const missed = results.filter(({ stderr }) => stderr !== '').length;
  assert.ok(missed <= FEW || !IS_QUIET, `${missed} of ${PROCESSES} were not served, on a quiet machine`);
  assert.ok(missed < PROCESSES, 'none was served');
  return { missed };
}

describe(`${PROCESSES} processes at once over ${CONVERSATIONS} conversations`, function () {
  this.timeout(240_000);

  it('are all answered by one window, or say so; each count is right, no call is lost or counted twice', async () => {
    await buildDoor('hook');
    const configuration = parseConfiguration({
      user: { maxRepeats: CALLS, warnRepeats: CALLS, detectors: ['repeat'] },
    });
    const guard = new Guard({
      hash: sha256,
      settingsFor: new ConversationSettings(() => configuration).settingsFor,
      report: () => undefined,
    });
    const address = createHookAddress();
    const judged: string[] = [];
    const server = new HookServer(
      address,
      (text) => {
        const input = parseHookInput(text);
        assert.ok(input?.event === 'preToolUse');
        const verdict = guard.check(
          input.conversationId,
          { id: input.callId, tool: input.tool, arguments: input.arguments },
          Date.now(),
        );
        judged.push(input.callId);
        return {
          output:
            verdict.action === 'allow'
              ? messageOutput(input.callId)
              : denyOutput(
                  `${input.callId} ${verdict.action === 'break' ? verdict.detection.finding.count : verdict.action}`,
                ),
        };
      },
      // A question whose asker has gone before it was read.
      (error) => assert.equal((error as NodeJS.ErrnoException).code, 'ECONNRESET'),
    );
    await server.listen();
    const results = await Promise.all(
      Array.from({ length: PROCESSES }, (_, index) => runHook('PreToolUse', inputOf(index), windowAt(address))),
    );
    server.dispose();

    assertServed(results);
    for (const [index, { stdout }] of results.entries()) {
      assert.ok(stdout === '' || stdout.includes(`"call ${index}`), `process ${index} has its own answer: ${stdout}`);
      assert.ok(stdout === '' || judged.includes(`call ${index}`));
    }
    assert.equal(new Set(judged).size, judged.length, 'nothing is judged twice');
    for (let conversation = 0; conversation < CONVERSATIONS; conversation++) {
      const own = judged.filter((id) => Number(id.slice(5)) % CONVERSATIONS === conversation);
      const { counts, callsInWindow } = guard.status(conversationOf(conversation));
      const breaks = own.length === CALLS ? 1 : 0;
      assert.deepEqual([counts.calls, counts.breaks, callsInWindow], [own.length, breaks, own.length - breaks]);
      const reasons = results.flatMap(({ stdout }, index) =>
        conversationOf(index) === conversationOf(conversation)
          ? (/"permissionDecisionReason":"call \d+ (\w+)"/.exec(stdout)?.[1] ?? [])
          : [],
      );
      assert.ok(reasons.length <= breaks && reasons.every((count) => count === String(CALLS)), reasons.join());
    }
  });

  it(
    'are all answered on the command line over as many state files, or say so; what is counted and what says ' +
      'so are all',
    async () => {
      const home = mkdtempSync(join(tmpdir(), 'concurrency-'));
      try {
        const cli = await buildDoor('cli', join(home, 'cli.js'));
        const environment = { TOOL_LOOP_MAX_REPEATS: String(CALLS) };
        const start = (index: number): Promise<Ended> =>
          ended(
            spawn(process.execPath, [cli, 'hook', '--harness', 'claude', '--state', home], {
              stdio: 'pipe',
              env: environment,
            }),
            JSON.stringify(inputOf(index)),
          );
        const results = await Promise.all(Array.from({ length: PROCESSES }, (_, index) => start(index)));
        const { missed } = assertServed(results);
        const files = readdirSync(join(home, 'sessions')).filter((name) => name.endsWith('.json'));
        assert.ok(files.length <= CONVERSATIONS);
        let counted = 0;
        let breaks = 0;
        for (const file of files) {
          const { agents } = JSON.parse(readFileSync(join(home, 'sessions', file), 'utf8')) as {
            agents: [[string, { counts: { calls: number; breaks: number }; entries: unknown[] }]];
          };
          const { counts, entries } = agents[0][1];
          counted += counts.calls;
          breaks += counts.breaks;
          assert.deepEqual(
            [agents.length, counts.breaks, entries.length],
            [1, counts.calls === CALLS ? 1 : 0, counts.calls - counts.breaks],
          );
        }
        assert.equal(counted + missed, PROCESSES);
        assert.equal(
          results.filter(({ stdout }) => stdout.includes('"continue":false') && stdout.includes(`${CALLS} times`))
            .length,
          breaks,
        );
      } finally {
        rmSync(home, { recursive: true, force: true });
      }
    },
  );
});
