import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type * as panelModule from '../../../src/vscode/chatPanel/chatPanel';
import { ActivatedWindow } from '../../fakes/activatedWindow';
import { withVscode } from '../../fakes/vscodeModule';
import { VscodeWindow } from '../../fakes/vscodeWindow';

const NEW_LOCAL_CHAT = 'workbench.action.chat.openNewChatSessionInPlace.local';

describe('Try It', () => {
  it('sends nothing to the chat if there are no Local sessions, and says so', async () => {
    const window = new ActivatedWindow();
    window.otherSettings.set('chat.editor.localAgent.enabled', { value: false });
    try {
      await window.activate();
      window.executed.length = 0;
      await window.run('toolLoopGuard.tryIt');
      assert.match(window.shown.at(-1) ?? '', /needs a Local session\. Turn on `chat\.editor\.localAgent\.enabled`/);
      assert.deepEqual(
        window.executed.filter(([command]) => command.startsWith('workbench.action.chat.')),
        [],
      );
    } finally {
      window.deactivate();
    }
  });

  for (const [what, known] of [
    ['begins a Local session, whatever new chats are', true],
    ['begins a new chat in a VS Code that has no other sessions', false],
  ] as const) {
    it(what, async () => {
      const window = new VscodeWindow();
      const { ChatPanel } = withVscode(window.module)<typeof panelModule>('vscode/chatPanel/chatPanel');
      const begun: unknown[] = [];
      if (known) {
        window.commands.set(NEW_LOCAL_CHAT, (where) => void begun.push(where));
      }
      await new ChatPanel({} as vscode.LogOutputChannel).newChat();
      assert.deepEqual(begun, known ? ['sidebar'] : []);
      assert.equal(
        window.executed.some(([command]) => command === 'workbench.action.chat.newChat'),
        !known,
      );
    });
  }
});
