import { PLAIN_NAMES } from '../src/core/words/callNames';
import { ConversationSettings } from '../src/core/settings/conversationSettings';
import { Worker } from 'node:worker_threads';
import type * as vscode from 'vscode';
import { CallIds } from '../src/core/models/callIds';
import { Guard } from '../src/engine/guard';
import { parseConfiguration } from '../src/core/settings/parse';
import { sha256 } from '../src/node/files/hash';
import { GuardedAnswer } from '../src/vscode/guardedModels/guardedAnswer';
import { type Figure, median } from './figure';
import { CancellationTokenSource, LanguageModelTextPart } from '../test/fakes/vscodeValues';

const PARTS = 20_000;
const ROUNDS = process.argv.includes('--quick') ? 2 : 9;
const FIRST_PARTS = 200;

/** Between two parts: faster than VS Code's window, measured at 50 to 200 µs a part, and far faster than any model. */
const APART_MICROSECONDS = 25;

/** Sends an answer part by part. Waits busily, because timers are too coarse for so short a time. */
const WINDOW = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (texts) => {
    const begin = performance.now();
    texts.forEach((value, index) => {
      while (performance.now() < begin + (index * ${APART_MICROSECONDS}) / 1000);
      parentPort.postMessage(JSON.stringify({ type: 'text', value }));
    });
  });
`;

/**
 * How fast an answer streams through a guarded model, in units of the same answer without it, and how much later its
 * first part comes. A thread stands in for VS Code's window and sends each part
 * as a JSON message. That VS Code sends guarded parts through the window once more is measured in VS Code.
 */
export async function throughputFigures(): Promise<Figure[]> {
  const window = new Worker(WINDOW, { eval: true });
  await compare(window, PARTS, 2);
  const whole = await compare(window, PARTS, ROUNDS);
  const first = await compare(window, 1, FIRST_PARTS);
  await window.terminate();
  return [
    {
      group: 'guarded model',
      name: '20,000 parts of prose and code',
      unit: '× direct throughput',
      measured: median(whole.direct.map((milliseconds, round) => milliseconds / (whole.guarded[round] ?? Number.NaN))),
      microseconds: (median(whole.guarded) * 1000) / PARTS,
    },
    {
      group: 'guarded model',
      name: 'first part later by',
      unit: 'ms',
      measured: median(first.guarded.map((milliseconds, round) => milliseconds - (first.direct[round] ?? Number.NaN))),
    },
  ];
}

/** In milliseconds per round. */
interface Spent {
  readonly direct: number[];
  readonly guarded: number[];
}

/** Both take turns, so noise affects both. */
async function compare(window: Worker, parts: number, rounds: number): Promise<Spent> {
  const texts = answerOf(parts);
  const length = texts.join('').length;
  const direct: number[] = [];
  const guarded: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const isDirect of round % 2 === 0 ? [true, false] : [false, true]) {
      const begin = performance.now();
      const stream = partsFrom(window, length);
      window.postMessage(texts);
      expect(await (isDirect ? readDirectly(stream) : readGuarded(stream)), length);
      (isDirect ? direct : guarded).push(performance.now() - begin);
    }
  }
  return { direct, guarded };
}

type Stream = AsyncIterable<LanguageModelTextPart>;

async function readDirectly(stream: Stream): Promise<number> {
  let received = 0;
  for await (const { value } of stream) {
    received += value.length;
  }
  return received;
}

async function readGuarded(stream: Stream): Promise<number> {
  let received = 0;
  const answer = new GuardedAnswer({
    guard: GUARD,
    names: NAMES,
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
    progress: { report: (part) => (received += (part as vscode.LanguageModelTextPart).value.length) },
    token: new CancellationTokenSource().token,
  });
  await answer.give([]);
  return received;
}

function expect(received: number, length: number): void {
  if (received !== length) {
    throw new Error(`${received} of ${length} characters arrived`);
  }
}

const NAMES = new CallIds();
const CONFIGURATION = parseConfiguration({});
const GUARD = new Guard({
  hash: sha256,
  settingsFor: new ConversationSettings(() => CONFIGURATION).settingsFor,
  report: () => undefined,
});

/** Listens at once, and ends after the given number of characters. */
function partsFrom(window: Worker, length: number): Stream {
  const arrived: LanguageModelTextPart[] = [];
  let wake = (): void => undefined;
  const listen = (json: string): void => {
    arrived.push(new LanguageModelTextPart((JSON.parse(json) as { value: string }).value));
    wake();
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

/** A word or two per part: paragraphs of different sentences, and code blocks. */
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
