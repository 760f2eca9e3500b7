import assert from 'node:assert/strict';
import type * as exactStopModule from '../../../src/vscode/hooks/exactStop';
import { FakeAgentHost } from '../../fakes/agentHost';
import { withVscode } from '../../fakes/vscodeModule';
import { VscodeWindow } from '../../fakes/vscodeWindow';

const { ExactStop } = withVscode(new VscodeWindow().module)<typeof exactStopModule>('vscode/hooks/exactStop');

describe('the exact stop in Agent Hosts', function () {
  let host: FakeAgentHost;
  let stop: InstanceType<typeof ExactStop>;
  let log: string[];
  before(function () {
    if (process.platform === 'win32') {
      this.skip();
    }
  });
  afterEach(() => {
    stop.dispose();
    host.close();
  });

  async function asked(version: string, answers?: Parameters<typeof FakeAgentHost.start>[1]) {
    host = await FakeAgentHost.start(version, answers);
    log = [];
    const tried = new Promise<void>((resolve) => {
      const told = (line: string): void => {
        log.push(line);
        resolve();
      };
      const { userData } = host;
      const ports = { userData, isOn: () => true, codex: () => undefined, onEnd: () => undefined, log: told };
      stop = new ExactStop(ports);
    });
    stop.prepare(0);
    const caller = { sessionId: 'a-session' };
    assert.equal(await stop.cancel(caller), false);
    assert.deepEqual(log, [], 'no stop waits until a host is connected');
    await tried;
    return [await stop.cancel(caller), stop.addressOf(caller)];
  }
  const NOTHING = [false, undefined];

  it('connects to a host with its version', async () => {
    assert.deepEqual(await asked('0.9.0'), NOTHING);
    assert.match(log.join(), /^Connected to the Agent Host/);
  });

  it('does nothing for an unknown version, and logs that once', async () => {
    assert.deepEqual(await asked('2.0.0'), NOTHING);
    assert.deepEqual(log, [
      "The Agent Host can't be used to stop single chats: The request was answered with error -32005",
    ]);
    stop.prepare(500);
    assert.deepEqual(await stop.cancel({ sessionId: 'a-session' }), false);
    assert.equal(log.length, 1);
    assert.deepEqual(new Set(host.asked), new Set(['initialize']));
  });

  it('does nothing if a host reports its sessions in another form', async () => {
    const session = { resource: 'copilotcli:/a-session', status: 8 };
    const forms: Record<string, unknown>[] = [
      { listSessions: { items: 'none' } },
      { listSessions: { items: [session] } },
      {
        listSessions: { items: [session] },
        subscribe: { snapshot: { state: { chats: [{ resource: 'ahp-chat:/1' }] } } },
      },
      { listSessions: { items: [session] }, subscribe: { snapshot: { state: { chats: 7, defaultChat: {} } } } },
    ];
    for (const form of forms) {
      assert.deepEqual(await asked('0.9.0', (method) => form[method]), NOTHING, JSON.stringify(form));
      assert.ok(!host.asked.includes('dispatchAction'));
      stop.dispose();
      host.close();
    }
  });
});
