import { BoundedMap } from './boundedMap';

/** A map that forgets the entry that was unused for longest when it would hold too many. Asking for one uses it. */
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

  /** What {@link get} returns, without using it. */
  peek(key: Key): Value | undefined {
    return super.get(key);
  }

  /** The entries, the one used last first. */
  get latestFirst(): [Key, Value][] {
    return [...this].reverse();
  }
}
