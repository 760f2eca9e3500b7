import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../../../../scripts/vscode/discard.mjs';
import { endHostedTurn } from '../../../../src/node/agentHost/hostOfHook';
import { applicationsFolder } from '../../../../src/node/files/applicationsFolder';
import { sharedFolder, WINDOWS_FOLDER } from '../../../../src/node/plugin/sharedFolder';
import { FakeAgentHost } from '../../../fakes/agentHost';

const CALLER = { sessionId: 'a-session' };

describe('the Agent Host that a hook asks without a window', function () {
  let home: string;
  let host: FakeAgentHost | undefined;

  beforeEach(function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    home = mkdtempSync(join(tmpdir(), 'hosts-'));
  });
  afterEach(() => {
    host?.close();
    host = undefined;
    discard(home);
  });

  /** A host with a running turn of the session. It never reports an end. */
  async function started(version = '0.9.0'): Promise<FakeAgentHost> {
    const _meta = { 'vscode.modelCall': { sdkSessionId: CALLER.sessionId } };
    const states: Readonly<Record<string, unknown>> = {
      'copilotcli:/1': { chats: [{ resource: 'ahp-chat:/1' }] },
      'ahp-chat:/1': { activeTurn: { id: 'now', usage: { _meta } } },
    };
    host = await FakeAgentHost.start(version, (method, { channel }) =>
      method === 'listSessions'
        ? { items: [{ resource: 'copilotcli:/1', status: 8 }] }
        : { snapshot: { state: states[String(channel)] } },
    );
    return host;
  }

  const ofPlugin = ({ userData }: FakeAgentHost): string => join(userData, 'agentPlugins', 'name', '1', 'hook.js');

  it('is the one whose folder contains the plugin, and no end is claimed without its report', async () => {
    const { asked } = await started();
    assert.equal(await endHostedTurn(CALLER, ofPlugin(host as FakeAgentHost), home, {}), false);
    assert.equal(asked.at(-1), 'dispatchAction');
  });

  it('is another window’s for hooks in another place', async () => {
    const { asked, userData } = await started();
    const folder = join(sharedFolder(home), WINDOWS_FOLDER);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const window = { socket: 's', token: 'x', pid: process.pid, host: hostname(), folders: ['/other'], userData };
    writeFileSync(join(folder, 'one.json'), JSON.stringify(window), { mode: 0o600 });
    assert.equal(await endHostedTurn(CALLER, join(home, 'plugin', 'hook.js'), home, {}), false);
    assert.equal(asked.at(-1), 'dispatchAction');
  });

  it('can be that of an edition of VS Code with files in their usual place', async () => {
    const { asked, userData } = await started();
    const applications = applicationsFolder({}, home);
    mkdirSync(applications, { recursive: true });
    symlinkSync(userData, join(applications, 'Code'));
    assert.equal(await endHostedTurn(CALLER, join(home, 'plugin', 'hook.js'), home, {}), false);
    assert.equal(asked.at(-1), 'dispatchAction');
  });

  it('isn’t asked to end an unknown session', async () => {
    const { asked } = await started();
    assert.equal(await endHostedTurn({ sessionId: 'another' }, ofPlugin(host as FakeAgentHost), home, {}), false);
    assert.ok(!asked.includes('dispatchAction'));
  });

  it('isn’t used if it has another version, or doesn’t exist', async () => {
    const { asked } = await started('2.0.0');
    assert.equal(await endHostedTurn(CALLER, ofPlugin(host as FakeAgentHost), home, {}), false);
    assert.deepEqual([...asked], ['initialize']);
    assert.equal(await endHostedTurn(CALLER, join(home, 'a', 'b', 'c', 'hook.js'), home, {}), false);
  });
});
