import type { Budgets } from '../../core/budget/budgets';
import { REMEMBERED_CONVERSATIONS, type Guard } from '../../engine/guard';
import { BoundedMap } from '../../engine/values/boundedMap';
import { AwaitedOutcomes } from './awaitedOutcomes';
import type { Clock } from './clock';
import { type HookMemory, type HookSubject, SessionMemory } from './sessionMemory';

/** What is known of sessions in a process that lives on. A person is at its window, whatever comes next. */
export class LivingMemory implements HookMemory {
  readonly living: { readonly guard: Guard; readonly outcomes: AwaitedOutcomes };
  readonly #sessions = new BoundedMap<string, SessionMemory>(REMEMBERED_CONVERSATIONS);

  constructor(
    private readonly ports: {
      readonly guard: Guard;
      readonly budgets?: Budgets | undefined;
    },
    clock: Pick<Clock, 'pause'>,
  ) {
    this.living = { guard: ports.guard, outcomes: new AwaitedOutcomes(clock) };
  }

  /** As it is: other surfaces name the same calls. */
  readonly nameOf = (id: string): string => id;

  readonly isAttended = (): boolean => true;

  use<Result>({ sessionId }: HookSubject, work: (session: SessionMemory) => Result): Promise<Result> {
    const { guard, budgets } = this.ports;
    const session = this.#sessions.get(sessionId) ?? new SessionMemory(sessionId, guard, budgets);
    this.#sessions.set(sessionId, session);
    return Promise.resolve(work(session));
  }
}
