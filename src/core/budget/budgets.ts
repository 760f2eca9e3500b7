import { RecentMap } from '../../engine/values/boundedMap';
import type { BudgetEvent, BudgetReached, ObservedEvent } from '../events/events';
import type { BudgetSettings } from '../settings/configuration';
import { type BudgetChoice, type BudgetedCall, type BudgetForm, BudgetMeter, type BudgetVerdict } from './budgetMeter';
import type { BudgetState } from './budgetState';

const REMEMBERED_CONVERSATIONS = 1000;

interface BudgetPorts {
  /** Read at every call, so that a changed setting takes effect at once. */
  readonly settings: () => BudgetSettings;
  /** Exempts tools that end the work or ask the user. */
  readonly alwaysAllows: (tool: string) => boolean;
  readonly report: (event: BudgetEvent) => void;
}

/** Counts an allowed call once, however many surfaces report it. Needs the guard's events; ask after the guard. */
export class Budgets {
  readonly #meters = new RecentMap<string, BudgetMeter>(REMEMBERED_CONVERSATIONS);
  /** The call of each conversation that was just allowed and isn't counted yet. */
  readonly #uncounted = new RecentMap<string, string>(REMEMBERED_CONVERSATIONS);

  constructor(private readonly ports: BudgetPorts) {}

  note(event: ObservedEvent): void {
    switch (event.kind) {
      case 'recorded':
        this.#uncounted.set(event.conversationId, event.call.id);
        break;
      case 'outcome': {
        const reached = this.#meters.peek(event.conversationId)?.ran(event.callId);
        if (reached !== undefined) {
          this.#report(event.conversationId, event.callId, reached, 'doubled');
        }
        break;
      }
      case 'turn':
      case 'reset':
        this.#meters.peek(event.conversationId)?.beginMessage();
        break;
      default:
    }
  }

  /** Call it right after the guard has allowed the call. Undefined if the call may run. */
  check(
    conversationId: string,
    { tool, ...call }: BudgetedCall & { readonly tool: string },
    form: BudgetForm,
    nowMs: number,
  ): BudgetVerdict | undefined {
    const settings = this.ports.settings();
    const isNew = this.#uncounted.get(conversationId) === call.id;
    this.#uncounted.delete(conversationId);
    if (!isNew || this.uses(conversationId).of.length === 0) {
      return undefined;
    }
    const meter = this.#meter(conversationId);
    if (this.ports.alwaysAllows(tool)) {
      meter.count(call, nowMs);
      return undefined;
    }
    const verdict = meter.check(call, settings, form, nowMs);
    if (verdict !== undefined) {
      this.#report(conversationId, call.id, verdict.reached, DONE[verdict.action]);
    }
    return verdict;
  }

  restore(conversationId: string, state: BudgetState | undefined): void {
    this.#meters.set(conversationId, new BudgetMeter(state));
  }

  /** Undefined while no call was counted, because most users set no budget. */
  stateOf(conversationId: string): BudgetState | undefined {
    const state = this.#meters.peek(conversationId)?.state;
    return state?.conversation.calls === 0 ? undefined : state;
  }

  stopped(conversationId: string): BudgetReached | undefined {
    return this.#meters.peek(conversationId)?.stopped;
  }

  choose(conversationId: string, choice: BudgetChoice): void {
    const reached = this.#meter(conversationId).choose(choice, this.ports.settings());
    this.#report(conversationId, undefined, reached, CHOSEN[choice]);
  }

  /** `isIgnored`: the user turned the budget off in this conversation. */
  uses(conversationId: string): { readonly of: ReturnType<BudgetMeter['uses']>; readonly isIgnored: boolean } {
    const meter = this.#meters.peek(conversationId) ?? new BudgetMeter();
    return { of: meter.uses(this.ports.settings()), isIgnored: meter.state.isIgnored };
  }

  #meter(conversationId: string): BudgetMeter {
    const known = this.#meters.get(conversationId) ?? new BudgetMeter();
    this.#meters.set(conversationId, known);
    return known;
  }

  #report(
    conversationId: string,
    callId: string | undefined,
    reached: BudgetReached | undefined,
    done: BudgetEvent['done'],
  ): void {
    this.ports.report({ kind: 'budget', conversationId, callId, reached, done });
  }
}

const DONE = { ask: 'asked', warn: 'warned', stop: 'stopped' } as const;
const CHOSEN = { double: 'doubled', ignore: 'ignored', stop: 'stopped' } as const;
