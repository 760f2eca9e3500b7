import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentReport, agentReportText, reportAgents } from '../../../../src/node/commands/agentReport';
import { Installation } from '../../../../src/node/install/installation';
import type { Machine } from '../../../../src/node/protection/machineFacts';
import { newFolderForEach } from '../../../fakes/newFolder';
import { copyPlugin } from '../../../fakes/pluginCopy';

const NOW_MS = Date.parse('2026-01-01T12:00:00Z');

describe('the report on agents', () => {
  let home: string;
  let machine: Machine;
  let installation: Installation;

  newFolderForEach((folder) => {
    home = folder;
    machine = {
      home,
      environment: { PATH: join(home, 'bin') },
      platform: 'linux',
      claudeManagedFolder: join(home, 'managed'),
    };
    installation = new Installation(copyPlugin(join(home, 'extension'), '1.0.0'), '1.0.0', machine);
    program('node', 'echo v20.1.0');
  });

  function program(name: string, script: string): void {
    mkdirSync(join(home, 'bin'), { recursive: true });
    writeFileSync(join(home, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  }

  async function reportOn(id: string): Promise<{ readonly report: AgentReport; readonly text: string }> {
    const { agents: reports } = await reportAgents(installation, { ...machine, folder: '/' });
    const report = reports.find((each) => each.id === id) as AgentReport;
    return { report, text: agentReportText([report], NOW_MS) };
  }

  it('says what to do next if no agent is found', async () => {
    const { agents } = await reportAgents(installation, { ...machine, folder: '/' });
    assert.equal(
      agentReportText(agents, NOW_MS),
      'Not found: Claude Code, Codex, Copilot CLI, Gemini CLI, Qwen Code, opencode.\n' +
        'Once you have installed one of them, run: tool-loop-guard install',
    );
  });

  it('says that a loop of any tool stops the run only if the extension is loaded', async () => {
    program('copilot', 'exit 1');
    writeFileSync(join(home, 'package.json'), '{ "version": "1.0.102" }');
    installation.install('copilot');
    assert.match(
      (await reportOn('copilot')).text,
      /At most a loop of shell commands stops the run\..*--experimental$/m,
    );
    installation.extensionOf('copilot')?.write();
    writeFileSync(join(home, '.copilot/settings.json'), '{ "experimental": true }');
    assert.match((await reportOn('copilot')).text, /^ {4}A loop stops the run\.$/m);
  });

  it('says in one line per agent whether it is guarded, when its last call came, and how to guard it', async () => {
    program('claude', 'exit 1');
    writeFileSync(join(home, 'package.json'), '{ "version": "2.1.330" }');
    mkdirSync(join(home, '.claude'));
    assert.equal(
      (await reportOn('claude')).text,
      '✗ Claude Code 2.1.330: not guarded. Run: tool-loop-guard install --agent claude',
    );
    installation.install('claude');
    const { report } = await reportOn('claude');
    const twoMinutesAgo = new Date(NOW_MS - 2 * 60_000).toISOString();
    const [head, how] = agentReportText([{ ...report, lastCall: twoMinutesAgo }], NOW_MS).split('\n    ');
    assert.equal(head, '✓ Claude Code 2.1.330: guarded, last call checked 2 min ago');
    assert.equal(how, 'Hooks added by Tool Loop Guard.');
    const [missing] = agentReportText([{ ...report, isFound: false, installed: [] }], NOW_MS).split('\n');
    assert.equal(missing, 'Not found: Claude Code.');
  });

  it('says how to restore hooks with missing files, and claims nothing for them', async () => {
    installation.install('claude');
    assert.match((await reportOn('claude')).text, /^✓ Claude Code: guarded/);
    rmSync(join(home, '.local'), { recursive: true });
    const { text } = await reportOn('claude');
    assert.match(text, /^✗ Claude Code: not guarded\n/);
    assert.match(text, /The files that these hooks run are missing or damaged\. .*tool-loop-guard install/);
  });

  it('reads the version of an agent from a file, and starts no agent', async () => {
    program('gemini', 'touch "$0.started"');
    mkdirSync(join(home, '.gemini'));
    assert.deepEqual((await reportOn('gemini')).report.version, undefined);
    writeFileSync(join(home, 'package.json'), '{ "version": "0.61.0" }');
    assert.equal((await reportOn('gemini')).report.version, '0.61.0');
    assert.ok(!existsSync(join(home, 'bin/gemini.started')));
  });
});
