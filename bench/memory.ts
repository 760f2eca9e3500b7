import { callOf, type Size, SIZES } from './calls';
import type { Figure } from './figure';
import { GuardSubject } from './subject';

const WINDOW = 40;
/** In kB; the window alone, with the arguments that are compared field by field. */
const TARGET = 16;
/** No multiples of the number of tools, so that each conversation calls all of them. */
const CONVERSATIONS: Record<Size, number> = { '100 B': 301, '1 kB': 301, '100 kB': 101 };

/**
 * What a conversation with a full window keeps, in kB: the heap and what hangs outside it, after a full collection,
 * against before.
 * Results have 2.4 kB. Each call is made of its own text, so that nothing is shared and what the guard holds on to
 * counts.
 */
export function memoryFigures(): Figure[] {
  return (Object.keys(SIZES) as Size[]).map((size): Figure => ({
    group: 'memory',
    name: `a conversation, arguments of ${size}`,
    unit: 'kB',
    measured: bytes(size) / 1000,
    target: TARGET,
  }));
}

function bytes(size: Size): number {
  const conversations = CONVERSATIONS[size];
  // Compiled code is no conversation's.
  fill(new GuardSubject({ answers: 'new', conversations, resultLines: 100 }), size, conversations);
  const guard = new GuardSubject({ answers: 'new', conversations, resultLines: 100 });
  const before = used();
  fill(guard, size, conversations);
  const after = used();
  guard.step(callOf(size, 0)); // keeps the guard alive until here
  return (after - before) / conversations;
}

function fill(guard: GuardSubject, size: Size, conversations: number): void {
  for (let call = 0; call < conversations * WINDOW; call++) {
    guard.step(callOf(size, call));
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
