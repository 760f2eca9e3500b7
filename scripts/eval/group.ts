/** Groups and items keep their order. */
export function groupBy<Item>(items: Iterable<Item>, nameOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group === undefined) {
      groups.set(name, [item]);
    } else {
      group.push(item);
    }
  }
  return groups;
}

/** Sources are sorted by name. */
export function bySource<Item extends { readonly source: string }>(items: Iterable<Item>): [string, Item[]][] {
  return [...groupBy(items, ({ source }) => source)].sort(([a], [b]) => (a < b ? -1 : 1));
}
