import { callOf, type Size, SIZES } from './calls';
import type { Figure } from './figure';
import { GuardSubject } from './subject';

const WINDOW = 40;
/** In kB; the window alone, with the arguments that are compared field by field. */
const TARGET = 16;
const CONVERSATIONS: Record<Size, number> = { '100 B': 300, '1 kB': 300, '100 kB': 20 };

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
  const guard = new GuardSubject({ answers: 'new', conversations, resultLines: 100 });
  const before = used();
  for (let call = 0; call < conversations * WINDOW; call++) {
    guard.step(callOf(size, call));
    guard.after();
  }
  const after = used();
  guard.step(callOf(size, 0)); // keeps the guard alive until here
  return (after - before) / conversations;
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
