import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { NamedCall } from '../../../src/vscode/chatPanel/agentControl';
import type * as idModule from '../../../src/vscode/host/conversationId';
import type * as panelModule from '../../../src/vscode/chatPanel/chatPanel';
import { withVscode } from '../../fakes/vscodeModule';
import { VscodeWindow } from '../../fakes/vscodeWindow';

describe('the notification of a stop', () => {
  /** What the notification's button, when it has this name, leads to. */
  async function ledTo(button: string, call?: NamedCall): Promise<unknown[]> {
    const window = new VscodeWindow();
    const { ChatPanel } = withVscode(window.module)<typeof panelModule>('vscode/chatPanel/chatPanel');
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
    assert.deepEqual(await ledTo('Show Loops'), ['toolLoopGuard.showTimeline']);
    assert.deepEqual(await ledTo('Details'), []);
  });
});

describe('what is asked in the person’s name after a stop', () => {
  const HAND_OVER = 'workbench.action.chat.executeHandoff';
  const SUBMIT = 'workbench.action.chat.submit';
  const notice = { text: 'Loop stopped in "Why?": …', call: { conversationId: 'one', callId: 'c' } };

  /**
   * Asks it in a window in which these chats are shown.
   * @param focused the chat that had the focus last, by the mode that is picked there
   */
  async function asked(
    shown: Readonly<Record<string, string>>,
    { focused, tabs = [], isProbablyAway = false }: { focused: string; tabs?: string[]; isProbablyAway?: boolean },
  ): Promise<{ readonly submitted: unknown; readonly shown: readonly string[] }> {
    const window = new VscodeWindow();
    const { ChatPanel } = withVscode(window.module)<typeof panelModule>('vscode/chatPanel/chatPanel');
    const { resourceOfConversation } = withVscode(window.module)<typeof idModule>('vscode/host/conversationId');
    const modes = new Map(Object.entries(shown).map(([id, mode]) => [resourceOfConversation(id).toString(), mode]));
    window.commands.set(HAND_OVER, (given) => {
      const { sessionResource } = given as { readonly sessionResource?: string };
      const mode = sessionResource === undefined ? focused : modes.get(sessionResource);
      return { success: false, error: mode === undefined ? 'No chat widget found.' : `No handoffs for ${mode}` };
    });
    tabs.forEach((tab) => window.chatTabs.push(tab));
    let submitted: unknown;
    const panel = new ChatPanel({ error: () => undefined } as unknown as vscode.LogOutputChannel);
    window.commands.set(SUBMIT, (given) => {
      submitted = given;
      panel.arrived();
    });
    await panel.ask('one', 'Why?', { ...notice, isProbablyAway });
    panel.dispose();
    return { submitted, shown: window.shown };
  }

  it('is sent to its chat, behind what the person has queued there', async () => {
    assert.deepEqual(await asked({ one: 'agent' }, { focused: 'agent' }), {
      submitted: {
        inputValue: '@loopguard Why?',
        acceptInputOptions: { preserveInput: true, preserveFocus: true, queue: 'queued' },
      },
      shown: [],
    });
  });

  it('is sent to no other chat: a notification names the one that it is about', async () => {
    const told = { submitted: undefined, shown: [notice.text] };
    assert.deepEqual(await asked({ two: 'agent' }, { focused: 'agent' }), told, 'another chat is shown');
    assert.deepEqual(await asked({ one: 'agent' }, { focused: 'ask' }), told, 'an inline chat had the focus');
    assert.deepEqual(
      await asked({ one: 'agent' }, { focused: 'agent', tabs: ['another'] }),
      told,
      'another one is open in an editor, and may have had the focus',
    );
  });

  it('is believed to be for the chat in front where VS Code does not tell, unless the person is away', async () => {
    const window = new VscodeWindow();
    const { ChatPanel } = withVscode(window.module)<typeof panelModule>('vscode/chatPanel/chatPanel');
    const panel = new ChatPanel({ error: () => undefined } as unknown as vscode.LogOutputChannel);
    window.commands.set(SUBMIT, () => panel.arrived());
    await panel.ask('one', 'Why?', { ...notice, isProbablyAway: false });
    assert.deepEqual(window.shown, []);
    await panel.ask('one', 'Why?', { ...notice, isProbablyAway: true });
    assert.deepEqual(window.shown, [notice.text]);
    panel.dispose();
  });
});
