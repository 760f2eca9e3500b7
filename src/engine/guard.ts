import { boundedCopy } from './values/boundedCopy';
import type { Call, DescribedOutcome, ModelName, Outcome, RecordedOutcome } from './facts/call';
import { parseArguments } from './values/canonical';
import { Conversation, type ConversationState } from './conversation';
import { failOpen, type ConversationStatus, type GuardPorts } from './ports';
import { identify } from './facts/callFacts';
import { Judge } from './judge';
import { describeOutcome } from './facts/outcome';
import { RecentMap } from './values/boundedMap';
import type { WindowEntry } from './ledger/entry';
import { ALLOW, type Detection, type Verdict } from './decision/verdict';

export const REMEMBERED_CONVERSATIONS = 1000;

/**
 * Says for each tool call of all conversations whether it may run.
 * Fails open: if anything goes wrong inside, the call is allowed and one `fault` event says so.
 * Each call brings the time, as milliseconds on any clock that all calls share.
 */
export class Guard {
  readonly #conversations = new RecentMap<string, Conversation>(REMEMBERED_CONVERSATIONS);
  readonly #judge: Judge;

  constructor(private readonly ports: GuardPorts) {
    this.#judge = new Judge(ports);
  }

  /** A known call ID gets the same verdict, and doesn't count again. Side effect: an allowed call counts as run. */
  check(conversationId: string, call: Call, nowMs: number): Verdict {
    return failOpen(this.ports, conversationId, 'check', ALLOW, () => {
      const known = this.#conversations.get(conversationId);
      const model = call.model ?? known?.shared.model;
      const parsed = parseArguments(call.arguments);
      const settings = this.ports.settingsFor({ conversationId, tool: call.tool, parsed, model });
      if (!settings.values.enabled || settings.exempt) {
        return ALLOW;
      }
      const conversation = (known ?? this.#begin(conversationId)).ofAgent(call.agent);
      conversation.shared.model = model;
      const earlier = conversation.verdictOn(call.id);
      if (earlier !== undefined) {
        return withArguments(earlier, parsed);
      }
      const identified = identify(
        call.folder === undefined ? { ...call, folder: this.ports.folder?.() } : call,
        parsed,
        settings,
        this.ports.hash,
      );
      const compared = conversation.window.identified(identified);
      const verdict = this.#judge.judge(conversation, { ...compared, parsed, settings }, nowMs);
      conversation.judged(call.id, verdict);
      return verdict;
    });
  }

  /**
   * Records the outcome of a call. Unknown or repeated call IDs are ignored.
   * @param doneMs when the result came, on the clock of the calls; undefined if it isn't known
   * @param tell for a surface that can put a text next to the result: called synchronously, at most once for a call, if
   * the model gets a nudge there; from then on, the model is assumed to know it
   */
  record(
    conversationId: string,
    outcome: Outcome | DescribedOutcome,
    doneMs?: number,
    tell?: (nudge: Detection) => void,
  ): void {
    failOpen(this.ports, conversationId, 'record', undefined, () => {
      const conversation = this.#conversations.get(conversationId);
      if (conversation === undefined) {
        return;
      }
      const { callId, result } = outcome;
      const recorded = 'recorded' in outcome ? outcome.recorded : this.#describe(outcome, conversation.entryOf(callId));
      const contents = 'contents' in outcome ? outcome.contents : undefined;
      if (conversation.setOutcome(callId, recorded, doneMs, contents) && recorded !== undefined) {
        this.ports.report({ kind: 'outcome', conversationId, callId, recorded, result, doneMs });
      }
      const nudge = tell === undefined ? undefined : conversation.takeNudge(callId);
      if (tell !== undefined && nudge !== undefined) {
        tell(nudge);
        this.ports.report({ kind: 'nudged', conversationId, detection: nudge });
      }
    });
  }

  /** Undefined if nobody could see the result: two unseen results are not the same. */
  #describe(outcome: Outcome, entry: WindowEntry | undefined): RecordedOutcome | undefined {
    const { result, isError, contents = [], arguments: question = entry?.argumentsValue } = outcome;
    return result === undefined && !isError && contents.length === 0
      ? undefined
      : describeOutcome(result, isError, this.ports.hash, question, entry?.tool);
  }

