import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { call, newChatForEach, parallel, repeat, report, script, send, type Step, until, waitUntilIdle } from './agent';
import { onPage, page } from './page';
import { userSettings } from './settings';

const VENDOR = 'tool-loop-guard';
const PROMPT = 'Why does the build fail?';
const SAME = call('scripted_probe', { path: 'src/app.ts' });
const OTHER = call('scripted_note', { text: 'try something else' });
const LOOP = [...repeat(6, SAME), 'I cannot find it.'];

const offered = () => vscode.lm.selectChatModels({ vendor: VENDOR });

/** Offers the scripted models as guarded ones. */
async function guardModels(): Promise<void> {
  await userSettings({ guardedModels: ['scripted/*'] });
  await until(async () => (await offered()).length === 2);
}

async function run(steps: readonly Step[], prompt = PROMPT) {
  await script(prompt, steps);
  await send(prompt, { guarded: true });
  await waitUntilIdle({ quietMs: 600 });
  const { requests, executions } = await report();
  return { requests, executions, ran: executions.map(({ tool }) => tool) };
}

async function chat(expected: RegExp): Promise<void> {
  if (page.isShown) {
    await page.openAllParts();
    await page.waitForChat(expected);
  }
}

/**
 * As {@link chat}, after a stop: the explanation is below the answer, and what was folded in that may be out of sight.
 */
async function stopped(expected = /Loop stopped\./): Promise<void> {
  if (page.isShown) {
    await page.waitForChat(expected);
  }
}

/** Asks a guarded model directly, as any extension may. */
async function ask(messages: vscode.LanguageModelChatMessage[]): Promise<unknown[]> {
  const model = (await offered()).find(({ id }) => id === 'scripted/scripted-one');
  assert.ok(model);
  const response = await model.sendRequest(messages, {
    tools: [{ name: 'scripted_probe', description: 'Probes.' }],
  });
  const parts: unknown[] = [];
  for await (const part of response.stream) {
    parts.push(part);
  }
  return parts;
}

const textOf = (parts: readonly unknown[]): string =>
  parts.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');

describe('the list of guarded models', () => {
  newChatForEach();

  it('holds each model of other vendors once, with its limits, and follows the setting', async () => {
    await userSettings({ guardedModels: ['*'] });
    await until(async () => (await offered()).length === 2);
    await offered();
    const [one, two] = await offered();
    assert.deepEqual([one?.name, two?.name], ['Scripted One (guarded)', 'Scripted Two (guarded)']);
    assert.deepEqual([one?.family, one?.version, one?.maxInputTokens], ['scripted-one', '1', 200_000]);
    assert.equal(await one?.countTokens('twelve chars'), 3);
    await userSettings({ guardedModels: ['scripted/*-two'] });
    await until(async () => (await offered()).map(({ name }) => name).join() === 'Scripted Two (guarded)');
    await userSettings({ guardedModels: [] });
    await until(async () => (await offered()).length === 0);
  });
});

describe('a guarded model in the agent', () => {
  newChatForEach();
  beforeEach(guardModels);

  it('works in peace, and each call counts once although the hooks see it too', async () => {
    const { ran, requests } = await run([...repeat(2, SAME), OTHER, 'It is the second file.']);
    assert.equal(ran.length, 3);
    assert.equal(requests.length, 4);
    await chat(/It is the second file\./);
    await send('@loopguard /tool-loop-status');
    if (page.isShown) {
      await page.waitForChat(/3 calls checked/);
    }
  });

  onPage('offers what to do after a stop, once, in the chat where it happened', async () => {
    await script('Continue.', [...repeat(3, SAME), 'Found it.']);
    await run(LOOP);
    const text = await page.waitForChat(/Try a Different Approach/);
    assert.match(text, /Stopped by Tool Loop Guard\. Details below\./);
    assert.equal((text.match(/Loop stopped\./g) ?? []).length, 1, 'the reason is told once');
    await waitUntilIdle();
    // The page may still hold the chat of the test before for a moment.
    const offers = '.interactive-list a:has-text("Continue anyway")';
    await until(async () => (await page.texts(offers)).length === 1);
    await waitUntilIdle();
    assert.equal((await page.texts(offers)).length, 1);
    await page.screenshot('guarded-model-break', 'chat');
    await page.click('.interactive-list a:has-text("Continue anyway")');
    await page.waitForChat(/Found it\./);
    assert.equal((await report()).executions.length, 6);
  });

  it('leaves no call open when a stop comes with a good call in parallel', async () => {
    // Known, for beside a new one the repeated call would be excused; beside one without an answer yet, it is once.
    const note = { name: 'scripted_note', input: { text: 'beside' } };
    const both = parallel(note, { name: 'scripted_probe', input: { path: 'src/app.ts' } });
    const { ran, requests } = await run([parallel(note), ...repeat(3, SAME), both, both, 'Never said.']);
    assert.equal(ran.filter((tool) => tool === 'scripted_probe').length, 4);
    assert.equal(requests.length, 6);
    await stopped();
    await stopped(/Try a Different Approach/);
    if (page.isShown) {
      for (const chat of await page.readChats()) {
        assert.equal(chat.match(/Try a Different Approach/g)?.length, 1);
      }
    }
  });
});

describe('a guarded model in any extension', () => {
  newChatForEach();
  beforeEach(guardModels);

  const user = (text: string) => vscode.LanguageModelChatMessage.User(text);

  it('passes thinking, text in parts and data on unharmed and in order', async () => {
    await script('parts', [{ thinking: 'Hm.', texts: ['One, ', 'two, ', 'three.'], data: '{"n":1}' }]);
    const parts = await ask([user('parts')]);
    assert.equal(textOf(parts), 'One, two, three.');
    const names = parts.map((part) => (part as object).constructor.name);
    assert.equal(names.length, 5, names.join());
    const data = parts.at(-1) as { readonly mimeType: string; readonly data: Uint8Array };
    assert.deepEqual([data.mimeType, Buffer.from(data.data).toString()], ['text/x-scripted', '{"n":1}']);
    assert.equal((parts[0] as { value?: unknown }).value, 'Hm.');
  });
});
