import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { GRACE_MS } from '../../../src/core/protection/sessionProbe';
import { StateFolder, stateName } from '../../../src/node/state/stateFolder';
import { sharedFolder } from '../../../src/node/plugin/sharedFolder';
import { ActivatedWindow } from '../../fakes/activatedWindow';
import { FakeRpcServer } from '../../fakes/rpcServer';
import { pageText } from '../../fakes/texts';
import { Uri } from '../../fakes/vscodeValues';

const NOT_GUARDING = '$(unverified) Not guarding this session';

describe('the protection of a window', () => {
  let home: string;
  let window: ActivatedWindow;
  const variables = ['COPILOT_HOME', 'CLAUDE_CONFIG_DIR', 'CODEX_HOME'] as const;
  const before = Object.fromEntries(variables.map((name) => [name, process.env[name]]));

  beforeEach(() => {
    variables.forEach((name) => delete process.env[name]);
    window = new ActivatedWindow();
    ({ home } = window);
    window.folders = [{ uri: Uri.file('/project/repository') }];
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_000_000_000_000 });
  });
  afterEach(() => {
    // Before its timers can no longer be cleared: one left from another clock also removes a timer of the next clock.
    window.deactivate();
    mock.timers.reset();
    for (const name of variables) {
      const value = before[name];
      if (value === undefined) {
        delete process.env[name];
      } else {
        process.env[name] = value;
      }
    }
  });

  const item = () => window.statusBarItems[0] ?? assert.fail('There is no item.');
  const tooltip = (): string => item().tooltip?.value.replaceAll('\\', '') ?? '';

  /** Lets time pass and pending work finish. */
  async function pass(milliseconds: number): Promise<void> {
    mock.timers.tick(milliseconds);
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(200);
  }

  async function table(): Promise<string> {
    await window.run('toolLoopGuard.checkProtection');
    return shown();
  }

  function shown(): string {
    return pageText(window.pages.get('toolLoopGuard.protection')?.html ?? assert.fail('There is no page.'));
  }

  const status = async (): Promise<string> => (await window.say('/tool-loop-status')).text;

  it('claims nothing before a call is checked, and counts checked calls', async () => {
    await window.activate();
    await pass(5_000);
    assert.equal(item().text, '$(shield)');
    assert.match(tooltip(), /On\. This week: 0 calls checked, no loops\./);
    assert.doesNotMatch(tooltip(), /Not guarded here/, 'nobody expects Codex and cloud sessions to be guarded');
    const conversation = window.api?.openConversation('one');
    conversation?.check({ id: 'call-1', tool: 'read', arguments: {} });
    await pass(200);
    assert.match(tooltip(), /On\. This week: 1 call checked, no loops\. This chat: 1 call checked, no loops\./);
  });

  it('doesn’t mistake a folder of VS Code’s Claude sessions for Claude Code', async () => {
    mkdirSync(join(home, '.claude'), { recursive: true });
    mkdirSync(join(home, 'bin'));
    const path = process.env['PATH'];
    process.env['PATH'] = join(home, 'bin');
    try {
      await window.activate();
      assert.match(await table(), /Not found on this machine: Claude Code, /);
      writeFileSync(join(home, 'bin/claude'), '#!/bin/sh\n', { mode: 0o755 });
      assert.doesNotMatch(await table(), /Not found on this machine: Claude Code, /);
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('names Codex’s background work, and stops it', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    const folder = join(home, '.codex/app-server-control');
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o700);
    let type = 'active';
    const thread = { id: 'a-1', preview: 'Go on.', cwd: '/project' };
    const server = await FakeRpcServer.start(join(folder, 'app-server-control.sock'), (method, { turnId }) => {
      type = method === 'turn/interrupt' && turnId === 'now' ? 'idle' : type;
      return {
        result: {
          data: ['a-1'].map((id) => (method === 'thread/turns/list' ? { id: 'now' } : id)),
          thread: { ...thread, status: { type } },
        },
      };
    });
    chmodSync(join(folder, 'app-server-control.sock'), 0o600);
    try {
      await window.activate();
      const found = /Codex is working in the background: “Go on\.” \(\/project\)\./;
      while (!found.test(tooltip())) {
        await pass(200);
      }
      assert.match(tooltip(), /\[Stop\]\(command:toolLoopGuard\.stopThread\)/);
      assert.match(await table(), /“Go on\.” \(\/project\) Stop/);
      window.answer = (_, offered) => offered[0];
      await window.run('toolLoopGuard.stopThread');
      await pass(200);
      assert.doesNotMatch(tooltip(), /in the background/);
      assert.match(window.shown.join('\n'), /Codex was stopped: “Go on\.”/);
    } finally {
      server.close();
    }
  });

  const MISSING: readonly (readonly [what: string, bringAbout: () => void, why: RegExp])[] = [
    ['an old VS Code', () => (window.module.version = '1.113.0'), /This requires VS Code 1\.114 or later/],
    [
      'chat.useHooks',
      () => window.otherSettings.set('chat.useHooks', { value: false }),
      /Hooks are turned off: chat\.useHooks\./,
    ],
    [
      'plugins',
      () => window.otherSettings.set('chat.plugins.enabled', { value: false }),
      /Hooks are turned off: chat\.plugins\.enabled\./,
    ],
    [
      'managed hooks only',
      () => window.otherSettings.set('chat.hooks.allowManagedOnly', { value: true }),
      /Hooks are turned off: ChatAllowManagedHooksOnly\./,
    ],
    ['an untrusted folder', () => (window.isTrusted = false), /Hooks don’t run in Restricted Mode/],
    [
      'a remote window that begins Copilot sessions',
      () => {
        window.remoteName = 'ssh-remote';
        window.otherSettings.set('chat.defaultToCopilotHarness', { value: true });
      },
      /This is a remote window, so add hooks once/,
    ],
    [
      'the Agents window',
      () => {
        window.workspaceFile = Uri.file('/user/agent-sessions.code-workspace');
        window.otherSettings.set('chat.editor.localAgent.enabled', { value: false });
      },
      /These sessions need hooks of their own/,
    ],
  ];
  for (const [what, bringAbout, why] of MISSING) {
    it(`isn’t claimed by shield, status, and table: ${what}`, async () => {
      bringAbout();
      await window.activate();
      await pass(5_000);
      assert.equal(item().text, NOT_GUARDING);
      assert.match(tooltip(), why);
      assert.match(await table(), why);
      assert.match((await status()).replaceAll('\\', ''), why);
    });
  }

  it('isn’t claimed by shield, status, and table: a window that hooks don’t reach', async () => {
    const { TMPDIR: temporary } = process.env;
    process.env['TMPDIR'] = join(home, 'nowhere');
    try {
      await window.activate();
    } finally {
      if (temporary === undefined) {
        delete process.env['TMPDIR'];
      } else {
        process.env['TMPDIR'] = temporary;
      }
    }
    await pass(5_000);
    assert.equal(item().text, NOT_GUARDING);
    for (const text of [tooltip(), await table(), await status()]) {
      assert.match(text, /Hooks can’t reach this window\./);
    }
  });

  it('returns automatically when the setting is changed', async () => {
    window.otherSettings.set('chat.useHooks', { value: false });
    await window.activate();
    await pass(5_000);
    assert.equal(item().text, NOT_GUARDING);
    window.otherSettings.clear();
    await pass(5_000);
    assert.equal(item().text, '$(shield)');
  });

  describe('with a Copilot session running', () => {
    let path: string;

    beforeEach(() => {
      const folder = join(home, '.copilot', 'session-state', 'session-1');
      mkdirSync(folder, { recursive: true });
      path = join(folder, 'events.jsonl');
    });

    function write(type: string, data: object): void {
      appendFileSync(path, `${JSON.stringify({ type, data, timestamp: new Date().toISOString() })}\n`);
    }

    async function call(folder = '/project/repository/part'): Promise<void> {
      await pass(1_000);
      write('session.start', { sessionId: 'session-1', context: { cwd: folder } });
      write('user.message', { content: 'Why does it fail?' });
      write('tool.execution_start', { toolCallId: 'call-1', toolName: 'view', model: 'one' });
      await pass(GRACE_MS + 5_000);
      await pass(5_000);
    }

    it('without hooks, shield and the open table say so at once', async () => {
      await window.activate();
      assert.match(await table(), /No such session has been seen yet/);
      await call();
      assert.match(shown(), /Copilot sessions: not guarded/);
      assert.equal(item().text, NOT_GUARDING);
      assert.match(
        tooltip(),
        /Not guarded: Copilot session "Why .*\?"\. .*In Copilot session "Why .*\?", tools ran without being/s,
      );
      assert.match(
        await table(),
        /Copilot sessions: not guarded\. In Copilot session "Why does it fail\?", tools ran without being checked/,
      );
      assert.match(await status(), /\*\*Not guarded\\: Copilot session "Why does it fail\?"\.\*\*/);
    });

    it('with hooks, they don’t', async () => {
      await window.activate();
      await window.ask({ hook_event_name: 'UserPromptSubmit', session_id: 'session-1', prompt: 'Go' });
      await call();
      assert.equal(item().text, '$(shield)');
      assert.match(await table(), /Copilot sessions: guarded\. Copilot session "Why .*\?": last call checked now\./);
    });

    it('with hooks that decide alone, they say that, and not that it is unguarded', async () => {
      await window.activate();
      const answering = new StateFolder(sharedFolder(home));
      await pass(1_000);
      const judged = call();
      await answering.update(
        stateName('session-1'),
        () => ({ state: new Map(), result: undefined }),
        () => undefined,
      );
      const [state] = readdirSync(join(sharedFolder(home), 'sessions'));
      const seconds = Date.now() / 1_000;
      utimesSync(join(sharedFolder(home), 'sessions', state ?? ''), seconds, seconds);
      await judged;
      assert.equal(item().text, '$(shield)');
      assert.match(tooltip(), /"Why does it fail\?" is guarded, but not by this window\. Its stops aren’t shown/);
      assert.match(await table(), /Copilot sessions: guarded\. .*: last call checked .*, but not by this window/);
    });

    it('in a folder that another window has open, they don’t', async () => {
      await window.activate();
      const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      try {
        const address = { socket: '', token: '', pid: other.pid, host: hostname(), userData: '' };
        const text = JSON.stringify({ ...address, folders: ['/project/repository/inside'] });
        writeFileSync(join(sharedFolder(home), 'windows', 'other.json'), text, { mode: 0o600 });
        await call('/project/repository/inside');
        assert.equal(item().text, '$(shield)');
      } finally {
        other.kill();
      }
    });

    it('of another window, they don’t', async () => {
      await window.activate();
      await call('/project/repository-two');
      assert.equal(item().text, '$(shield)');
    });
  });

  it('of Claude sessions is based on their own transcript', async () => {
    await window.activate();
    await pass(1_000);
    const project = join(home, '.claude', 'projects', '-project-repository');
    mkdirSync(project, { recursive: true });
    const answer = {
      type: 'assistant',
      entrypoint: 'sdk-ts',
      cwd: '/project/repository',
      timestamp: new Date().toISOString(),
      message: { model: 'claude-one', content: [{ type: 'tool_use', name: 'Read' }] },
    };
    writeFileSync(join(project, 'session-3.jsonl'), `${JSON.stringify(answer)}\n`);
    await pass(GRACE_MS + 5_000);
    await pass(5_000);
    assert.equal(item().text, NOT_GUARDING);
    assert.match(await table(), /Claude sessions: not guarded\./);
  });
});
