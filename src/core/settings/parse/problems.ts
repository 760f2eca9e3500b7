import type { Translate } from '../../words/language';
import { maskText } from '../../words/secrets/mask';
import { nearestName } from '../../words/nearestName';
import { clip, oneLine } from '../../words/quoting';
import type { ConfigurationProblem } from '../configuration';
import { PLACEHOLDERS } from '../../words/messages';

/** Values as they were written, by the names of their settings. */
export type Raw = Readonly<Record<string, unknown>>;

/** Gathers what cannot be used, in the person's language. */
export interface Problems {
  readonly found: ConfigurationProblem[];
  readonly translate: Translate;
  /** The file that the settings are in, where the person may never have heard of it. */
  readonly file?: string | undefined;
}

/** Notes a problem of a setting, with its file where that says something. */
export function noteProblem({ found, file }: Problems, setting: string, message: string): void {
  const place = file === undefined ? '' : `${file}: `;
  found.push({ setting: `${place}${setting}`, message: `${place}${message}` });
}

/** Notes each name that is no setting. */
export function checkNames(raw: Raw, known: readonly string[], path: string, problems: Problems): void {
  for (const name of Object.keys(raw)) {
    if (!known.includes(name)) {
      const setting = `${path}.${name}`;
      const near = nearestName(name, known);
      noteProblem(
        problems,
        setting,
        near === undefined
          ? problems.translate('{setting} isn’t a setting of Tool Loop Guard. It is ignored.', { setting })
          : problems.translate(
              '{setting} isn’t a setting of Tool Loop Guard. Did you mean "{closest}"? It is ignored.',
              { setting, closest: near },
            ),
      );
    }
  }
}

/** Notes each key of a setting that is an object without such a key. */
export function noteKeys(raw: Raw, known: readonly string[], setting: string, problems: Problems): void {
  for (const key of Object.keys(raw).filter((name) => !known.includes(name))) {
    const values = { key: clip(oneLine(key), 80), setting, allowed: known.join(', ') };
    const text = problems.translate('{key} isn’t valid in {setting} and is ignored. Use {allowed}.', values);
    noteProblem(problems, setting, text);
  }
}

/** Notes words in braces that are no placeholder. */
export function notePlaceholders(problems: Problems, setting: string, unknown: readonly string[]): void {
  const inBraces = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ');
  noteProblem(
    problems,
    setting,
    problems.translate('{setting} contains an unknown placeholder: {unknown}. It is ignored. Use {allowed}.', {
      setting,
      unknown: inBraces(unknown),
      allowed: inBraces(PLACEHOLDERS),
    }),
  );
}

/** Notes why the machine-wide settings are left out as a whole. */
export function noteMachineFault(
  file: string,
  fault: 'notProtected' | { readonly reason: string },
  { found, translate }: Problems,
): void {
  const message =
    fault === 'notProtected'
      ? translate(
          'The machine-wide settings {file} are ignored, because they could have been written by others: file and ' +
            'folder must belong to root and be writable by root only.',
          { file },
        )
      : translate('The machine-wide settings {file} are ignored: {reason}', { file, reason: fault.reason });
  found.push({ setting: file, message });
}

/** Notes a value that cannot be used. */
export function note(problems: Problems, setting: string, value: unknown, allowed: string): void {
  const { translate } = problems;
  const values = { setting, value: clip(oneLine(maskText(textOf(value, translate))), 80), allowed };
  noteProblem(problems, setting, translate('{value} isn’t valid for {setting} and is ignored. Use {allowed}.', values));
}

function textOf(value: unknown, translate: Translate): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return translate('such a value');
  }
}
