import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HARNESS_NAMES, HARNESSES } from '../../../../src/node/agents/harnesses';
import { AGENTS, OUTSIDE_AGENT_IDS } from '../../../../src/node/agents/registry';
import {
  agentOf,
  endsAsAWhole,
  isInChat,
  type SessionType,
  sessionTypeName,
  sessionTypeOf,
} from '../../../../src/node/agents/sessions';

const SOURCE = resolve(__dirname, '../../../../src');

/** In the environment of hooks, this shows where the session runs. */
const IN_CHAT = { VSCODE_ESM_ENTRYPOINT: '/x/agentHostMain.js' };

describe('the rows of agents', () => {
  const rows: readonly [name: string, inChat: boolean, type: SessionType, shown: string | undefined, whole: boolean][] =
    [
      ['vscode', false, 'local', undefined, true],
      ['vscode', true, 'local', undefined, true],
      ['claude', false, 'claudeCode', 'Claude Code', false],
      ['claude', true, 'agentHostClaude', 'Claude', false],
      ['copilot', false, 'copilotCli', 'Copilot CLI', false],
      ['copilot', true, 'agentHostCopilot', 'Copilot', true],
      ['codex', false, 'codex', 'Codex', false],
      ['codex', true, 'agentHostCodex', 'Codex', false],
      ['gemini', false, 'geminiCli', 'Gemini CLI', false],
      ['opencode', false, 'opencode', 'opencode', false],
      ['qwen', false, 'qwenCode', 'Qwen Code', false],
      ['somethingNew', false, 'unknown', 'Agent', false],
      ['somethingNew', true, 'unknown', 'Agent', false],
    ];
  for (const [name, inChat, type, shown, whole] of rows) {
    it(`have the session type of ${name}${inChat ? ' in a chat' : ''}`, () => {
      assert.equal(sessionTypeOf({ name }, inChat ? IN_CHAT : {}), type);
      assert.deepEqual([sessionTypeName(type), endsAsAWhole(type)], [shown, whole]);
      assert.equal(agentOf(type), type === 'unknown' ? undefined : name);
    });
  }

  it('say which sessions have a chat in the window', () => {
    const types = rows.map(([, , type]) => type);
    assert.deepEqual(
      [...new Set(types.filter(isInChat))],
      ['local', 'agentHostClaude', 'agentHostCopilot', 'agentHostCodex'],
    );
  });

  it('have the name of their harness', () => {
    for (const [id, row] of Object.entries(AGENTS)) {
      assert.deepEqual([row.id, row.harness.name], [id, id]);
    }
    assert.ok(HARNESS_NAMES.every((name) => HARNESSES[name].name === name));
  });

  it('are the only code for agents with installed hooks', () => {
    assert.ok(OUTSIDE_AGENT_IDS.length >= 5);
    const special = new RegExp(`[!=]== '(?:${OUTSIDE_AGENT_IDS.join('|')})'`);
    const folders = ['node/commands', 'node/install', 'node/wire', 'node/hooks', 'core/telemetry', 'vscode/agents'];
    const elsewhere = [...folders, 'vscode/telemetry'].flatMap((folder) =>
      readdirSync(join(SOURCE, folder))
        .filter((name) => special.test(readFileSync(join(SOURCE, folder, name), 'utf8')))
        .map((name) => `${folder}/${name}`),
    );
    assert.deepEqual(elsewhere, []);
  });
});
