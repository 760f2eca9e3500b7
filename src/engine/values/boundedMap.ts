/** A map that forgets its oldest entry when it would hold too many. Setting a known key keeps its place. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  /**
   * @param max how many entries are kept
   * @param onForgotten told of each entry that made room for another one
   */
  constructor(
    private readonly max: number,
    private readonly onForgotten?: (value: Value) => void,
  ) {
    super();
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    if (this.size > this.max) {
      const [[oldest, forgotten]] = this as unknown as [[Key, Value]];
      this.delete(oldest);
      this.onForgotten?.(forgotten);
    }
    return this;
  }
}
