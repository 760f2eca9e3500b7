/** A map that forgets its oldest entry when it would hold too many. Setting a known key keeps its place. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  /** @param max how many entries are kept */
  constructor(private readonly max: number) {
    super();
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    if (this.size > this.max) {
      this.delete(this.keys().next().value as Key);
    }
    return this;
  }
}
