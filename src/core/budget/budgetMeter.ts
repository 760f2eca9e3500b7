import type { BudgetMeasure, BudgetReached, BudgetScope } from '../events/events';
import type { BudgetSettings } from '../settings/configuration';
import { type BudgetState, EMPTY_BUDGET, type TokensSoFar, withCall, workedSinceMessage } from './budgetState';

export interface BudgetedCall {
  readonly id: string;
  readonly agent: string | undefined;
  /** The measured tokens of its session. Called only if tokens are limited. */
  readonly tokensSince?: ((before: TokensSoFar | undefined) => TokensSoFar | undefined) | undefined;
}

/** `ask`: with the call, whose run means yes; `end`: end the run, offer choices; `unattended`: nobody answers. */
export type BudgetForm = 'ask' | 'end' | 'unattended';

export interface BudgetVerdict {
  readonly action: 'ask' | 'warn' | 'stop';
  readonly reached: BudgetReached;
  /** False for further calls of a run that was ended before. */
  readonly isFirst: boolean;
}

export const BUDGET_CHOICES = ['double', 'ignore', 'stop'] as const;
export type BudgetChoice = (typeof BUDGET_CHOICES)[number];

const REMEMBERED_QUESTIONS = 20;

const MILLISECONDS_A_MINUTE = 60_000;
const LIMITS = (['message', 'conversation'] as const).flatMap((scope) =>
  (['calls', 'minutes', 'subAgents', 'tokens'] as const).map((measure) => ({ scope, measure })),
);

/** Minutes run from the first call after a message to the latest, so a resting conversation uses none. */
export class BudgetMeter {
  #state: BudgetState;

  constructor(state: BudgetState = EMPTY_BUDGET) {
    this.#state = state;
  }

  /** Plain JSON: counts, times, and IDs. */
  get state(): BudgetState {
    return this.#state;
  }

  get stopped(): BudgetReached | undefined {
    return this.#state.stopped;
  }

  /** Per-message counts start over, and an ended run may continue. */
  beginMessage(): void {
    const { conversation, factors, isIgnored, read } = this.#state;
    this.#state = {
      ...EMPTY_BUDGET,
      conversation: { ...conversation, workedMs: conversation.workedMs + workedSinceMessage(this.#state) },
      factors: factors.filter(([name]) => name.startsWith('conversation ')),
      isIgnored,
      read,
      tokensBefore: read?.tokens,
    };
  }

  /** Undefined if the call is within the budget; then it is counted. */
  check(call: BudgetedCall, settings: BudgetSettings, form: BudgetForm, nowMs: number): BudgetVerdict | undefined {
    const isLimited = (settings.perMessage?.tokens ?? settings.perConversation?.tokens) !== undefined;
    if (call.tokensSince !== undefined && isLimited) {
      this.#state = { ...this.#state, read: call.tokensSince(this.#state.read) };
    }
    const before = this.#state;
    if (before.stopped !== undefined) {
      return { action: 'stop', reached: before.stopped, isFirst: false };
    }
    this.count(call, nowMs);
    const reached = before.isIgnored ? undefined : this.#beyond(settings);
    if (reached === undefined) {
      return undefined;
    }
    if (form === 'unattended' && settings.unattended === 'warn') {
      this.#double(reached);
      return { action: 'warn', reached, isFirst: true };
    }
    // The call hasn't run, but its time counts.
    const { firstMs, lastMs } = this.#state;
    this.#state = { ...before, firstMs, lastMs };
    if (form === 'ask') {
      const question = { callId: call.id, agent: call.agent, reached, factor: this.#factor(reached) };
      this.#state = { ...this.#state, asked: [...before.asked, question].slice(-REMEMBERED_QUESTIONS) };
      return { action: 'ask', reached, isFirst: true };
    }
    this.#state = { ...this.#state, stopped: reached };
    return { action: 'stop', reached, isFirst: true };
  }

  count({ agent }: Pick<BudgetedCall, 'agent'>, nowMs: number): void {
    const { message, conversation, firstMs = nowMs, lastMs = nowMs } = this.#state;
    this.#state = {
      ...this.#state,
      message: withCall(message, agent),
      conversation: withCall(conversation, agent),
      firstMs,
      lastMs: Math.max(lastMs, nowMs),
    };
  }

  /** If the user was asked about this call, running it means yes: doubles the limit, once for all questions at it. */
  ran(callId: string): BudgetReached | undefined {
    const question = this.#state.asked.find((asked) => asked.callId === callId);
    if (question === undefined) {
      return undefined;
    }
    this.#state = { ...this.#state, asked: this.#state.asked.filter((asked) => asked !== question) };
    if (this.#factor(question.reached) === question.factor) {
      this.#double(question.reached);
    }
    this.count({ agent: question.agent }, this.#state.lastMs ?? 0);
    return question.reached;
  }

  /** `double` applies to what was reached last, or to every limit if nothing was. */
  choose(choice: BudgetChoice, settings: BudgetSettings): BudgetReached | undefined {
    const { stopped, asked, message } = this.#state;
    const reached = stopped ?? asked.at(-1)?.reached;
    switch (choice) {
      case 'stop':
        this.#state = {
          ...this.#state,
          stopped: reached ?? { measure: 'calls', scope: 'message', limit: message.calls },
        };
        break;
      case 'ignore':
        this.#state = { ...this.#state, stopped: undefined, asked: [], isIgnored: true };
        break;
      case 'double':
        this.#state = { ...this.#state, stopped: undefined, asked: [], isIgnored: false };
        (reached === undefined ? this.uses(settings) : [reached]).forEach((limit) => this.#double(limit));
    }
    return reached;
  }

  uses(settings: BudgetSettings): readonly (BudgetReached & { readonly used: number })[] {
    return LIMITS.flatMap(({ scope, measure }) => {
      const set = (scope === 'message' ? settings.perMessage : settings.perConversation)?.[measure];
      return set === undefined
        ? []
        : [{ scope, measure, limit: set * this.#factor({ scope, measure }), used: this.#used(scope, measure) }];
    });
  }

  #beyond(settings: BudgetSettings): BudgetReached | undefined {
    const found = this.uses(settings).find(({ used, limit }) => used > limit);
    return found === undefined ? undefined : { measure: found.measure, scope: found.scope, limit: found.limit };
  }

  #used(scope: BudgetScope, measure: BudgetMeasure): number {
    const { calls, agents, workedMs } = this.#state[scope];
    switch (measure) {
      case 'calls':
        return calls;
      case 'subAgents':
        return agents.length;
      case 'tokens':
        return (this.#state.read?.tokens ?? 0) - (scope === 'message' ? (this.#state.tokensBefore ?? 0) : 0);
      case 'minutes':
        return (workedMs + workedSinceMessage(this.#state)) / MILLISECONDS_A_MINUTE;
    }
  }

  #factor({ scope, measure }: Pick<BudgetReached, 'scope' | 'measure'>): number {
    return this.#state.factors.find(([name]) => name === `${scope} ${measure}`)?.[1] ?? 1;
  }

  #double(limit: Pick<BudgetReached, 'scope' | 'measure'>): void {
    const name = `${limit.scope} ${limit.measure}`;
    const others = this.#state.factors.filter(([known]) => known !== name);
    this.#state = { ...this.#state, factors: [...others, [name, 2 * this.#factor(limit)]] };
  }
}
