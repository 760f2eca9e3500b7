/** Stands where a secret was. */
export const MASK = '***';

/** What a name is made of that says: my value is a secret. */
export const SECRET_WORDS =
  'pass(?:word|wd|phrase|code)|secret|token|api[-_ ]?key|' +
  '(?:access|account|admin|anon|deploy|encryption|host|license|master|private|service|session|shared|signing|ssh|' +
  'webhook)[-_ ]?key|credentials?|authori[sz]ation|cookies?|connection[-_ ]?string|bearer|jwt|pwd';
