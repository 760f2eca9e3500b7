import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { NamedCall } from '../../../src/vscode/chatPanel/notification';
import type { StopWays } from '../../../src/vscode/chatPanel/chatPanel';
import type * as idModule from '../../../src/vscode/host/conversationId';
import type * as panelModule from '../../../src/vscode/chatPanel/chatPanel';
import { withVscode } from '../../fakes/vscodeModule';
import { VscodeWindow } from '../../fakes/vscodeWindow';

describe('the notification of a stop', () => {
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

  it('opens the stopped call, and passes on only its IDs', async () => {
    const call = { conversationId: 'one', callId: 'call-4', arguments: { path: 'secret' } };
    assert.deepEqual(await ledTo('Details', call), [
      'toolLoopGuard.showDetection',
      { conversationId: 'one', callId: 'call-4' },
    ]);
  });

  it('opens the timeline if it isn’t about a single call', async () => {
    assert.deepEqual(await ledTo('Show Loops'), ['toolLoopGuard.showTimeline']);
    assert.deepEqual(await ledTo('Details'), []);
  });
});

describe('the notification of a stop in a chat that can’t be written to', () => {
  const call = { conversationId: 'one', callId: 'call-4' };
  const notice = { text: 'Loop stopped in "Why?": …', call };
  const ways = { steering: 'Try something else.', chat: 'agent-host-copilotcli:/7' };

  async function chosen(button: string, given = ways as StopWays) {
    const window = new VscodeWindow();
    const { ChatPanel } = withVscode(window.module)<typeof panelModule>('vscode/chatPanel/chatPanel');
    const run: unknown[][] = [];
    for (const id of ['vscode.open', 'workbench.action.chat.open', 'toolLoopGuard.markAsFine']) {
      window.commands.set(id, (...rest) => void run.push([id, ...rest.map(String), ...rest]));
    }
    let offered: readonly unknown[] = [];
    window.answer = (_title, all) => ((offered = all), all.find((each) => each === button));
    const panel = new ChatPanel({} as vscode.LogOutputChannel);
    panel.tellStop(notice, given);
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(window.shown, [notice.text]);
    return { offered, run, errors: window.errors, panel };
  }

  it('can be answered again, as long as no other stop was shown', async () => {
    const { panel } = await chosen('');
    const again = (conversationId: string) => panel.choicesTold(conversationId)?.map(({ title }) => title);
    assert.deepEqual(again(call.conversationId), [
      'Try a Different Approach',
      'Continue Anyway',
      'Not a Loop',
      'Details',
    ]);
    assert.equal(again('another'), undefined);
  });

  it('puts a message for the agent into its chat, for the user to send', async () => {
    const { offered, run } = await chosen('Try a Different Approach');
    assert.deepEqual(offered, ['Try a Different Approach', 'Continue Anyway', 'Details']);
    assert.deepEqual(
      run.map(([id]) => id),
      ['vscode.open', 'workbench.action.chat.open'],
    );
    assert.deepEqual((run[0]?.at(-1) as vscode.Uri).path, '/7');
    assert.deepEqual(run[1]?.at(-1), { query: ways.steering, isPartialQuery: true });
    const goOn = await chosen('Continue Anyway');
    assert.deepEqual(goOn.run[1]?.at(-1), { query: 'Continue.', isPartialQuery: true });
  });

  it('stays until it is answered', async () => {
    const { errors } = await chosen('');
    assert.deepEqual(errors, [notice.text]);
  });

  it('reports a false detection by its IDs', async () => {
    const { run } = await chosen('Not a Loop', { ...ways, steering: undefined });
    assert.deepEqual(run[0]?.at(-1), call);
  });

  it('shows the chat of a running agent', async () => {
    const { offered, run } = await chosen('Show Chat', { ...ways, steering: undefined });
    assert.deepEqual(offered, ['Show Chat', 'Not a Loop', 'Details']);
    assert.deepEqual(
      run.map(([id]) => id),
      ['vscode.open'],
    );
  });

  it('offers no message if the agent is running or in a terminal', async () => {
    const { offered } = await chosen('', { steering: undefined, chat: undefined });
    assert.deepEqual(offered, ['Not a Loop', 'Details']);
  });
});

describe('a message in the user’s name after a stop', () => {
  const HAND_OVER = 'workbench.action.chat.executeHandoff';
  const SUBMIT = 'workbench.action.chat.submit';
  const notice = { text: 'Loop stopped in "Why?": …', call: { conversationId: 'one', callId: 'c' } };

  interface ShownChats {
    /** The chat that had the focus last, by its mode. */
    readonly focused: string;
    readonly tabs?: readonly string[];
    readonly activeTab?: 'chat';
    readonly isProbablyAway?: boolean;
  }

  async function asked(
    shown: Readonly<Record<string, string>>,
    { focused, tabs = [], activeTab, isProbablyAway = false }: ShownChats,
  ): Promise<{ readonly submitted: unknown; readonly opened: readonly string[]; readonly shown: readonly string[] }> {
    const window = new VscodeWindow();
    window.isChatTabActive = activeTab === 'chat';
    const opened: string[] = [];
    window.commands.set('vscode.open', (resource) => void opened.push(String(resource)));
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
    return { submitted, opened, shown: window.errors };
  }

  it('is sent to its chat, after the user’s queued messages', async () => {
    assert.deepEqual(await asked({ one: 'agent' }, { focused: 'agent' }), {
      submitted: {
        inputValue: '@loopguard Why?',
        acceptInputOptions: { preserveInput: true, preserveFocus: true, queue: 'queued' },
      },
      opened: [],
      shown: [],
    });
  });

  it('is sent to its chat in a visible editor, once that has the focus', async () => {
    const inEditor = { focused: 'agent', tabs: ['one'], activeTab: 'chat' } as const;
    const { submitted, opened, shown } = await asked({ one: 'agent' }, inEditor);
    assert.deepEqual([submitted === undefined, opened.length, shown], [false, 1, []]);
    const away = await asked({ one: 'agent' }, { ...inEditor, isProbablyAway: true });
    assert.deepEqual([away.submitted, away.opened, away.shown], [undefined, [], [notice.text]]);
  });

  it('is sent to no other chat: a notification names the right one', async () => {
    const told = { submitted: undefined, opened: [], shown: [notice.text] };
    assert.deepEqual(await asked({ two: 'agent' }, { focused: 'agent' }), told, 'another chat is shown');
    assert.deepEqual(await asked({ one: 'agent' }, { focused: 'ask' }), told, 'an inline chat had the focus');
    assert.deepEqual(
      await asked({ one: 'agent' }, { focused: 'agent', tabs: ['another'] }),
      told,
      'another one is open in an editor, and may have had the focus',
    );
  });

  it('goes to the chat in front if VS Code doesn’t say which it is, unless the user is away', async () => {
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
