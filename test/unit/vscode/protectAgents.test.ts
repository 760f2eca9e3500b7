import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { Installation } from '../../../src/node/install/installation';
import { ActivatedWindow } from '../../fakes/activatedWindow';
import { copyPlugin } from '../../fakes/pluginCopy';
import { pageText } from '../../fakes/texts';

const VARIABLES = ['PATH', 'CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'COPILOT_HOME', 'GEMINI_CLI_HOME', 'XDG_CONFIG_HOME'];

describe('Guard Other Agents', () => {
  const before = new Map(VARIABLES.map((name) => [name, process.env[name]]));
  let window: ActivatedWindow;
  let home: string;
  let page: string;
  let question: string;

  const claude = (): string => join(home, '.claude/settings.json');
  const codex = (): string => join(home, '.codex/hooks.json');
  const copy = (): string => join(home, '.local/state/tool-loop-guard/agents/plugin');

  beforeEach(async () => {
    VARIABLES.forEach((name) => Reflect.deleteProperty(process.env, name));
    window = new ActivatedWindow();
    ({ home } = window);
    mkdirSync(join(home, '.claude'));
    mkdirSync(join(home, '.codex'));
    copyPlugin(join(home, 'extension'), '1.2.3');
    window.installation = join(home, 'extension');
    await window.activate();
  });
  afterEach(() => {
    window.deactivate();
    for (const [name, value] of before) {
      if (value !== undefined) {
        process.env[name] = value;
      }
    }
  });

  interface Item {
    readonly label: string;
    readonly picked: boolean;
  }

  async function choose(names: readonly string[], agrees: boolean): Promise<Item[]> {
    let items: Item[] = [];
    window.answer = (title, offered) => {
      if (title.startsWith('Guard other agents')) {
        items = offered as Item[];
        return items.filter(({ label }) => names.includes(label));
      }
      if (offered.includes('Show Changes')) {
        question = title;
        return 'Show Changes';
      }
      page = window.opened.at(-1) === undefined ? '' : window.textOf(window.opened.at(-1) as never);
      return agrees ? offered[0] : 'Cancel';
    };
    await window.run('toolLoopGuard.protectAgents');
    return items;
  }

  it('offers the installed agents, and shows what would be written, without writing it', async () => {
    const items = await choose(['Claude Code', 'Codex'], false);
    assert.deepEqual(
      items.map(({ label, picked }) => [label, picked]),
      [
        ['Claude Code', true],
        ['Codex', true],
      ],
    );
    assert.match(question, /^Add Tool Loop Guard’s hooks to 2 files\?\n.*settings\.json, .*hooks\.json\nYour other/);
    assert.deepEqual([existsSync(claude()), existsSync(codex()), existsSync(copy())], [false, false, false]);
    assert.match(page, /^--- \/dev\/null\n\+\+\+ .*settings\.json\n\+ \{\n/);
    assert.match(page, /\+\+\+ .*hooks\.json/);
  });

  it('writes the shown changes for the chosen agents, and undoes them if they are deselected', async () => {
    await choose(['Claude Code'], true);
    assert.match(readFileSync(claude(), 'utf8'), /TOOL_LOOP_GUARD_PLUGIN/);
    assert.ok(!existsSync(codex()));
    const items = await choose(['Codex'], true);
    assert.deepEqual(
      items.map(({ picked }) => picked),
      [true, false],
    );
    assert.deepEqual([existsSync(claude()), existsSync(codex())], [false, true]);
    assert.match(window.shown.at(-1) ?? '', /Codex runs hooks only after you trust them/);
    await choose(['Codex'], true);
    assert.match(window.shown.at(-1) ?? '', /nothing to change/);
  });

  it('asks at once about a named agent, such as Copilot if the plugin doesn’t reach it', async () => {
    window.answer = (_title, offered) => offered[0];
    await window.run('toolLoopGuard.protectAgents', 'copilot');
    assert.deepEqual(window.dialogs, ['Add Tool Loop Guard’s hooks to 1 file?']);
    assert.match(readFileSync(join(home, '.copilot/hooks/tool-loop-guard.json'), 'utf8'), /"preToolUse"/);
    await window.run('toolLoopGuard.checkProtection');
    const shown = pageText(window.pages.get('toolLoopGuard.protection')?.html ?? '');
    assert.match(shown, /Copilot sessions: guarded\./);
  });

  it('updates the hooks of an older version', async () => {
    const other = new ActivatedWindow();
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const machine = {
        home: other.home,
        environment: {},
        platform: process.platform,
        claudeManagedFolder: '/nowhere',
      };
      const older = copyPlugin(join(other.home, 'older'), '0.1.0');
      new Installation(older, '0.1.0', machine).install('claude');
      const lines = readFileSync(join(other.home, '.claude/settings.json'), 'utf8');
      other.installation = join(home, 'extension');
      await other.activate();
      // It waits until VS Code has started.
      mock.timers.tick(10_000);
      await new Promise((resolve) => setImmediate(resolve));
      const agents = join(other.home, '.local/state/tool-loop-guard/agents');
      assert.equal(readFileSync(join(agents, 'plugin/hook.js'), 'utf8'), '// 1.2.3');
      assert.equal(readFileSync(join(other.home, '.claude/settings.json'), 'utf8'), lines);
    } finally {
      mock.timers.reset();
      other.deactivate();
    }
  });

  it('is removed with everything else by one command, after the user has seen the changes', async () => {
    await choose(['Claude Code'], true);
    const asked: string[] = [];
    let isAgreed = false;
    window.answer = (title, offered) => {
      asked.push(title);
      return isAgreed && offered.includes('Remove') ? 'Remove' : undefined;
    };
    await window.run('toolLoopGuard.removeEverything');
    assert.match(asked.join(''), /^Remove everything that Tool Loop Guard wrote on this machine\?\n/);
    assert.match(asked.join(''), /These agents will no longer be guarded: Claude Code\./);
    assert.ok(asked.join('').includes(claude()) && asked.join('').includes('.local/state/tool-loop-guard'));
    assert.ok(window.dialogs.length > 0 && existsSync(claude()), 'nothing is removed before');
    isAgreed = true;
    await window.run('toolLoopGuard.removeEverything');
    assert.deepEqual([existsSync(claude()), existsSync(join(home, '.local/state/tool-loop-guard'))], [false, false]);
    assert.match(window.logLines.join('\n'), /^Removed: hooks in .*settings\.json$/m);
    assert.match(asked.at(-1) ?? '', /^Everything that Tool Loop Guard wrote on this machine was removed\.$/);
    assert.equal(asked.length, 3, 'one confirmation');
  });

  it('names an agent that it couldn’t change, and continues with the others', async () => {
    writeFileSync(claude(), '{ broken');
    await choose(['Claude Code', 'Codex'], true);
    assert.ok(window.shown.some((text) => /couldn’t change the files of Claude Code/.test(text)));
    assert.equal(readFileSync(claude(), 'utf8'), '{ broken');
    assert.ok(existsSync(codex()));
  });
});
