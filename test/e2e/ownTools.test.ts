// VS Code's own tools in the hands of the real agent: terminals, files, and calls that VS Code refuses by itself.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, workspace } from 'vscode';
import {
  call,
  newChatForEach,
  parallel,
  repeat,
  type Report,
  report,
  resultsTheModelRead,
  script,
  send,
  type Step,
  until,
  waitUntilIdle,
} from './agent';
import { onPage, PAGE, page } from './page';

const PROMPT = 'Make the build work';
const STOPPED = /Loop stopped\./;
/** How VS Code answers for a terminal whose command has ended. */
const ENDED = 'No active terminal execution found';
/** How VS Code tells the agent that a command in the background has ended. */
const NOTICE = 'notification: command completed';
/** So many looks at something that is the same would be a loop. */
const LOOKS = 8;
const NUDGE = /Note from Tool Loop Guard/;

/** What the model asked for, and what it read. */
interface Seen {
  readonly requests: number;
  readonly read: readonly string[];
  readonly nudges: number;
}

async function run(steps: readonly Step[]): Promise<Seen> {
  await script(PROMPT, steps);
  await send(PROMPT);
  return seen();
}

/** The same for a script whose first call runs a command, which VS Code asks the person about. */
async function runCommand(steps: readonly Step[], meanwhile?: () => Promise<void>): Promise<Seen> {
  await script(PROMPT, steps);
  const sent = send(PROMPT);
  await page.waitForChat(/confirmation/);
  await commands.executeCommand('workbench.action.chat.acceptTool');
  await meanwhile?.();
  await sent;
  return seen();
}

async function seen(): Promise<Seen> {
  const result = await report();
  const read = resultsTheModelRead(result);
  return { requests: result.requests.length, read, nudges: read.filter((text) => NUDGE.test(text)).length };
}

/** How many ends of commands the model was told of. */
function noticesIn({ requests }: Report): number {
  return requests.at(-1)?.messages.filter(({ text }) => text.includes(NOTICE)).length ?? 0;
}

async function isStopped(): Promise<void> {
  if (page.isShown) {
    await page.waitForChat(STOPPED);
  }
}

async function isLeftAlone(lastWords: string): Promise<void> {
  if (page.isShown) {
    await page.waitForChat(new RegExp(lastWords));
    await page.openAllParts();
    assert.doesNotMatch(await page.readChat(), /loop/i);
  }
}

const inBackground = (command: string): Step =>
  call('run_in_terminal', { command, explanation: 'Build', goal: 'Build', mode: 'async', timeout: 1000 });
/** Looks at the terminal that was told of last. */
const look: Step = {
  calls: [{ name: 'get_terminal_output', input: { id: { fromResult: 'ID[ =]([0-9a-f-]{36})' } } }],
  delayMs: 300,
};
const lookUntilEnded = (lastWords: string): Step => ({ ifRead: ENDED, then: lastWords, otherwise: look });

const root = (): string => workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

const file = (name: string, content: string): string => {
  const path = join(root(), name);
  writeFileSync(path, content);
  return path;
};

/** Puts more and more files into a folder of the workspace, until the timer is cleared. */
function fill(folder: string): NodeJS.Timeout {
  mkdirSync(join(root(), folder), { recursive: true });
  let files = 0;
  return setInterval(() => file(join(folder, `${(files += 1)}.txt`), 'a needle'), 50);
}

const listing = (folder: string): Step => ({
  calls: [{ name: 'list_dir', input: { path: join(root(), folder) } }],
  delayMs: 300,
});

