import assert from 'node:assert/strict';
import { type ActivatedWindow, windowForEach } from '../../fakes/activatedWindow';
import type { Uri } from '../../fakes/vscodeValues';

const AGENT_HOST = { VSCODE_ESM_ENTRYPOINT: 'agentHostMain' };
const NO_REQUEST_TO_THE_CHAT = /^workbench\.action\.chat\.open$/;

describe('the page of answers', () => {
  let window: ActivatedWindow;
  let times = 0;

  windowForEach((opened) => (window = opened));

  const ask = (input: object): Promise<string> =>
    window.ask({ sessionId: 'session-1', timestamp: (times += 1), workingDirectory: '/w', ...input }, AGENT_HOST);

  async function loop(): Promise<void> {
    const call = { toolName: 'view', toolArgs: { path: '/w/a.txt' } };
    await ask({ prompt: 'Why does the build fail?' });
    for (let count = 1; count <= 3; count++) {
      await ask(call);
      await ask({ ...call, toolResult: { resultType: 'success', textResultForLlm: 'same' } });
    }
    assert.match(await ask(call), /"permissionDecision":"deny"/);
  }

  function address(): Uri {
    const [, page] = window.executed.findLast(([command]) => command === 'markdown.showPreview') ?? [];
    assert.equal((page as Uri | undefined)?.scheme, 'tool-loop-guard-answer');
    return page as Uri;
  }

  const shown = (): string => window.textOf(address()).replaceAll('\\', '');

  it('shows the status of a session whose chat can’t answer, and sends nothing there', async function () {
    this.timeout(10_000);
    await loop();
    window.executed.length = 0;
    await window.run('toolLoopGuard.showStatus');
    assert.match(
      shown(),
      /^# Tool Loop Guard: Status\n\nWhy does the build fail\? {2}\nCopilot · w · now · 4 calls · 1 loop\n/,
    );
    assert.equal(address().path, '/Tool Loop Guard: Status', 'by which VS Code names the tab');
    assert.match(shown(), /4 calls checked/);
    assert.match(shown(), /^Model: unknown$/m, 'as long as its file names none');
    assert.match(shown(), /what to do next, or use the command "Tool Loop Guard: Let Stopped Agent Continue"\./);
    assert.doesNotMatch(shown(), /\/tool-loop-/, 'typed into that chat it would go to the model');
    assert.deepEqual(
      window.executed.filter(([command]) => NO_REQUEST_TO_THE_CHAT.test(command)),
      [],
    );
  });

  it('shows why such a session was stopped', async function () {
    this.timeout(10_000);
    await loop();
    await window.run('toolLoopGuard.explainStop');
    assert.match(shown(), /^# Tool Loop Guard: Why was the agent stopped\?\n/);
    assert.match(shown(), /or use the command "Tool Loop Guard: Let Stopped Agent Continue"/);
    assert.match(shown(), /`view\(.*a\.txt\)` returned the same result 3 times/);
  });

  it('shows plain text if the preview is turned off', async () => {
    await ask({ prompt: 'Why?' });
    const opened: unknown[] = [];
    const { module } = window;
    Object.assign(module.window, { showTextDocument: (address: unknown) => Promise.resolve(opened.push(address)) });
    const execute = module.commands.executeCommand;
    module.commands.executeCommand = (name: string, ...rest: unknown[]) =>
      name === 'markdown.showPreview' ? Promise.reject(new Error('There is no preview.')) : execute(name, ...rest);
    await window.run('toolLoopGuard.showStatus');
    assert.equal(opened.length, 1);
    assert.match(window.textOf(opened[0] as Uri), /0 calls checked/);
  });
});
