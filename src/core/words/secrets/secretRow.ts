export const MASK = '***';

export const SECRET_WORDS =
  'pass(?:wor[dt]|wd|phrase|code)|kennwort|contrase[ñn]a|mot[-_ ]?de[-_ ]?passe|secret|token|api[-_ ]?key|' +
  '(?:access|account|admin|anon|deploy|encryption|functions|host|license|master|private|service|session|shared|' +
  'signing|ssh|webhook)[-_ ]?key|credentials?|creds|authori[sz]ation|cookies?|connection[-_ ]?string|bearer|jwt|pwd';

/** Fields that name the value of a field next to them: `{ name: 'Authorization', value: 'x' }`. */
export const NAMING = 'name|key|header|variable|field|selector|element|label';
export const NAMED = 'values?|val|content|data|default|text';

export interface SecretRow {
  readonly id: string;
  /** In lower case; every text with such a secret has one of them. None: the expression is always tried. */
  readonly keywords?: readonly string[];
  /** Global. The group `kept` stays, the rest is masked. */
  readonly expression: RegExp;
  /** Each holds a secret with {@link SECRET_IN_EXAMPLES} in it, which the row masks. */
  readonly examples: readonly string[];
  readonly not: readonly string[];
}

/** Stands in examples for 20 hexadecimal digits of a secret. */
export const SECRET_IN_EXAMPLES = '0a1b2c3d4e5f60718293';

/** In quotes up to the closing one, else up to the next space or separator. Skips a masked text. */
export const VALUE =
  String.raw`(?:\\{1,7}"(?:[^"\\\n]|\\[^"\\\n]){1,1000}|"(?:[^"\\\n]|\\[^\n]){1,1000}|` +
  String.raw`'(?:[^'\\\n]|\\[^\n]){1,1000}|\x60[^\x60]{1,1000}|[{[][^}\]\n]{1,1000}|` +
  String.raw`(?!\*\*\*)[^\s"'\x60\\,;&<>(){}]{2,1000})`;
export const NAME =
  String.raw`(?<![A-Za-z0-9])[A-Za-z0-9_.-]{0,40}(?:${SECRET_WORDS})` + '(?:[-_ ]?(?:key|hash|value|base|data)){0,2}';

export function maskRow({ expression }: Pick<SecretRow, 'expression'>, text: string): string {
  return text.replace(expression, (...match) => {
    const whole = match[0];
    const last: unknown = match.at(-1);
    const { kept = '' } = typeof last === 'object' ? (last as { readonly kept?: string }) : {};
    const [quote = ''] = kept === '' ? [] : (OPENING_QUOTE.exec(whole.slice(kept.length)) ?? []);
    return `${kept}${quote}${MASK}`;
  });
}

export const OPENING_QUOTE = /^\\{0,7}["'\x60]/;
