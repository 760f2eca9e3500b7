/** A whole number with its digits grouped as the language does. @param language of the person, such as `de` */
export function numberText(value: number, language: string): string {
  return new Intl.NumberFormat(known(language)).format(Math.round(value));
}

/** A language that is not known is treated as English. */
function known(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