describe('the guarded agent with tools of VS Code', () => {
  newChatForEach();

  it('is stopped when it asks again and again for a tool that does not exist', async () => {
    const { requests, read } = await run([...repeat(20, call('no_such_tool', { path: 'a' })), 'Never said.']);
    await isStopped();
    assert.ok(requests >= 5 && requests <= 8, `${requests} requests`);
    assert.ok(read.every((text) => text.includes('"no_such_tool" does not exist')));
    if (page.isShown) {
      await page.waitForChat(/Loop stopped\.[^]*no_such_tool/);
    }
  });

  it('is stopped when it repeats a call with arguments that the tool does not take', async () => {
    const { requests, read } = await run([...repeat(20, call('read_file', { path: 'a' })), 'Never said.']);
    await isStopped();
    assert.ok(requests >= 5 && requests <= 8, `${requests} requests`);
    assert.ok(read.every((text) => text.includes('Your input to the tool was invalid')));
  });

  onPage('waits for a build that prints in peace, until it ends', async () => {
    // It prints so often that three looks in a row find something new.
    const build = 'i=0; until [ -e looked ]; do echo "compiling $((i+=1))"; sleep 0.4; done; echo built';
    const { read } = await runCommand(
      [inBackground(build), ...repeat(40, lookUntilEnded('It is built.'))],
      async () => {
        await until(async () => (await seen()).read.length > LOOKS);
        file('looked', '');
      },
    );
    assert.ok(read.length > LOOKS, `${read.length} results`);
    assert.match(read[LOOKS] ?? '', /compiling 5/);
    await isLeftAlone('It is built.');
  });

  onPage('is stopped when it looks again and again at a terminal whose command has died', async () => {
    // It dies within two looks, so that no other loop is found before.
    const command = 'sh -c "echo starting; sleep 2; exit 3"';
    const { read } = await runCommand([inBackground(command), ...repeat(40, look)]);
    await isStopped();
    const ended = read.filter((text) => text.includes(ENDED));
    // The first of them is the answer to a look at what ran.
    assert.ok(ended.length === 3 || ended.length === 4, read.join('\n---\n'));
    assert.ok(
      ended.some((text) => NUDGE.test(text)),
      read.join('\n---\n'),
    );
  });

  onPage('is stopped when only ends of its commands wake it, and it makes the same call each time', async () => {
    // VS Code tells the agent of each end by a request, after the turn.
    await script(NOTICE, [call('scripted_probe', { path: 'build.log' }), 'I wait.']);
    const ends = [1, 2, 3, 4];
    const parts = ends.map((part) =>
      inBackground(`sh -c "echo starting; until [ -e end-${part} ]; do sleep 0.2; done; exit ${part}"`),
    );
    await script(PROMPT, [...parts, 'I wait.']);
    const sent = send(PROMPT);
    await until(async () => {
      // VS Code asks about each command.
      await commands.executeCommand('workbench.action.chat.acceptTool');
      return /I wait\./.test(await page.readChat());
    });
    await sent;
    for (const part of ends) {
      await waitUntilIdle({ quietMs: 800 });
      file(`end-${part}`, '');
      await until(async () => noticesIn(await report()) === part);
    }
    await page.waitForChat(STOPPED);
    // The fourth end woke it to make a call that was blocked.
    assert.equal((await report()).executions.length, 3);
    await page.waitForChat(/scripted_probe.* returned the same result 3 times/);
  });

  it('is stopped when it edits a file back and forth, in whatever words', async () => {
    const filePath = file('config.ts', 'export const strict = true;\n');
    const edits = ['export const strict = ', 'const strict = ', 'strict = ', '= '].flatMap((before) =>
      [true, false].map((value) =>
        call('replace_string_in_file', {
          filePath,
          oldString: `${before}${String(value)};`,
          newString: `${before}${String(!value)};`,
        }),
      ),
    );
    const { read, nudges } = await run([...edits, 'Never said.']);
    await isStopped();
    assert.deepEqual([read.length, nudges], [7, 1]);
    assert.ok(read.every((text) => text.includes('successfully edited')));
  });

  it('is stopped when it reads a file again in ever other parts that it knows', async () => {
    const filePath = file('long.txt', Array.from({ length: 300 }, (_, index) => `Line ${index + 1}`).join('\n'));
    const read = ([startLine, endLine]: readonly [number, number]): Step =>
      call('read_file', { filePath, startLine, endLine });
    const again = Array.from({ length: 14 }, (_, index) => read([60 - 3 * index, 160 - 5 * index]));
    const result = await run([read([1, 200]), ...again, 'Never said.']);
    await isStopped();
    assert.deepEqual([result.read.length, result.nudges], [8, 1]);
  });

  it('edits a file and asks for its errors in each answer in peace', async function () {
    const filePath = file('values.ts', Array.from({ length: 10 }, (_, index) => `const v${index} = 1;\n`).join(''));
    const { read } = await run([
      ...Array.from({ length: 10 }, (_, index) =>
        parallel(
          {
            name: 'replace_string_in_file',
            input: { filePath, oldString: `const v${index} = 1;`, newString: `const v${index} = 2;` },
          },
          { name: 'get_errors', input: { filePaths: [filePath] } },
        ),
      ),
      'All edited.',
    ]);
    assert.equal(read.length, 20);
    await isLeftAlone('All edited.');
  });

  it('lists a folder that fills in peace', async () => {
    const filling = fill('filled');
    const { read } = await run([...repeat(8, listing('filled')), 'It is full.']).finally(() => clearInterval(filling));
    assert.equal(new Set(read).size, 8, read.join('\n---\n'));
    await isLeftAlone('It is full.');
  });

  it('is stopped when it lists a folder again and again that stays as it is', async () => {
    file('a.txt', '');
    const { read } = await run([...repeat(8, listing('.')), 'Never said.']);
    await isStopped();
    assert.equal(read.length, 3);
    if (page.isShown) {
      await page.waitForChat(/list_dir.* returned the same result 3 times/);
    }
  });

  onPage('is never told that a search found the same, whose results VS Code shows to no hook', async () => {
    const filling = fill('found');
    const search = { calls: [{ name: 'grep_search', input: { query: 'needle', isRegexp: false } }], delayMs: 300 };
    const { read } = await run([...repeat(20, search), 'Never said.']).finally(() => clearInterval(filling));
    await isStopped();
    assert.ok(new Set(read).size > 1, 'more and more was found');
    await page.screenshot('stop-unseen');
    const text = await page.readChat();
    assert.doesNotMatch(text, /same result/);
    assert.match(text, /ran 7 times; its results couldn’t be seen/);
    await page.click('.interactive-list a:has-text("Details")');
    await page.untilStill();
    await page.waitForTexts(`${PAGE} body`, /a result that couldn’t be seen/);
    await commands.executeCommand('workbench.action.closePanel');
  });
});
