import { RecentMap } from '../../engine/values/boundedMap';

/** Beside how many results hints are remembered, in all conversations; the least used is forgotten first. */
const REMEMBERED_NUDGES = 1000;

/**
 * The hints that a model reads beside results. The agent sends the results without them, so they are put back in each
 * request: what the model has read once stays where it was. A result goes by the id of its call and by how many
 * results of that id came before, since some vendors use an id again in the next answer.
 */
export class NudgedResults {
  readonly #texts = new RecentMap<string, string>(REMEMBERED_NUDGES);

  /** @param occurrence 1 for the first result of that id in the conversation */
  remember(conversationId: string, callId: string, occurrence: number, text: string): void {
    this.#texts.set(keyOf(conversationId, callId, occurrence), text);
  }

  /** The hint beside a result; undefined for most. */
  textFor(conversationId: string, callId: string, occurrence: number): string | undefined {
    return this.#texts.get(keyOf(conversationId, callId, occurrence));
  }
}

function keyOf(conversationId: string, callId: string, occurrence: number): string {
  return `${occurrence} ${conversationId} ${callId}`;
}
