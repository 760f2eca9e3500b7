import { RecentMap } from '../../engine/recentMap';
import { Emitter } from '../../engine/emitter';
import type { OverrideEvent } from '../events/events';
import type { EngineKey, EngineValues, TierSettings } from './schema';

/** As many conversations as the guard remembers; the one unused for longest is forgotten first. */
const REMEMBERED_CONVERSATIONS = 1000;

/** What holds in every conversation in which nothing was set. */
const NO_OVERRIDES: EngineValues = Object.freeze({});

/** The values set in the chat of each conversation: the strongest tier of settings. In memory only. */
export class ConversationOverrides {
  readonly #values = new RecentMap<string, EngineValues>(REMEMBERED_CONVERSATIONS);
  readonly #changed = new Emitter<OverrideEvent>();

  /** Calls back after each change. */
  readonly onDidChange = this.#changed.event;

  /** What was set in a conversation. The object is never changed, only replaced. */
  of(conversationId: string): EngineValues {
    return this.#values.get(conversationId) ?? NO_OVERRIDES;
  }

  /** What was set, conversation by conversation. */
  get all(): Iterable<EngineValues> {
    return this.#values.values();
  }

  /** Sets a value for this conversation only. */
  set<Key extends EngineKey>(conversationId: string, key: Key, value: TierSettings[Key]): void {
    this.#values.set(conversationId, { ...this.of(conversationId), [key]: value });
    this.#changed.fire({ kind: 'override', conversationId, key, value });
  }

  /** Takes back what {@link set} set; the next weaker tier applies again. */
  unset(conversationId: string, key: EngineKey): void {
    const kept = Object.entries(this.of(conversationId)).filter(([name]) => name !== key);
    this.#values.set(conversationId, Object.fromEntries(kept));
    this.#changed.fire({ kind: 'override', conversationId, key, value: undefined });
  }

  /** Takes back all that was set. */
  clear(conversationId: string): void {
    for (const key of Object.keys(this.of(conversationId)) as EngineKey[]) {
      this.unset(conversationId, key);
    }
  }
}
