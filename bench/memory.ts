import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BenchCall, callOf, type Size, SIZES } from './calls';
import type { Figure } from './figure';
import { type Answers, GuardSubject } from './subject';

const WINDOW = 40;
/** Not multiples of the number of tools, so each conversation calls all of them. */
const CONVERSATIONS: Record<Size, number> = { '100 B': 301, '1 kB': 301, '100 kB': 101 };
const MANY_CALLS = 600;
/** A prime, so pieces of code with consecutive numbers are far apart. */
const APART = 7919;
const ENGINE = resolve('src/engine');

interface Kind {
  readonly name: string;
  readonly answers: Answers;
  readonly calls: number;
  readonly size: Size;
  readonly call: (number: number, conversation: number, time: number) => BenchCall;
}

/**
 * What a conversation keeps in kB, on the heap and outside it, after a full collection. Results have 2.4 kB. Each
 * call is made from its own text, so nothing is shared. In a loop, each call may run, so each is a new detection.
 */
export function memoryFigures(): Figure[] {
  const distinct = (size: Size) => (number: number) => callOf(size, number);
  const alike = (_: number, conversation: number, time: number): BenchCall => {
    const call = callOf('1 kB', conversation);
    const end = 'abcdefghij'.charAt(time % 10) + 'klmnopqrst'.charAt(time / 10);
    const content = `${String(call.arguments.content)} ${end}`;
    return { ...call, tool: 'grep_search', arguments: { ...call.arguments, content } };
  };
  const code = readdirSync(ENGINE)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ENGINE, name), 'utf8'))
    .join('');
  const kinds: readonly Kind[] = [
    ...(Object.keys(SIZES) as Size[]).map((size): Kind => ({
      name: `arguments of ${size}`,
      answers: 'new',
      calls: WINDOW,
      size,
      call: distinct(size),
    })),
    { name: `${MANY_CALLS} calls of 1 kB`, answers: 'new', calls: MANY_CALLS, size: '1 kB', call: distinct('1 kB') },
    {
      name: 'the same call of 1 kB again and again',
      answers: 'same',
      calls: WINDOW,
      size: '1 kB',
      call: (_, conversation) => callOf('1 kB', conversation),
    },
    { name: 'calls of 1 kB that are alike', answers: 'same', calls: WINDOW, size: '1 kB', call: alike },
    { name: 'failing calls of 1 kB', answers: 'failing', calls: WINDOW, size: '1 kB', call: distinct('1 kB') },
    {
      name: 'failing calls of 1 kB, each of other code',
      answers: 'failing',
      calls: WINDOW,
      size: '1 kB',
      call: (number) => ofOtherCode(callOf('1 kB', number), number, code),
    },
  ];
  const figures = kinds.map((kind): Figure => ({
    group: 'memory',
    name: `a conversation, ${kind.name}`,
    unit: 'kB',
    measured: bytes(kind) / 1000,
  }));
  const [, ofKilobyte] = figures;
  const thousand = { group: 'memory', name: '1,000 conversations, arguments of 1 kB', unit: 'MB' } as const;
  return [...figures, { ...thousand, measured: ofKilobyte?.measured }];
}

function bytes(kind: Kind): number {
  const { answers } = kind;
  const conversations = conversationsOf(kind);
  // Compiled code belongs to no conversation.
  fill(new GuardSubject({ answers, conversations, resultLines: 100 }), kind);
  const guard = new GuardSubject({ answers, conversations, resultLines: 100 });
  const before = used();
  fill(guard, kind);
  const after = used();
  guard.step(callOf('100 B', 0)); // keeps the guard alive until here
  return (after - before) / conversations;
}

/** With a piece of the engine's code that few other calls share. */
function ofOtherCode(call: BenchCall, number: number, code: string): BenchCall {
  const { length } = String(call.arguments.content);
  const at = (number * APART) % (code.length - length);
  return { ...call, arguments: { ...call.arguments, content: Buffer.from(code.slice(at, at + length)).toString() } };
}

/** Long conversations take longer, so there are fewer. */
function conversationsOf({ size, calls }: Kind): number {
  return calls > WINDOW ? CONVERSATIONS['100 kB'] : CONVERSATIONS[size];
}

function fill(guard: GuardSubject, kind: Kind): void {
  const conversations = conversationsOf(kind);
  const { calls, call } = kind;
  for (let number = 0; number < conversations * calls; number++) {
    guard.step(call(number, number % conversations, Math.floor(number / conversations)));
    guard.after();
  }
}

function used(): number {
  if (globalThis.gc === undefined) {
    throw new Error('memory can only be measured with --expose-gc');
  }
  for (let time = 0; time < 3; time++) {
    void globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
