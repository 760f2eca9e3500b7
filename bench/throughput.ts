import { PLAIN_NAMES } from '../src/core/words/callNames';
import { ConversationSettings } from '../src/core/settings/conversationSettings';
import { Worker } from 'node:worker_threads';
import type * as vscode from 'vscode';
import { CallIds } from '../src/core/models/callIds';
import { Guard } from '../src/engine/guard';
import { parseConfiguration } from '../src/core/settings/parse';
import { sha256 } from '../src/node/files/hash';
import { GuardedAnswer } from '../src/vscode/guardedModels/guardedAnswer';
import type { Figure } from './figure';
import { median } from './interleave';
import { CancellationTokenSource, LanguageModelTextPart } from '../test/fakes/vscodeValues';

const PARTS = 20_000;
const ROUNDS = process.argv.includes('--quick') ? 5 : 21;
const FIRST_PARTS = 200;

/** Sends an answer part by part, and sends back what it is handed. */
const WINDOW = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ texts, json }) => {
    if (json !== undefined) parentPort.postMessage({ to: 'reader', json });
    for (const value of texts ?? []) {
      parentPort.postMessage({ to: 'model', json: JSON.stringify({ type: 'text', value }) });
    }
  });
`;

/**
 * A message of the window: for the one who reads the model's answer, or the one who reads that of the guarded model.
 */
interface Posted {
  readonly to: 'model' | 'reader';
  readonly json: string;
}

/**
 * How fast an answer streams through a guarded model, in units of the same answer straight from the model, and how much
 * later its first part comes.
 *
 * A thread stands in for VS Code's window: as there, each part of the model comes from it as a message of JSON, and
 * each part that a guarded model passes on goes to it and comes back. It carries a part for a small fraction of what VS
 * Code's window takes, so
 * our own work weighs
 * many times more in this ratio than in the one measured in VS Code, and only that one has a target.
 */
export async function throughputFigures(): Promise<Figure[]> {
  const window = new Worker(WINDOW, { eval: true });
  await compare(window, PARTS, 3);
  const whole = await compare(window, PARTS, ROUNDS);
  const first = await compare(window, 1, FIRST_PARTS);
  await window.terminate();
  const [direct, guarded] = [median(first.direct), median(first.guarded)];
  return [
    {
      group: 'guarded model',
      name: `${PARTS.toLocaleString('en')} parts of prose and code`,
      unit: '× direct throughput',
      measured: median(whole.direct.map((milliseconds, round) => milliseconds / (whole.guarded[round] ?? Number.NaN))),
      microseconds: (median(whole.guarded) * 1000) / PARTS,
    },
    { group: 'guarded model', name: 'first part later by', unit: 'ms', measured: guarded - direct, target: 1 },
  ];
}

/** Both ways in turns, so that what else happens on the machine hits both. In milliseconds. */
async function compare(
  window: Worker,
  parts: number,
  rounds: number,
): Promise<{ direct: number[]; guarded: number[] }> {
  const texts = answerOf(parts);
  const length = texts.join('').length;
  const direct: number[] = [];
  const guarded: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const isDirect of round % 2 === 0 ? [true, false] : [false, true]) {
      const begin = performance.now();
      await (isDirect ? readDirectly(window, texts, length) : readGuarded(window, texts, length));
      (isDirect ? direct : guarded).push(performance.now() - begin);
    }
  }
  return { direct, guarded };
}

async function readDirectly(window: Worker, texts: readonly string[], length: number): Promise<void> {
  let received = 0;
  const stream = partsFor('model', window, length);
  window.postMessage({ texts });
  for await (const { value } of stream) {
    received += value.length;
  }
  expect(received, length);
}

async function readGuarded(window: Worker, texts: readonly string[], length: number): Promise<void> {
  let received = 0;
  const stream = partsFor('model', window, length);
  const answer = new GuardedAnswer({
    guard: GUARD,
    names: new CallIds(),
    model: {
      vendor: 'bench',
      family: 'bench',
      id: 'bench',
      sendRequest: () => Promise.resolve({ stream }),
    } as unknown as vscode.LanguageModelChat,
    conversationId: 'bench',
    agent: undefined,
    onPassed: () => undefined,
    options: { toolMode: 1 },
    answers: CONFIGURATION.answers,
    ownTexts: CONFIGURATION.messages,
    callNames: PLAIN_NAMES,
    isExplained: false,
    progress: {
      report: (part) =>
        window.postMessage({
          json: JSON.stringify({ type: 'text', value: (part as vscode.LanguageModelTextPart).value }),
        }),
    },
    token: new CancellationTokenSource().token,
  });
  const reading = partsFor('reader', window, length);
  window.postMessage({ texts });
  const given = answer.give([]);
  for await (const { value } of reading) {
    received += value.length;
  }
  await given;
  expect(received, length);
}

function expect(received: number, length: number): void {
  if (received !== length) {
    throw new Error(`${received} of ${length} characters arrived`);
  }
}

const CONFIGURATION = parseConfiguration({});
const GUARD = new Guard({
  hash: sha256,
  settingsFor: new ConversationSettings(() => CONFIGURATION).settingsFor,
  report: () => undefined,
});

/** The parts for one reader as they arrive from the window, until so many characters have come. Listens at once. */
function partsFor(reader: Posted['to'], window: Worker, length: number): AsyncIterable<LanguageModelTextPart> {
  const arrived: LanguageModelTextPart[] = [];
  let wake = (): void => undefined;
  const listen = ({ to, json }: Posted): void => {
    if (to === reader) {
      arrived.push(new LanguageModelTextPart((JSON.parse(json) as { value: string }).value));
      wake();
    }
  };
  window.on('message', listen);
  async function* read(): AsyncGenerator<LanguageModelTextPart> {
    let next = 0;
    for (let left = length; left > 0;) {
      const part = arrived[next];
      if (part === undefined) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      next += 1;
      left -= part.value.length;
      yield part;
    }
    window.off('message', listen);
  }
  return read();
}

/** A long answer, a word or two a part: paragraphs of sentences that differ, and blocks of code. */
function answerOf(parts: number): string[] {
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 16_807) % 2_147_483_647) % below;
  return Array.from({ length: parts }, (_, index): string => {
    const inCode = Math.floor(index / 200) % 4 === 3;
    if (index % 200 === 0) {
      return inCode ? '\n```ts\n' : `${index > 0 && index % 800 === 0 ? '\n```' : ''}\n\n`;
    }
    return inCode
      ? (CODE[random(CODE.length)] as string)
      : `${WORDS[random(WORDS.length)] as string}${random(12) === 0 ? '. ' : ' '}`;
  });
}

const WORDS = (
  'the build of this project fails because module resolution differs between a test runner and its bundler so ' +
  'first we look at every configuration file'
).split(' ');
const CODE = [
  'const value = ',
  'read(path);\n',
  '  if (x > 0) {\n',
  '  }\n',
  'return ',
  'result',
  '.map((item) => ',
  'item.id',
  ');\n',
];
