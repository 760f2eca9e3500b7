import assert from 'node:assert/strict';
import { type ActivatedWindow, windowForEach } from '../../fakes/activatedWindow';

const CHAT = 'conversation-1';
const LINKS = ['continueAnyway', 'tryDifferentApproach', 'notALoop', 'showStopDetails'];
const EARLIER = 'This stop is from before the window was reloaded. The agent can continue now.';

describe('the links and the button of a stop', () => {
  let window: ActivatedWindow;

  windowForEach((opened) => (window = opened));

  const says = (): unknown[] =>
    window.executed
      .filter(([command]) => command === 'workbench.action.chat.submit')
      .map(([, given]) => (given as { readonly inputValue: string }).inputValue);

  /** A chat with a stopped agent and its message. @returns the ID in its links */
  async function stoppedChat(): Promise<string> {
    const chat = window.api?.openConversation(CHAT) ?? assert.fail('There is no API.');
    chat.beginTurn();
    for (let at = 1; at <= 4; at++) {
      chat.check({ id: `${at}`, tool: 'read', arguments: {} });
      chat.record({ callId: `${at}`, result: 'same', isError: false });
    }
    const { actions } = await window.say('/tool-loop-why', CHAT);
    const [, [id]] = actions.get('Try a Different Approach') ?? assert.fail('There is no button.');
    return id as string;
  }

  for (const link of LINKS) {
    it(`say if the agent has continued: ${link}`, async () => {
      const id = await stoppedChat();
      window.api?.openConversation(CHAT).beginTurn();
      await window.run(`toolLoopGuard.${link}`, id);
      assert.equal(window.shown.at(-1), 'The agent has already continued. This link no longer works.');
      assert.deepEqual(says(), []);
    });

    it(`offer what is possible after the window was reloaded: ${link}`, async () => {
      await window.run(`toolLoopGuard.${link}`, 'an id of an earlier window');
      assert.equal(window.shown.at(-1), EARLIER);
      assert.deepEqual(says(), [], 'nobody has chosen anything');
      window.answer = (_title, offered) => offered.find((each) => each === 'Continue Anyway');
      await window.run(`toolLoopGuard.${link}`, 'an id of an earlier window');
      window.answer = (_title, offered) => offered.find((each) => each === 'Try a Different Approach');
      await window.run(`toolLoopGuard.${link}`, 'an id of an earlier window');
      assert.deepEqual(says(), [
        'Continue.',
        'You’re going in circles: your last steps made no progress. Work out why, then try a different ' +
          'approach. If you’re blocked, tell me what you need.',
      ]);
    });
  }

  describe('can be selected by a command', () => {
    it('which says if nothing was stopped', async () => {
      await window.run('toolLoopGuard.answerStop');
      assert.equal(window.shown.at(-1), 'No agent has been stopped since your last message.');
    });

    it('in the chat of the newest stop', async () => {
      await stoppedChat();
      let titles: readonly unknown[] = [];
      window.answer = (_title, offered) => {
        titles = offered;
        return 'Continue anyway';
      };
      await window.run('toolLoopGuard.answerStop');
      assert.deepEqual(titles, ['Try a Different Approach', 'Continue anyway', 'Not a loop', 'Details']);
      assert.deepEqual(says(), ['Continue.']);
    });
  });

  it('count a false detection only after a choice', async () => {
    const fine = async (): Promise<string | undefined> => {
      await window.run('toolLoopGuard.showMetrics');
      const [page] = window.pages.values();
      return page?.html.match(/\d+ marked as not a loop/)?.[0];
    };
    const id = await stoppedChat();
    await window.run('toolLoopGuard.notALoop', id);
    assert.match(String(window.shown.at(-1)), /^Not a loop: what should happen next time\?/);
    assert.equal(await fine(), '0 marked as not a loop', 'Escape');
    window.answer = (_title, offered) =>
      offered.find((each) => (each as { readonly label?: string }).label === 'Only warn in this chat');
    await window.run('toolLoopGuard.notALoop', id);
    assert.equal(await fine(), '1 marked as not a loop');
  });
});
