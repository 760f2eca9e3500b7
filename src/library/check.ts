import type { Setting } from '../engine/rules/setting';

/** What a value must be. */
export interface Check {
  readonly allowed: string;
  readonly isValid: (value: unknown) => boolean;
}

/** One sentence that names the setting, the value and what is allowed. */
export type Problem = string;

/** Values can be long or contain secrets; a message needs no more than this. */
const SHOWN_CHARACTERS = 80;

export const yesOrNo: Check = { allowed: 'true or false', isValid: (value) => typeof value === 'boolean' };

export const aText: Check = { allowed: 'a text', isValid: (value) => typeof value === 'string' };

export const anObject: Check = {
  allowed: 'an object',
  isValid: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** @throws {TypeError} that names the argument, unless its value is valid */
export function given(name: string, value: unknown, check: Check): void {
  if (!check.isValid(value)) {
    throw new TypeError(refusal(name, value, check));
  }
}

/** A list of these words; of any texts when there are none. */
export function aList(words: readonly string[] | undefined): Check {
  return {
    allowed: words === undefined ? 'a list of texts' : `a list of ${quoted(words)}`,
    isValid: (value) =>
      Array.isArray(value) &&
      value.every((item) => typeof item === 'string' && (words === undefined || words.includes(item))),
  };
}

/** What a setting of a detector may be. */
export function aSetting(setting: Setting): Check {
  switch (setting.kind) {
    case 'switch':
      return yesOrNo;
    case 'choice': {
      const words = Object.keys(setting.words);
      return { allowed: quoted(words), isValid: (value) => typeof value === 'string' && words.includes(value) };
    }
    case 'count':
    case 'number':
      return aNumber(setting);
  }
}

function aNumber(setting: Extract<Setting, { readonly least: number }>): Check {
  const { kind, least, most } = setting;
  const isNever = (value: number): boolean => kind === 'count' && setting.orNever === true && value === 0;
  const range = `a ${kind === 'count' ? 'whole number' : 'number'} from ${least} to ${most}`;
  return {
    allowed: isNever(0) ? `${range}, or 0` : range,
    isValid: (value) =>
      typeof value === 'number' &&
      (kind === 'number' || Number.isInteger(value)) &&
      ((value >= least && value <= most) || isNever(value)),
  };
}

/** The unchanged values; adds what is wrong with them to the problems. */
export function checked<Values extends object>(
  values: unknown,
  checks: Readonly<Record<string, Check>>,
  path: string,
  problems: Problem[],
): Values {
  const known = checkedNames<unknown>(values, path, problems);
  for (const [name, value] of Object.entries(known)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) {
      problems.push(`${path}.${name} is no setting. There are: ${Object.keys(checks).join(', ')}.`);
    } else if (value !== undefined && !check.isValid(value)) {
      problems.push(refusal(`${path}.${name}`, value, check));
    }
  }
  return known as Values;
}

/** The object with its fields; an empty one if the value is not an object. */
export function checkedNames<Value>(
  values: unknown,
  path: string,
  problems: Problem[],
): Readonly<Record<string, Value>> {
  if (anObject.isValid(values)) {
    return { ...(values as Record<string, Value>) };
  }
  problems.push(refusal(path, values, anObject));
  return {};
}

function refusal(name: string, value: unknown, { allowed }: Check): Problem {
  return `${name} cannot be ${shown(value)}. Allowed: ${allowed}.`;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}

function shown(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, SHOWN_CHARACTERS);
  } catch {
    return 'such a value';
  }
}
