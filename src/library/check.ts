/** What a value must be. */
export interface Check {
  readonly allowed: string;
  readonly isValid: (value: unknown) => boolean;
}

/** Values can be long or contain secrets; a message needs no more than this. */
const SHOWN_CHARACTERS = 80;

export const yesOrNo: Check = { allowed: 'true or false', isValid: (value) => typeof value === 'boolean' };

export const aFunction: Check = { allowed: 'a function', isValid: (value) => typeof value === 'function' };

export const anObject: Check = {
  allowed: 'an object',
  isValid: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** @throws {TypeError} that names the argument, unless its value is valid */
export function given(name: string, value: unknown, { allowed, isValid }: Check): void {
  if (!isValid(value)) {
    throw new TypeError(`${name} cannot be ${shown(value)}. Allowed: ${allowed}.`);
  }
}

function shown(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, SHOWN_CHARACTERS);
  } catch {
    return 'such a value';
  }
}
