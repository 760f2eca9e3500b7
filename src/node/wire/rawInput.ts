import type { RawInput } from './harness';

/** The object in the text of a hook's input. What is no object is empty, and is for the one who answers to refuse. */
export function objectIn(text: string): RawInput {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as RawInput) : {};
  } catch {
    return {};
  }
}

/** Where the session works; undefined when the input does not tell. */
export function folderOf(input: RawInput): string | undefined {
  return [input['workingDirectory'], input['cwd']].find((path) => typeof path === 'string');
}
