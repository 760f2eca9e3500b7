import { COMMAND_COMMENT_FIELDS, COMMENT_FIELDS, FIELDS } from './patterns/fieldNames';
import { type Fields, isRecord } from '../values/fields';

const ROWS = [...FIELDS.rows, ...COMMENT_FIELDS.rows, ...COMMAND_COMMENT_FIELDS.rows];

/** Senders can name any number of fields; beyond this, their names are looked at again. */
const REMEMBERED_NAMES = 500;
const MOST_CHARACTERS = 40;

/**
 * Looks at the names of fields, at each once: the tools of a conversation have few, and a dozen expressions for each of
 * them took longer than all else that is read from a call.
 */
export class FieldNames {
  readonly #known = new Map<string, number>();

  /** What a name suggests, as the bits of `patterns/fieldNames`. */
  signsOf(name: string): number {
    return this.#known.get(name) ?? this.#learn(name);
  }

  /** What the names of all fields of a record suggest; nothing if the value is no record. */
  signsIn(value: unknown): number {
    let signs = 0;
    if (isRecord(value)) {
      for (const name of Object.keys(value)) {
        signs |= this.signsOf(name);
      }
    }
    return signs;
  }

  /** The first field whose name suggests one thing and that holds a text. */
  textField(fields: Fields, sign: number): string | undefined {
    for (const name of Object.keys(fields)) {
      if ((this.signsOf(name) & sign) !== 0 && typeof fields[name] === 'string') {
        return name;
      }
    }
    return undefined;
  }

  #learn(name: string): number {
    const signs = ROWS.reduce((all, [, { sign, match }]) => (match.test(name) ? all | sign : all), 0);
    if (this.#known.size >= REMEMBERED_NAMES) {
      this.#known.clear();
    }
    if (name.length <= MOST_CHARACTERS) {
      this.#known.set(name, signs);
    }
    return signs;
  }
}
