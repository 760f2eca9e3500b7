import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { NamedCall } from '../../../src/vscode/window/agentControl';
import type * as panelModule from '../../../src/vscode/window/chatPanel';
import { withVscode } from '../../fakes/vscodeModule';
import { VscodeWindow } from '../../fakes/vscodeWindow';

describe('the notification of a stop', () => {
  /** What the notification's button, when it has this name, leads to. */
  async function ledTo(button: string, call?: NamedCall): Promise<unknown[]> {
    const window = new VscodeWindow();
    const { ChatPanel } = withVscode(window.module)<typeof panelModule>('vscode/window/chatPanel');
    const run: unknown[] = [];
    for (const command of ['toolLoopGuard.showDetection', 'toolLoopGuard.showTimeline']) {
      window.commands.set(command, (...given) => void run.push(command, ...given));
    }
    window.answer = (_title, offered) => offered.find((each) => each === button);
    new ChatPanel({} as vscode.LogOutputChannel).tell('Loop stopped: …', call);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(window.shown, ['Loop stopped: …']);
    return run;
  }

  it('leads to the call that was stopped, and hands over nothing but its ids', async () => {
    const call = { conversationId: 'one', callId: 'call-4', arguments: { path: 'secret' } };
    assert.deepEqual(await ledTo('Details', call), [
      'toolLoopGuard.showDetection',
      { conversationId: 'one', callId: 'call-4' },
    ]);
  });

  it('leads to the timeline where it is about no single call', async () => {
    assert.deepEqual(await ledTo('Show Timeline'), ['toolLoopGuard.showTimeline']);
    assert.deepEqual(await ledTo('Details'), []);
  });
});
