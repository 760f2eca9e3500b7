const IN_BRACES = /\{([A-Za-z]{1,40})\}/g;

/** Fills in each `{name}` once. A contract test compares every sentence with the translations in `l10n/`. */
export type Translate = (sentence: string, values?: Readonly<Record<string, string | number>>) => string;

/** For logs, the command line, and what models read. */
export const inEnglish: Translate = (sentence, values = {}) =>
  sentence.replace(IN_BRACES, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
