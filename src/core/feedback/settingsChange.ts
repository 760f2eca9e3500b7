import { isRecord } from '../../engine/values/fields';
import { literalPattern } from '../settings/patterns';
import type { Raw } from '../settings/readSettings';

export interface SettingsChange {
  /** The setting, without `toolLoopGuard.`, then the keys within its value. */
  readonly path: readonly [string, ...string[]];
  readonly value: unknown;
}

/** A change that was made, with what is needed to take exactly it back. */
export interface MadeChange extends SettingsChange {
  readonly former: unknown;
  readonly formerDepth: number;
}

/** The value at a path; undefined when there is none. */
export function valueAt(settings: Raw, path: readonly string[]): unknown {
  let value: unknown = settings;
  for (const key of path) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) {
      return undefined;
    }
    value = value[key];
  }
  return value;
}

export function withChanges(settings: Raw, changes: readonly SettingsChange[]): Raw {
  return changes.reduce<Raw>((changed, { path, value }) => withValue(changed, path, value), settings);
}

/** Adds a tool to `excludedTools`. What is no list there gives way. */
export function exclusion({ excludedTools }: Raw, tool: string): SettingsChange {
  const excluded: readonly unknown[] = Array.isArray(excludedTools) ? excludedTools : [];
  return { path: ['excludedTools'], value: [...excluded, literalPattern(tool)] };
}

/** False if a value that isn't an object is in the way: what a person wrote there isn't overwritten. */
export function isPossible(settings: Raw, { path }: SettingsChange): boolean {
  return path.slice(0, -1).every((_, depth) => {
    const container = valueAt(settings, path.slice(0, depth + 1));
    return container === undefined || isRecord(container);
  });
}

export function madeChanges(settings: Raw, changes: readonly SettingsChange[]): MadeChange[] {
  return changes.map((change) => {
    const missing = change.path.findIndex(
      (_, depth) => valueAt(settings, change.path.slice(0, depth + 1)) === undefined,
    );
    return {
      ...change,
      former: valueAt(settings, change.path),
      formerDepth: missing < 0 ? change.path.length : missing,
    };
  });
}

/**
 * Undoes exactly these changes: each value becomes what it was, and an object that was created for it is removed if
 * nothing else is in it. A value that has changed since stays.
 */
export function undoChanges(settings: Raw, made: readonly MadeChange[]): SettingsChange[] {
  const undone: SettingsChange[] = [];
  for (const { path, value, former, formerDepth } of made.toReversed()) {
    const now = withChanges(settings, undone);
    if (JSON.stringify(valueAt(now, path)) !== JSON.stringify(value)) {
      continue;
    }
    undone.push({ path: former === undefined ? emptied(now, path, formerDepth) : path, value: former });
  }
  return undone;
}

/** The longest part of the path whose removal takes nothing else with it. */
function emptied(settings: Raw, path: SettingsChange['path'], formerDepth: number): SettingsChange['path'] {
  let taken: string[] = [...path];
  while (taken.length - 1 > formerDepth) {
    const container = valueAt(settings, taken.slice(0, -1));
    if (!isRecord(container) || Object.keys(container).length > 1) {
      break;
    }
    taken = taken.slice(0, -1);
  }
  return taken as [string, ...string[]];
}

function withValue(settings: Raw, [key, ...rest]: readonly string[], value: unknown): Raw {
  const name = key as string;
  const inner = Object.hasOwn(settings, name) ? settings[name] : undefined;
  const changed = rest.length === 0 ? value : withValue(isRecord(inner) ? inner : {}, rest, value);
  const entries = new Map(Object.entries(settings));
  if (changed === undefined) {
    entries.delete(name);
  } else {
    entries.set(name, changed);
  }
  return Object.fromEntries(entries);
}
