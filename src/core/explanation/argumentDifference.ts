import { parseArguments } from '../../engine/values/canonical';
import { MASK, maskText, maskValue } from '../words/secrets/mask';
import { clip, oneLine } from '../words/quoting';

/** Arguments of one call, as the surface gave them, by the call's place in its conversation. */
interface NumberedArguments {
  readonly number: number;
  readonly arguments: unknown;
}

/** One of the values that a field had. */
interface FieldValue {
  /** Masked, on one line, its differing part if it is long; undefined: the field was not there. */
  readonly text: string | undefined;
  /** Numbers of the calls that had it, ascending. */
  readonly calls: readonly number[];
}

/** A field that was not the same in all calls. */
export interface FieldDifference {
  /** Such as `query` or `edits[2].text`; empty for arguments that are no object. */
  readonly path: string;
  /** Two or more, in the order in which they came. */
  readonly values: readonly FieldValue[];
  /** The values read alike, because what differs is masked or too far back. */
  readonly isHidden: boolean;
}

/** A field that was the same in all calls. */
export interface CommonField {
  /** As in {@link FieldDifference}. */
  readonly path: string;
  /** Masked, on one line and clipped. */
  readonly text: string;
}

/** What the arguments of calls have in common, and what they differ in. */
interface ArgumentDifference {
  /** In their order; further ones are left out. */
  readonly common: readonly CommonField[];
  readonly fields: readonly FieldDifference[];
  /** Differing fields that are left out of {@link fields}. */
  readonly furtherFields: number;
}

const MAX_DEPTH = 8;
const MAX_LEAVES = 1_000;
const MAX_FIELDS = 20;
const VALUE_CHARACTERS = 60;
/** Of a value that all calls share. */
const COMMON_CHARACTERS = 200;
/** How much of what long values have in common is shown around their difference. */
const CONTEXT_CHARACTERS = 16;

interface Leaf {
  /** Compared, never shown. */
  readonly value: unknown;
  /** Without secrets, as the whole of the arguments tells them. */
  readonly text: string;
}

/** Compares the arguments of calls field by field. Bounded in depth and number of fields; never throws. */
export function argumentDifference(calls: readonly NumberedArguments[]): ArgumentDifference {
  const flat = calls.map((call) => ({ number: call.number, leaves: leavesOf(parseArguments(call.arguments)) }));
  const paths = new Set(flat.flatMap(({ leaves }) => [...leaves.keys()]));
  const fields: FieldDifference[] = [];
  const common: CommonField[] = [];
  let furtherFields = 0;
  for (const path of paths) {
    const values = new Map<string, { leaf: Leaf | undefined; calls: number[] }>();
    for (const { number, leaves } of flat) {
      const leaf = leaves.get(path);
      const key = leaf === undefined ? '' : `${typeof leaf.value}:${String(leaf.value)}`;
      const known = values.get(key);
      if (known === undefined) {
        values.set(key, { leaf, calls: [number] });
      } else {
        known.calls.push(number);
      }
    }
    if (values.size < 2) {
      const leaf = [...values.values()][0]?.leaf;
      if (leaf !== undefined && common.length < MAX_FIELDS) {
        common.push({ path: pathText(path), text: commonText(leaf) });
      }
      continue;
    }
    if (fields.length < MAX_FIELDS) {
      fields.push(fieldDifference(path, [...values.values()]));
    } else {
      furtherFields += 1;
    }
  }
  return { common, fields, furtherFields };
}

function fieldDifference(
  path: string,
  groups: readonly { readonly leaf: Leaf | undefined; readonly calls: readonly number[] }[],
): FieldDifference {
  const texts = groups.map(({ leaf }) => leaf?.text);
  const excerpts = differingParts(texts);
  const values = groups.map(({ calls }, at): FieldValue => ({ text: excerpts[at], calls }));
  return {
    path: pathText(path),
    values,
    isHidden: new Set(excerpts).size < groups.length,
  };
}

function pathText(path: string): string {
  return clip(oneLine(maskText(path)), VALUE_CHARACTERS);
}

function commonText({ text }: Leaf): string {
  const line = oneLine(text);
  return line.length > COMMON_CHARACTERS ? `${clip(line, COMMON_CHARACTERS - 1)}…` : line;
}

/** Every text, number and switch below a value, by its path. */
function leavesOf(root: unknown): Map<string, Leaf> {
  const masked = valuesOf(maskValue(root));
  return new Map(
    [...valuesOf(root)].map(([path, value]) => [
      path,
      // What is not found again under its name stood below a name that is masked, or beyond what is looked at.
      { value, text: masked.has(path) ? String(masked.get(path)) : MASK },
    ]),
  );
}

function valuesOf(root: unknown): Map<string, unknown> {
  const values = new Map<string, unknown>();
  const visit = (value: unknown, path: string, depth: number): void => {
    if (values.size >= MAX_LEAVES) {
      return;
    }
    if (typeof value !== 'object' || value === null) {
      values.set(path, value);
    } else if (depth >= MAX_DEPTH) {
      values.set(path, '…');
    } else if (Array.isArray(value)) {
      value.slice(0, MAX_LEAVES).forEach((item, at) => visit(item, `${path}[${at}]`, depth + 1));
    } else {
      for (const [name, item] of Object.entries(value).slice(0, MAX_LEAVES)) {
        visit(item, path === '' ? name : `${path}.${name}`, depth + 1);
      }
    }
  };
  visit(root, '', 0);
  return values;
}

/** Short texts whole; of long ones the part in which they differ, with a little of what they have in common. */
function differingParts(texts: readonly (string | undefined)[]): (string | undefined)[] {
  const present = texts.filter((text) => text !== undefined);
  const isLong = present.some((text) => text.length > VALUE_CHARACTERS);
  const start = isLong ? Math.max(0, commonStart(present) - CONTEXT_CHARACTERS) : 0;
  return texts.map((text) => {
    if (text === undefined) {
      return undefined;
    }
    const cut = clip(text.slice(start), VALUE_CHARACTERS);
    return JSON.stringify(`${start > 0 ? '…' : ''}${cut}${start + cut.length < text.length ? '…' : ''}`);
  });
}

function commonStart([first = '', ...others]: readonly string[]): number {
  let at = 0;
  while (at < first.length && others.every((other) => other.charCodeAt(at) === first.charCodeAt(at))) {
    at++;
  }
  return others.length === 0 ? 0 : at;
}
