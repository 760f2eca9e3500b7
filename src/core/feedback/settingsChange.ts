import { isRecord } from '../../engine/values/fields';
import { literalPattern } from '../settings/patterns';
import type { Raw } from '../settings/readSettings';

export interface SettingsChange {
  /** The setting, without `toolLoopGuard.`, then the keys within its value. */
  readonly path: readonly [string, ...string[]];
  readonly value: unknown;
}

export interface MadeChange extends SettingsChange {
  readonly former: unknown;
}

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

/** Without a value, removes the setting, and objects that become empty. */
export function withChange(settings: Raw, { path: [name, next, ...rest], value }: SettingsChange): Raw {
  const inner = Object.hasOwn(settings, name) ? settings[name] : undefined;
  const changed =
    next === undefined ? value : withChange(isRecord(inner) ? inner : {}, { path: [next, ...rest], value });
  const isEmptied = value === undefined && isRecord(changed) && Object.keys(changed).length === 0;
  const entries = new Map(Object.entries(settings));
  if (changed === undefined || isEmptied) {
    entries.delete(name);
  } else {
    entries.set(name, changed);
  }
  return Object.fromEntries(entries);
}

/** Replaces `excludedTools` if it isn't a list. */
export function exclusion({ excludedTools }: Raw, tool: string): SettingsChange {
  const excluded: readonly unknown[] = Array.isArray(excludedTools) ? excludedTools : [];
  return { path: ['excludedTools'], value: [...excluded, literalPattern(tool)] };
}

/** False if the user has a value there that isn't an object: it must not be overwritten. */
export function isPossible(settings: Raw, { path }: SettingsChange): boolean {
  return path.slice(0, -1).every((_, depth) => {
    const container = valueAt(settings, path.slice(0, depth + 1));
    return container === undefined || isRecord(container);
  });
}

/** Undefined if the value has changed since. */
export function undoing(settings: Raw, { path, value, former }: MadeChange): SettingsChange | undefined {
  return JSON.stringify(valueAt(settings, path)) === JSON.stringify(value) ? { path, value: former } : undefined;
}
