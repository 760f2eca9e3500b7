import type { Hash } from './hash';

/** Longer texts are not remembered. */
const MOST_CHARACTERS = 2048;

/**
 * Hashes texts, and the same one again at once: a call that is repeated is made of the same text, and looking at a text
 * takes a tenth of hashing it.
 */
export class LastDigest {
  #text = '';
  #digest: string | undefined;

  constructor(private readonly hash: Hash) {}

  of(text: string): string {
    if (this.#digest !== undefined && text === this.#text) {
      return this.#digest;
    }
    const digest = this.hash(text);
    if (text.length <= MOST_CHARACTERS) {
      this.#text = text;
      this.#digest = digest;
    }
    return digest;
  }
}
