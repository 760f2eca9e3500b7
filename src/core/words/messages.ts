/** The user's own texts; ours instead of those that are left out. */
export interface Messages {
  /** For the user, when the run was ended. */
  readonly block?: string | undefined;
  /** For the user, when a repeated call was allowed. */
  readonly warning?: string | undefined;
  /** For the model, when it gets a second chance. */
  readonly guidance?: string | undefined;
}

export type MessageName = keyof Messages;

export const MESSAGE_NAMES: readonly MessageName[] = ['block', 'warning', 'guidance'];

export const PLACEHOLDERS = ['tool', 'count', 'limit', 'ttlSeconds', 'pattern', 'arguments'] as const;

const PLACEHOLDER = new RegExp(`\\{(?:${PLACEHOLDERS.join('|')})\\}`);

const IN_BRACES = /\{([A-Za-z]{1,40})\}/g;

export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(IN_BRACES)]
    .map((match) => match[1] as string)
    .filter((name) => !(PLACEHOLDERS as readonly string[]).includes(name));
}

export function partsOf(text: string): string[] {
  return text.split(PLACEHOLDER);
}
