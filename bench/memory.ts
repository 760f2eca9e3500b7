import { type Answers, BenchGuard } from './benchGuard';
import { type BenchCall, callOf, type Size, SIZES } from './calls';
import type { Figure } from './figure';

const WINDOW = 40;
/** Not multiples of the number of tools, so each conversation calls all of them. */
const CONVERSATIONS: Record<Size, number> = { '100 B': 301, '1 kB': 301, '100 kB': 101 };

interface Kind {
  readonly name: string;
  readonly answers: Answers;
  readonly size: Size;
  readonly call: (number: number, conversation: number, time: number) => BenchCall;
}

/**
 * What a conversation keeps in kB, on the heap and outside it, after a full collection. Results have 2.4 kB. Each
 * call is made from its own text, so nothing is shared. In a loop, each call may run, so each is a new detection.
 */
export function memoryFigures(): Figure[] {
  const alike = (_: number, conversation: number, time: number): BenchCall => {
    const call = callOf('1 kB', conversation);
    const end = 'abcdefghij'.charAt(time % 10) + 'klmnopqrst'.charAt(time / 10);
    const content = `${String(call.arguments.content)} ${end}`;
    return { ...call, tool: 'grep_search', arguments: { ...call.arguments, content } };
  };
  const kinds: readonly Kind[] = [
    ...(Object.keys(SIZES) as Size[]).map((size): Kind => ({
      name: `arguments of ${size}`,
      answers: 'new',
      size,
      call: (number) => callOf(size, number),
    })),
    {
      name: 'the same call of 1 kB again and again',
      answers: 'same',
      size: '1 kB',
      call: (_, conversation) => callOf('1 kB', conversation),
    },
    { name: 'calls of 1 kB that are alike', answers: 'same', size: '1 kB', call: alike },
    {
      name: 'failing calls of 1 kB',
      answers: 'failing',
      size: '1 kB',
      call: (number) => callOf('1 kB', number),
    },
  ];
  const figures = kinds.map((kind): Figure => ({
    group: 'memory',
    name: `a conversation, ${kind.name}`,
    unit: 'kB',
    measured: bytes(kind) / 1000,
    most: 128,
  }));
  const [, ofKilobyte] = figures;
  const thousand: Figure = {
    group: 'memory',
    name: '1,000 conversations, arguments of 1 kB',
    unit: 'MB',
    measured: ofKilobyte?.measured,
    most: 64,
    missedFor: 'of the 1.8 kB of each call, 1 kB are its arguments, which are compared word by word later.',
  };
  return [...figures, thousand];
}

function bytes(kind: Kind): number {
  const options = { answers: kind.answers, conversations: CONVERSATIONS[kind.size], resultLines: 100 };
  // Compiled code belongs to no conversation.
  fill(new BenchGuard(options), kind);
  const guard = new BenchGuard(options);
  const before = used();
  fill(guard, kind);
  const after = used();
  guard.check(callOf('100 B', 0)); // keeps the guard alive until here
  return (after - before) / options.conversations;
}

function fill(guard: BenchGuard, { size, call }: Kind): void {
  const conversations = CONVERSATIONS[size];
  for (let number = 0; number < conversations * WINDOW; number++) {
    guard.check(call(number, number % conversations, Math.floor(number / conversations)));
    guard.record();
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
