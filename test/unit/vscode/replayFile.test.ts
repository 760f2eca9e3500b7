import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ActivatedWindow } from '../../fakes/activatedWindow';

/** Longer than a file that is read without a word. */
const LONG_BYTES = 5_000_000;
const CALLS = 1_500;

describe('replaying a session log', () => {
  let window: ActivatedWindow;

  beforeEach(async () => {
    window = await new ActivatedWindow().activate();
    window.answer = (title, offered) =>
      ({
        'Which chat do you want to replay?': itemOf(offered, 'Open a file…'),
        Replay: join(window.home, 'session.jsonl'),
        'With which settings?': itemOf(offered, 'Current settings'),
      })[title];
    writeFileSync(join(window.home, 'session.jsonl'), sessionLog());
  });

  afterEach(() => window.deactivate());

  it('reads it part by part, and lets the window do other things in between', async () => {
    const titles = new Set<string>();
    const turnsOfSteps = new Set<number>();
    let turn = 0;
    let next = setImmediate(function count() {
      turn++;
      next = setImmediate(count);
    });
    window.progress = (title) => {
      titles.add(title);
      turnsOfSteps.add(turn);
    };
    try {
      await window.run('toolLoopGuard.replayConversation');
    } finally {
      clearImmediate(next);
    }
    const [said] = window.shown.filter((text) => text.startsWith('With Current settings: '));
    assert.match(String(said), /^With Current settings: [1-9]\d* blocked calls?, [1-9]\d* warnings?\.$/);
    assert.deepEqual([...titles], ['Reading session.jsonl…']);
    assert.ok(turnsOfSteps.size > 20, `${turnsOfSteps.size} turns`);
  });

  for (const answer of ['Apply', undefined]) {
    it(`asks whether a preset is to hold, and ${answer === undefined ? 'leaves it' : 'sets it'}`, async () => {
      const { answer: picking } = window;
      let asked = '';
      window.answer = (title, offered) => {
        if (title.startsWith('With strict: ')) {
          asked = title;
          return answer;
        }
        return title === 'With which settings?' ? itemOf(offered, 'Preset Strict') : picking(title, offered);
      };
      writeFileSync(join(window.home, 'session.jsonl'), sessionLog(8, 1_000));
      await window.run('toolLoopGuard.replayConversation');
      assert.match(asked, /^With strict: \d+ blocked calls?, \d+ warnings?\. With your settings: \d+ blocked/);
      const [asks = '', ...further] = window.dialogs;
      assert.deepEqual(further, []);
      assert.ok(asks !== '' && asked.startsWith(asks), 'a dialog, which stays until it is answered');
      assert.match(window.settingsText, answer === 'Apply' ? /preset": ?"strict"/ : /^\{\}$/);
    });
  }

  it('is canceled by the person', async () => {
    let steps = 0;
    window.progress = (_title, _step, cancel) => {
      steps++;
      cancel();
    };
    await window.run('toolLoopGuard.replayConversation');
    assert.equal(steps, 1);
    assert.deepEqual(window.shown.slice(-1), ['Replay']);
  });

  it('is canceled while it plays, too', async () => {
    let isPlaying = false;
    const { answer } = window;
    window.answer = (title, offered) => {
      isPlaying ||= title === 'With which settings?';
      return answer(title, offered);
    };
    window.progress = (_title, _step, cancel) => {
      if (isPlaying) {
        cancel();
      }
    };
    await window.run('toolLoopGuard.replayConversation');
    assert.deepEqual(window.shown.slice(-1), ['With which settings?']);
  });
});

/** What Claude Code writes of a session that repeats one call. */
function sessionLog(calls = CALLS, bytes = LONG_BYTES): string {
  const text = 'The same lines again.\n'.repeat(bytes / calls / 22);
  const lines = Array.from({ length: calls }, (_, index) => {
    const id = `toolu_${index}`;
    const use = {
      type: 'tool_use',
      id,
      name: 'Read',
      input: { file_path: index < 100 && calls === CALLS ? `${index}` : 'a' },
    };
    const result = { type: 'tool_result', tool_use_id: id, content: text };
    return [
      { type: 'assistant', sessionId: 'long', message: { id: `msg_${index}`, model: 'claude', content: [use] } },
      { type: 'user', sessionId: 'long', message: { content: [result] } },
    ];
  });
  return lines
    .flat()
    .map((line) => JSON.stringify(line))
    .join('\n');
}

function itemOf(offered: readonly unknown[], label: string): unknown {
  return offered.find((item) => (item as { readonly label?: string }).label === label);
}
