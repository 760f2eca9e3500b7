import { isRecord } from '../../engine/values/fields';
import type { Translate } from '../words/language';
import { clip, oneLine } from '../words/quoting';
import { maskText } from '../words/secrets/mask';
import type { ConfigurationProblem } from './configuration';
import { hasTooManyStars, MAX_STARS } from './patterns';
import { accepted, allowedText, type NamedValue } from './values';
import { closest, distance } from 'fastest-levenshtein';

export type Raw = Readonly<Record<string, unknown>>;

/** Checked values by setting name. Settings with names or globs hold a map of values for each. */
export type Values = Readonly<Record<string, unknown>>;

export interface Problems {
  readonly found: ConfigurationProblem[];
  readonly translate: Translate;
  /** Named in messages, where the user may not know the file. */
  readonly file?: string | undefined;
}

/** Checks each setting on its own; an invalid one is noted and left out. @param path of the object, for messages */
export function readSettings(written: Raw, rows: readonly NamedValue[], path: string, problems: Problems): Values {
  const values: Record<string, unknown> = {};
  const known = rows.flatMap((row) => [row.name, ...(row.aliases ?? [])].map((name) => ({ name: plain(name), row })));

  const readObject = (object: Raw, prefix: string, place: string): void => {
    for (const [key, value] of Object.entries(object)) {
      const name = plain(`${prefix}${key}`);
      const row = known.find((each) => each.name === name)?.row;
      const hasMembers = known.some((each) => each.name.startsWith(`${name}.`));
      const setting = path === '' && prefix === '' ? key : `${place}.${key}`;
      if (value === undefined) {
        continue;
      }
      if (hasMembers && isRecord(value)) {
        readObject(value, `${prefix}${key}.`, setting);
      } else if (row?.value.kind === 'record' && isRecord(value)) {
        values[row.name] = new Map([
          ...readRecord(value, row.value.rows, setting, problems),
          ...((values[row.name] as ReadonlyMap<string, Values> | undefined) ?? []),
        ]);
      } else if (row !== undefined || hasMembers) {
        const usable = row === undefined ? undefined : accepted(row.value, value);
        if (row !== undefined && usable !== undefined) {
          values[row.name] = usable;
        } else {
          note(problems, setting, value, row === undefined ? undefined : allowedText(row.value, problems.translate));
        }
      } else {
        noteUnknown(problems, setting, key, membersOf(rows, prefix));
      }
    }
  };
  readObject(written, '', path);
  return values;
}

function readRecord(
  written: Raw,
  rows: readonly NamedValue[],
  path: string,
  problems: Problems,
): readonly (readonly [string, Values])[] {
  return Object.entries(written).flatMap(([pattern, fields]) => {
    const place = `${path}[${JSON.stringify(pattern)}]`;
    if (hasTooManyStars(pattern)) {
      note(problems, path, pattern, problems.translate('names with at most {count} asterisks', { count: MAX_STARS }));
      return [];
    }
    if (!isRecord(fields)) {
      const names = membersOf(rows, '').join(', ');
      note(problems, place, fields, problems.translate('an object with any of: {names}', { names }));
      return [];
    }
    return [[pattern, readSettings(fields, rows, place, problems)] as const];
  });
}

export function membersOf(rows: readonly NamedValue[], prefix: string): string[] {
  const inside = rows.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => name.slice(prefix.length));
  return [...new Set(inside.map((name) => name.split('.', 1)[0] as string))];
}

/** `max_repeats` and `max-repeats` become `maxRepeats`. */
export function plain(name: string): string {
  return name.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function noteUnknown(problems: Problems, setting: string, name: string, known: readonly string[]): void {
  const near = nearestName(name, known);
  const { translate } = problems;
  noteProblem(
    problems,
    setting,
    near === undefined
      ? translate('{setting} isn’t a setting of Tool Loop Guard.', { setting })
      : translate('{setting} isn’t a setting of Tool Loop Guard. Did you mean "{closest}"?', {
          setting,
          closest: near,
        }),
  );
}

export function noteProblem({ found, file }: Problems, setting: string, message: string): void {
  const place = file === undefined ? '' : `${file}: `;
  found.push({ setting: `${place}${setting}`, message: `${place}${message}` });
}

/** @param allowed in words; undefined: an object */
export function note(problems: Problems, setting: string, value: unknown, allowed: string | undefined): void {
  const { translate } = problems;
  const written = (): string => {
    try {
      return JSON.stringify(value) ?? String(value);
    } catch {
      return translate('such a value');
    }
  };
  noteProblem(
    problems,
    setting,
    translate('{value} isn’t valid for {setting}. Use {allowed}.', {
      setting,
      value: clip(oneLine(maskText(written())), 80),
      allowed: allowed ?? translate('an object of names and values'),
    }),
  );
}

/** Longer than any name, so that a long text costs no more. */
const READ_CHARACTERS = 100;

/** The name that was probably meant: fewer than half of its characters differ. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  const name = written.slice(0, READ_CHARACTERS);
  const near = closest(name, known);
  return distance(name, near) < Math.max(name.length, near.length) / 2 ? near : undefined;
}
