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

/** A guard with a manual clock, changeable settings, and a list of all its events. */
export class GuardHarness {
  readonly events: ObservedEvent[] = [];
  readonly guard: Guard;
  readonly conversations = new ConversationSettings(() => this.configuration);
  nowMs = 1_000_000;
  configuration: Configuration;
  #calls = 0;

  constructor(user: RawSettings['user'] = SEED_000, ports: Partial<GuardPorts> = {}) {
    this.configuration = parseConfiguration({ user });
    this.guard = new Guard({
      hash: digestOf,
      settingsFor: this.conversations.settingsFor,
      report: (event) => this.events.push(event),
      ...ports,
    });
    this.conversations.overrides.onDidChange((event) => this.events.push(event));
  }

  set settings(raw: RawSettings) {
    this.configuration = parseConfiguration(raw);
  }

  /** Makes a call, by default in a new round. If it runs, it gets `result`, or by default the tool's own fixed text. */
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

  /** For calls named by single letters, each of which is a tool. */
  actions(sequence: string): string[] {
    return Array.from(sequence, (letter) => this.check(`tool_${letter}`).action);
  }

  eventsOf<Kind extends ObservedEvent['kind']>(kind: Kind): Extract<ObservedEvent, { kind: Kind }>[] {
    return this.events.filter((event): event is Extract<ObservedEvent, { kind: Kind }> => event.kind === kind);
  }
}
