const IN_BRACES = /\{([A-Za-z]{1,40})\}/g;

/**
 * Says an English sentence in the person's language. Values stand in the sentence as `{name}` and are filled in once:
 * what is filled in is not searched again. A contract test holds every sentence against the translations in `l10n/`.
 */
export type Translate = (sentence: string, values?: Readonly<Record<string, string | number>>) => string;

/** Leaves the sentence as it is. For logs, command lines and what models read. */
export const inEnglish: Translate = (sentence, values = {}) =>
  sentence.replace(IN_BRACES, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
