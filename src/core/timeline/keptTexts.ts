import { signsOfCall } from '../../engine/callSigns';
import { FORGOTTEN, type TimelineCall } from './timelineCall';

/** The arguments and results of calls, as long as all of them fit into a number of characters. */
export class KeptTexts {
  /** Calls whose texts are kept, oldest first, with how many characters each holds. */
  readonly #sizes = new Map<TimelineCall, number>();
  #characters = 0;

  constructor(private readonly mostCharacters: number) {}

  /** Counts further characters of a call, and drops the texts of the oldest calls until the rest fits. */
  keep(call: TimelineCall, characters: number): void {
    this.#characters += characters;
    this.#sizes.set(call, (this.#sizes.get(call) ?? 0) + characters);
    for (const oldest of this.#sizes.keys()) {
      if (this.#characters <= this.mostCharacters) {
        return;
      }
      // A replay still needs to know whether the call waited.
      oldest.signs = oldest.arguments === FORGOTTEN ? oldest.signs : signsOfCall(oldest.tool, oldest.arguments);
      this.drop(oldest);
    }
  }

  /** Forgets the arguments and the result of a call. */
  drop(call: TimelineCall): void {
    this.#characters -= this.#sizes.get(call) ?? 0;
    this.#sizes.delete(call);
    call.arguments = FORGOTTEN;
    call.resultText = undefined;
  }
}
