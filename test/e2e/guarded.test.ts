import assert from 'node:assert/strict';
import {
  call,
  cancel,
  newChatForEach,
  repeat,
  report,
  resultsTheModelRead,
  script,
  send,
  until,
  waitUntilIdle,
} from './agent';
import { userSettings } from './settings';
import { onPage, page } from './page';

const PROMPT = 'Why does the build fail?';
const SAME = call('scripted_probe', { path: 'src/app.ts' });
const OTHER = call('scripted_note', { text: 'try something else' });
const LOOP = [...repeat(6, SAME), 'I cannot find it.'];

const EIGHT = [
  ...Array.from({ length: 8 }, (_, index) => call('scripted_probe', { path: `src/file-${index}.ts` })),
  'All read.',
];
/** The button under the latest answer. */
const RETRY = '.interactive-list .interactive-response .chat-footer-toolbar .codicon-refresh >> nth=-1';

/** Runs a prompt with a script and says what happened. */
async function run(steps: Parameters<typeof script>[1], prompt = PROMPT) {
  await script(prompt, steps);
  await send(prompt);
  return report();
}

async function executions(): Promise<number> {
  return (await report()).executions.length;
}

describe('the guarded agent', () => {
  newChatForEach();

  it(
    'is stopped at the fourth identical call: three ran, the model is not asked again, and the user reads ' + 'why',
    async () => {
      const { requests, executions: runs } = await run(LOOP);
      assert.equal(runs.length, 3);
      assert.equal(requests.length, 4);
      if (page.isShown) {
        const text = await page.waitForChat(/Loop stopped\./);
        assert.match(text, /Loop stopped\. scripted_probe.* returned the same result 3 times/);
        assert.match(text, /Try a Different Approach/);
        await page.screenshot('break');
      }
      assert.equal((await report()).requests.length, 4);
    },
  );

  onPage('makes eight different calls in peace, and again each time the person retries', async () => {
    await run(EIGHT);
    for (const time of [2, 3]) {
      await page.click(RETRY);
      await until(async () => (await executions()) === 8 * time);
      await waitUntilIdle();
    }
  });

  it('is nudged next to the third identical result, reads it, and changes course; nothing is blocked', async () => {
    const turns = { ifRead: 'Note from Tool Loop Guard', then: OTHER, otherwise: SAME } as const;
    const result = await run([...repeat(3, SAME), turns, 'It is the second file.']);
    assert.deepEqual(
      result.executions.map(({ tool: name }) => name),
      ['scripted_probe', 'scripted_probe', 'scripted_probe', 'scripted_note'],
    );
    const [first, second, third = '', fourth] = resultsTheModelRead(result);
    for (const text of [first, second, fourth]) {
      assert.doesNotMatch(text ?? '', /Note from Tool Loop Guard/);
    }
    assert.match(
      third,
      /identical params 3 times with no pause over 120s\.\nThe last such call was 'scripted_probe' with \{"path":/,
    );
    if (page.isShown) {
      await page.waitForChat(/It is the second file\./);
      assert.doesNotMatch(await page.readChat(), /Loop stopped/);
    }
  });

  it('gets a chance and takes it', async () => {
    await userSettings({ mode: 'chance_then_break' });
    const result = await run([...repeat(4, SAME), OTHER, 'It is the second file.']);
    assert.deepEqual(
      result.executions.map(({ tool: name }) => name),
      ['scripted_probe', 'scripted_probe', 'scripted_probe', 'scripted_note'],
    );
    assert.equal(result.requests.length, 6);
    const guidance = resultsTheModelRead(result)[3] ?? '';
    for (const part of [
      /Tool execution denied/,
      /identical params 4 times with no pause over 120s/,
      /"path":"src\/app\.ts"/,
      /another tool/,
    ]) {
      assert.match(guidance, part);
    }
    if (page.isShown) {
      await page.waitForChat(/It is the second file\./);
      assert.doesNotMatch(await page.readChat(), /Loop stopped/);
      await page.screenshot('chance');
    }
  });

  onPage('asks the user when the escalation says so', async () => {
    await userSettings({ actions: ['ask', 'break'] });
    await script(PROMPT, LOOP);
    await send(PROMPT);
    await page.waitForChat(/confirmation|Allow|pending/i);
    assert.equal(await executions(), 3);
    await page.screenshot('ask');
    await cancel();
  });
});
