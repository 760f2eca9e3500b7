/** A map that forgets its oldest entry when it would hold too many. Setting a known key keeps its place. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  /** @param onForgotten called with each entry that made room for another one */
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

/** A map that forgets the entry that was unused for longest when it would hold too many. Getting an entry uses it. */
export class RecentMap<Key, Value> extends BoundedMap<Key, Value> {
  override get(key: Key): Value | undefined {
    const value = super.get(key);
    if (value !== undefined) {
      this.delete(key);
      super.set(key, value);
    }
    return value;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    return super.set(key, value);
  }

  /** Gets an entry without using it. */
  peek(key: Key): Value | undefined {
    return super.get(key);
  }

  get latestFirst(): [Key, Value][] {
    return [...this].reverse();
  }
}
