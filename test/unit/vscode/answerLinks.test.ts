import assert from 'node:assert/strict';
import { type ActivatedWindow, windowForEach } from '../../fakes/activatedWindow';

const CHAT = 'conversation-1';

describe('links in answers of @loopguard', () => {
  let window: ActivatedWindow;

  windowForEach((opened) => (window = opened));

  async function say(prompt: string) {
    const answer = await window.say(prompt, CHAT);
    return {
      ...answer,
      select: (title: string): Promise<unknown> => {
        const [command, given] = answer.actions.get(title) ?? assert.fail(`There is no ${title}: ${answer.text}`);
        return window.run(command, ...given);
      },
    };
  }

  it('undo the change of a command, as if the undo had been typed', async () => {
    const { text, select } = await say('/tool-loop-max-repeats 6');
    assert.equal(text.trim(), 'Repeat limit for this chat: **6** (was 4). Undo');
    window.executed.length = 0;
    await select('Undo');
    assert.ok(JSON.stringify(window.executed).includes('@loopguard /tool-loop-unset tool-loop-max-repeats'));
  });

  it('expire with the next message if they change something, but not if they only show it', async () => {
    const set = await say('/tool-loop-max-repeats 6');
    const status = await say('/tool-loop-status');
    window.api?.openConversation(CHAT).beginTurn();
    await set.select('Undo');
    assert.equal(window.shown.at(-1), 'This link has expired.');
    window.executed.length = 0;
    await status.select('Loops');
    assert.ok(
      window.executed.some(([command]) => command === 'toolLoopGuard.timeline.focus'),
      String(window.executed),
    );
  });

  it('ask for a mode as if it had been typed', async () => {
    const { select } = await say('/tool-loop-mode');
    window.executed.length = 0;
    void select('Warn only');
    await new Promise((resolve) => setImmediate(resolve));
    const [, given] = window.executed.find(([command]) => command === 'workbench.action.chat.submit') ?? [];
    assert.equal((given as { inputValue?: string } | undefined)?.inputValue, '@loopguard /tool-loop-mode warn');
  });

  it('have a button at a budget stop that doubles the budget and lets the agent continue', async () => {
    window.save(JSON.stringify({ 'toolLoopGuard.budget': { perMessage: { calls: 1 } } }));
    const chat = window.api?.openConversation(CHAT) ?? assert.fail('There is no API.');
    const check = (id: string): string => chat.check({ id, tool: 'read', arguments: { id } }).action;
    assert.equal(check('1'), 'allow');
    await say('/tool-loop-budget stop');
    assert.equal(check('2'), 'stopped');
    const { text, parts, select } = await say('/tool-loop-why');
    assert.match(text, /^\*\*Agent stopped\.\*\* Budget reached\\: 1 tool call for this message\.\n\n/);
    assert.match(text, /or choose: Ignore the budget in this chat · Change the budget · Loops$/);
    assert.deepEqual(parts, ['markdown', 'Double the Budget and Continue']);
    await select('Double the Budget and Continue');
    assert.match((await say('/tool-loop-budget')).text, /Budget used: 1 of 2 tool calls for this message/);
    assert.deepEqual(
      window.executed.filter(([command]) => command === 'workbench.action.chat.submit').length,
      1,
      'the agent continues',
    );
  });
});
