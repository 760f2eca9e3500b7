import type { Finding } from '../../engine/rules/finding';
import { ruleOf } from '../../engine/rules/registry';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { Translate } from '../words/language';
import { toolText } from './explainedCall';
import type { ExplainedCalls } from './explainedCalls';
import { parseArguments } from '../../engine/values/canonical';
import { maskText, maskValue } from '../words/secrets/mask';
import { MASK } from '../words/secrets/secretRow';
import { clip, oneLine } from '../words/quoting';

interface FieldDifference {
  /** Such as `query` or `edits[2].text`; empty for arguments that aren't an object. */
  readonly path: string;
  /** At least two, in the order in which they came; call numbers are ascending. */
  readonly values: readonly {
    /** Masked, on one line, only the differing part if it is long; undefined: the call had no such field. */
    readonly text: string | undefined;
    readonly calls: readonly number[];
  }[];
  /** The values look equal, because the difference is masked or cut off. */
  readonly isHidden: boolean;
}

interface CommonField {
  readonly path: string;
  readonly text: string;
}

const MAX_DEPTH = 8;
const MAX_LEAVES = 1_000;
const MAX_FIELDS = 20;
const VALUE_CHARACTERS = 60;
const COMMON_CHARACTERS = 200;
/** How much common text is shown around the difference of long values. */
const CONTEXT_CHARACTERS = 16;

interface Leaf {
  /** Compared, never shown. */
  readonly value: unknown;
  /** Masked, based on all arguments of the call. */
  readonly text: string;
}

/** Bounded in depth and number of fields. */
export function argumentDifference(calls: readonly { readonly number: number; readonly arguments: unknown }[]): {
  readonly common: readonly CommonField[];
  readonly fields: readonly FieldDifference[];
} {
  const flat = calls.map((call) => ({ number: call.number, leaves: leavesOf(parseArguments(call.arguments)) }));
  const paths = new Set(flat.flatMap(({ leaves }) => [...leaves.keys()]));
  const fields: FieldDifference[] = [];
  const common: CommonField[] = [];
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
        const line = oneLine(leaf.text);
        const text = line.length > COMMON_CHARACTERS ? `${clip(line, COMMON_CHARACTERS - 1)}…` : line;
        common.push({ path: pathText(path), text });
      }
    } else if (fields.length < MAX_FIELDS) {
      const groups = [...values.values()];
      const excerpts = differingParts(groups.map(({ leaf }) => leaf?.text));
      fields.push({
        path: pathText(path),
        values: groups.map((group, at) => ({ text: excerpts[at], calls: group.calls })),
        isHidden: new Set(excerpts).size < groups.length,
      });
    }
  }
  return { common, fields };
}

function pathText(path: string): string {
  return clip(oneLine(maskText(path)), VALUE_CHARACTERS);
}

/** By path. */
function leavesOf(root: unknown): Map<string, Leaf> {
  const masked = valuesOf(maskValue(root));
  return new Map(
    [...valuesOf(root)].map(([path, value]) => [
      path,
      // What isn't found again was below a masked name, or beyond the bounds.
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

/** Short texts whole; of long ones, the differing part with a little context. */
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

export interface Differences {
  readonly text: string;
  /** `of`: the tool or letter of the calls, if several were compared separately. */
  readonly common: readonly { readonly of: string | undefined; readonly fields: readonly CommonField[] }[];
  readonly fields: readonly (FieldDifference & { readonly of: string | undefined })[];
}

/** Compares calls of a cycle with the identical ones, all others with those of the same tool. */
export function differences(
  finding: Finding,
  { involved, letters, forgotten }: ExplainedCalls,
  translate: Translate,
): Differences {
  const known = involved.filter((call) => call.arguments !== FORGOTTEN);
  if (known.length < 2) {
    return { text: translate('The arguments are no longer available.'), common: [], fields: [] };
  }
  const groups = new Map<string, TimelineCall[]>();
  for (const call of known) {
    const letter = letters.find(({ calls }) => calls.includes(call.number))?.letter ?? '';
    const name = finding.period > 1 ? letter : toolText(call.tool);
    groups.set(name, [...(groups.get(name) ?? []), call]);
  }
  const fields: Differences['fields'][number][] = [];
  const common: Differences['common'][number][] = [];
  for (const [name, calls] of groups) {
    const difference = argumentDifference(calls);
    common.push({ of: groups.size > 1 ? name : undefined, fields: difference.common });
    fields.push(...difference.fields.map((field) => ({ ...field, of: groups.size > 1 ? name : undefined })));
  }
  const texts = [differenceText(finding, fields.length > 0, groups.size > 1, translate)];
  if (forgotten > 0 || known.length < involved.length) {
    texts.push(translate('Some calls are no longer available and weren’t compared.'));
  }
  return { text: texts.join(' '), common, fields };
}

function differenceText(finding: Finding, differ: boolean, severalTools: boolean, translate: Translate): string {
  if (ruleOf(finding.rule).comparison === 'identicalCall') {
    if (differ) {
      return translate('Identical except for ignored arguments (ignoredArguments).');
    }
    return finding.period > 1 ? translate('Identical in every round.') : translate('Identical in every call.');
  }
  if (differ) {
    return translate('Different in each call. See the table.');
  }
  return severalTools
    ? translate('Different tools. Each tool got identical arguments.')
    : translate('Identical in every call.');
}
