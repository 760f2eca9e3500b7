// One run of each real agent that is guarded without an installation.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, runAgent } from './agentRun';
import { AGENTS } from './agents';
import { RunsInTurn } from './inTurn';
import { packedStage, stageOf, test } from './packed';
import { SCRIPTS } from './scripts';

const TIMEOUT_MS = 600_000;
const BEFORE_STOP = 3;

describe('tool-loop-guard run, with', function () {
  this.timeout(TIMEOUT_MS);
  const runs = new RunsInTurn<Run>();

  const stage = stageOf(runs, packedStage);

  for (const name of ['claude', 'copilot', 'codex', 'opencode', 'gemini', 'qwen'] as const) {
    for (const script of ['failing', 'work'] as const) {
      let summary = '';
      const run = runs.add(async () => {
        const { cli, folder } = stage();
        const summaryFile = join(folder, `${name}-${script}.md`);
        const done = await runAgent(stage(), {
          agent: AGENTS[name],
          scripts: [SCRIPTS[script]],
          hooks: 'none',
          environment: { GITHUB_STEP_SUMMARY: summaryFile },
          through: [process.execPath, cli, 'run', '--agent', name, '--'],
        });
        summary = readFileSync(summaryFile, 'utf8');
        return done;
      });
      const what = script === 'failing' ? 'a loop is stopped, and the error quoted' : 'work goes on to its end';
      test(`${name}: ${what}`, async () => {
        const { executed, code, output, errors, endedBy } = await run();
        const said = `${output.slice(-1_000)}\n${errors.slice(-2_000)}\n${summary}`;
        if (script === 'failing') {
          assert.equal(executed, BEFORE_STOP, said);
          assert.equal(code, 3, said);
          assert.match(summary, /was stopped:\n\n- .*\(identical calls: 4 of 4, /);
          // The sessions of opencode stand in a database.
          assert.equal(/, failed with: [^)]*no-such-file/.test(summary), name !== 'opencode', said);
        } else {
          assert.notEqual(endedBy, 'agent', said);
          assert.equal(code, 0, said);
          assert.match(summary, /ended without a loop/);
        }
      });
    }
  }
});
