import { only } from './only';
import type { GuardPorts } from '../../src/engine/ports';
import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import type { Call } from '../../src/engine/facts/call';
import type { ObservedEvent } from '../../src/core/events/events';
import { Guard } from '../../src/engine/guard';
import type { Configuration } from '../../src/core/settings/configuration';
import { parseConfiguration, type RawSettings } from '../../src/core/settings/parse';
import type { Verdict } from '../../src/engine/decision/verdict';
import { digestOf } from '../../src/node/files/hash';

/** Only identical calls, and no warning before the limit. */
export const SEED_000 = { detectors: only(['repeat']) } as const;

/** A guard with a hand-turned clock, settings that can be changed, and all its events in a list. */
export class GuardHarness {
  readonly events: ObservedEvent[] = [];
  readonly guard: Guard;
  /** What holds in each conversation. */
  readonly conversations = new ConversationSettings(() => this.configuration);
  nowMs = 1_000_000;
  configuration: Configuration;
  #calls = 0;

  constructor(user: RawSettings['user'] = SEED_000, ports: Pick<GuardPorts, 'explains' | 'folder'> = {}) {
    this.configuration = parseConfiguration({ user });
    this.guard = new Guard({
      hash: digestOf,
      settingsFor: this.conversations.settingsFor,
      report: (event) => this.events.push(event),
      ...ports,
    });
    this.conversations.overrides.onDidChange((event) => this.events.push(event));
  }

  /** Settings as a person would write them. */
  set settings(raw: RawSettings) {
    this.configuration = parseConfiguration(raw);
  }

  /**
   * Asks about one call, in a round of its own unless told otherwise. A call that runs gets the given result;
   * without one, always the same for this tool, and undefined leaves it unknown.
   */
  check(
    tool: string,
    callArguments: unknown = {},
    more: Partial<Call> & { conversation?: string; result?: unknown; isError?: boolean } = {},
  ): Verdict {
    const { conversation = 'conversation-1', isError = false, ...rest } = more;
    const result = 'result' in more ? more.result : `What ${tool} always says.`;
    this.#calls += 1;
    const id = more.id ?? `call-${this.#calls}`;
    const verdict = this.guard.check(conversation, { ...rest, id, tool, arguments: callArguments }, this.nowMs);
    if (result !== undefined && (verdict.action === 'allow' || verdict.action === 'warn')) {
      this.guard.record(conversation, { callId: id, result, isError });
    }
    return verdict;
  }

  /** The actions for a sequence of calls named by single letters; each letter is a tool. */
  actions(sequence: string): string[] {
    return Array.from(sequence, (letter) => this.check(`tool_${letter}`).action);
  }

  /** Events of one kind. */
  eventsOf<Kind extends ObservedEvent['kind']>(kind: Kind): Extract<ObservedEvent, { kind: Kind }>[] {
    return this.events.filter((event): event is Extract<ObservedEvent, { kind: Kind }> => event.kind === kind);
  }
}