  /** IDs of an agent's calls that count and have no outcome yet, as the surface that saw them first names them. */
  unanswered(conversationId: string, agent?: string): string[] {
    return this.#conversations.get(conversationId)?.ofAgent(agent).window.unanswered ?? [];
  }

  /** Who made a call that was checked since the last message; `agent` is undefined for the main agent. */
  callerOf(conversationId: string, callId: string): { readonly agent: string | undefined } | undefined {
    return this.#conversations.get(conversationId)?.callerOf(callId);
  }

  /**
   * A message, whatever it says: a stopped run can continue, and earlier calls no longer count, except for a warning if
   * the agent goes on to fail as before.
   * @param prompt for listeners; undefined if the surface doesn't know it
   * @param by a program only has the agent go on: earlier calls count
   */
  beginTurn(conversationId: string, prompt?: string, by: 'person' | 'program' = 'person'): void {
    failOpen(this.ports, conversationId, 'turn', undefined, () => {
      const conversation = this.#conversations.get(conversationId);
      if (by === 'person') {
        conversation?.beginTurn();
      } else {
        conversation?.goOn();
      }
      this.ports.report({ kind: 'turn', conversationId, prompt });
    });
  }

  /**
   * The user resets the counters.
   * @param release only lets a stopped agent go on that nothing could end: counting starts over for it, but a call of
   * the loop that it was stopped for stops it again at its first repeat. `agent` is undefined for the main agent
   */
  reset(conversationId: string, release?: { readonly agent?: string | undefined; readonly nowMs: number }): void {
    failOpen(this.ports, conversationId, 'reset', undefined, () => {
      const conversation = this.#conversations.get(conversationId);
      if (release === undefined) {
        conversation?.clear();
      } else {
        conversation?.release(release.agent, release.nowMs);
      }
      this.ports.report({ kind: 'reset', conversationId });
    });
  }

  /** For {@link restore}; undefined if the conversation is unknown. */
  snapshot(conversationId: string): ConversationState | undefined {
    return this.#conversations.get(conversationId)?.snapshot();
  }

  /** @throws if this is no such state; then nothing has changed */
  restore(conversationId: string, state: ConversationState): void {
    const question = { conversationId, tool: '', parsed: undefined, model: undefined };
    const { values: settings } = this.ports.settingsFor(question);
    this.#conversations.set(conversationId, Conversation.restore(state, { conversationId, settings }));
  }

  setModel(conversationId: string, model: ModelName): void {
    const conversation = this.#conversations.get(conversationId) ?? this.#begin(conversationId);
    conversation.shared.model = model;
  }

  /** Also for a conversation without calls. `agent` is the one whose stop is wanted; undefined for the main agent. */
  status(conversationId: string, agent?: string): ConversationStatus {
    const conversation = this.#conversations.get(conversationId) ?? new Conversation(conversationId);
    const { shared, callsInWindow } = conversation;
    const { counts, model } = shared;
    const { stop } = conversation.ofAgent(agent);
    return { conversationId, counts: { ...counts }, callsInWindow, model, stopped: stop?.detection };
  }

  #begin(conversationId: string): Conversation {
    const conversation = new Conversation(conversationId);
    this.#conversations.set(conversationId, conversation);
    return conversation;
  }
}

/** Verdicts are kept without arguments. */
function withArguments(verdict: Verdict, parsed: unknown): Verdict {
  if (verdict.action === 'allow' || verdict.action === 'stopped') {
    return verdict;
  }
  const { action, detection } = verdict;
  return { action, detection: { ...detection, arguments: boundedCopy(parsed) } };
}
