import { MessageChannel } from 'node:worker_threads';
import type * as vscode from 'vscode';
import { CallNames } from '../src/core/callNames';
import { Guard } from '../src/core/guard';
import { parseConfiguration } from '../src/core/settings/parse';
import { sha256 } from '../src/node/hash';
import { GuardedAnswer } from '../src/vscode/guardedModels/guardedAnswer';
import type { Figure } from './figure';
import { median } from './interleave';
import { CancellationTokenSource, LanguageModelTextPart } from './vscodeStandIn';

const PARTS = 20_000;
const ROUNDS = 21;
const FIRST_PARTS = 200;

/** What a streamed part is handed to. */
type Consumer = (part: unknown) => void;

/**
 * How fast an answer streams through a guarded model, in units of the same answer straight from the model, and how much later its first part
 * comes. Our own code in this process; what VS Code adds, which carries each part twice then, is measured in VS Code itself.
 *
 * Each part comes as a message of its own, as VS Code's extension host gets them, but by the cheapest way there is within a process.
 */
export async function throughputFigures(): Promise<Figure[]> {
  await compare(PARTS, 3);
  const whole = await compare(PARTS, ROUNDS);
  const first = await compare(1, FIRST_PARTS);
  const [direct, guarded] = [median(first.direct), median(first.guarded)];
  return [
    {
      group: 'guarded model',
      name: `${PARTS.toLocaleString('en')} parts of prose and code`,
      unit: '× direct throughput',
      measured: median(whole.direct.map((milliseconds, round) => milliseconds / (whole.guarded[round] ?? Number.NaN))),
      least: 0.95,
      microseconds: (median(whole.guarded) * 1000) / PARTS,
    },
    { group: 'guarded model', name: 'first part later by', unit: 'ms', measured: guarded - direct, target: 1 },
  ];
}

/** Both ways in turns, so that what else happens on the machine hits both. In milliseconds. */
async function compare(parts: number, rounds: number): Promise<{ direct: number[]; guarded: number[] }> {
  const texts = answerOf(parts);
  const direct: number[] = [];
  const guarded: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const isDirect of round % 2 === 0 ? [true, false] : [false, true]) {
      const begin = performance.now();
      let received = 0;
      await (isDirect ? readDirectly(texts, () => received++) : readGuarded(texts, () => received++));
      (isDirect ? direct : guarded).push(performance.now() - begin);
      if (received !== parts) {
        throw new Error(`${received} of ${parts} parts arrived`);
      }
    }
  }
  return { direct, guarded };
}

async function readDirectly(texts: readonly string[], consume: Consumer): Promise<void> {
  for await (const part of streamOf(texts)) {
    consume(part);
  }
}

async function readGuarded(texts: readonly string[], consume: Consumer): Promise<void> {
  const answer = new GuardedAnswer({
    guard: GUARD,
    names: new CallNames(),
    model: { vendor: 'bench', family: 'bench', id: 'bench', sendRequest: () => Promise.resolve({ stream: streamOf(texts) }) } as unknown as vscode.LanguageModelChat,
    conversationId: 'bench',
    agent: undefined,
    onPassed: () => undefined,
    options: { toolMode: 1 },
    answers: CONFIGURATION.answers,
    progress: { report: consume },
    token: new CancellationTokenSource().token,
  });
  await answer.give([]);
}

const CONFIGURATION = parseConfiguration({});
const GUARD = new Guard({ hash: sha256, configuration: () => CONFIGURATION, report: () => undefined });

/** The parts of an answer as they arrive from elsewhere. */
async function* streamOf(texts: readonly string[]): AsyncGenerator<LanguageModelTextPart> {
  const { port1, port2 } = new MessageChannel();
  const arrived: LanguageModelTextPart[] = [];
  let wake = (): void => undefined;
  port2.on('message', (message: string) => {
    arrived.push(new LanguageModelTextPart((JSON.parse(message) as { value: string }).value));
    wake();
  });
  for (const value of texts) {
    port1.postMessage(JSON.stringify({ type: 'text', value }));
  }
  try {
    for (let given = 0; given < texts.length; given++) {
      if (given === arrived.length) {
        await new Promise<void>((resolve) => (wake = resolve));
      }
      const part = arrived[given];
      if (part !== undefined) {
        yield part;
      }
    }
  } finally {
    port1.close();
  }
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
    return inCode ? (CODE[random(CODE.length)] as string) : `${WORDS[random(WORDS.length)] as string}${random(12) === 0 ? '. ' : ' '}`;
  });
}

const WORDS = 'the build of this project fails because module resolution differs between a test runner and its bundler so first we look at every configuration file'.split(' ');
const CODE = ['const value = ', 'read(path);\n', '  if (x > 0) {\n', '  }\n', 'return ', 'result', '.map((item) => ', 'item.id', ');\n'];
