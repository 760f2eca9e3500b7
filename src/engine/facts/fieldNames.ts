import { ANY_COMMENT_NAME } from './comments';
import { type Fields, isRecord } from '../values/fields';

/* What the name of a field suggests that the field holds, whatever the tool is. A name may suggest several of these. */

/** A comment for the user; of some of these, only next to a command. */
export const COMMENT = 1;
export const PATH = 2;
/** The first line, the last line, or the number of lines. */
export const START = 4;
export const END = 8;
export const LENGTH = 16;
/** The first and the last line. */
export const BOTH = 32;
export const COMMAND = 64;
/** The task of a subagent, and which kind of agent gets it. */
export const TASK = 128;
export const AGENT_KIND = 256;
/** The text to replace and its replacement; the whole content of a file; several changes. */
export const OLD = 512;
export const NEW = 1024;
export const CONTENT = 2048;
export const CHANGE_LIST = 4096;

const NAMES: readonly (readonly [sign: number, names: RegExp])[] = [
  [COMMENT, ANY_COMMENT_NAME],
  [PATH, /^(?:(?:absolute_?|target_?)?file(?:_?path|_?name)?|(?:absolute_?)?path|uri)$/i],
  [START, /^(?:offset|(?:start|from|begin)(?:_?line)?(?:_?number)?(?:_?base_?zero)?|line_?start)$/i],
  [END, /^(?:(?:end|to)(?:_?line)?(?:_?number)?(?:_?base_?zero)?|line_?end)$/i],
  [LENGTH, /^(?:limit|(?:num|max)_?lines|line_?count|lines)$/i],
  [BOTH, /^(?:(?:view|line)_?range|range|lines)$/i],
  [COMMAND, /^(?:cmd|command)$/i],
  [TASK, /^(?:prompt|task|message|instructions?)$/i],
  [AGENT_KIND, /^(?:sub_?)?agent_?(?:type|name)$/i],
  [OLD, /^old_?(?:str(?:ing)?|text|code|content)$/i],
  [NEW, /^new_?(?:str(?:ing)?|text|code|content)$/i],
  [CONTENT, /^(?:(?:file_?)?(?:content|text)|contents)$/i],
  [CHANGE_LIST, /^(?:edits|replacements|changes)$/i],
];

/** Senders can name any number of fields; beyond this, their names are looked at again. */
const REMEMBERED_NAMES = 500;
const MOST_CHARACTERS = 40;

/**
 * Looks at the names of fields, at each once: the tools of a conversation have few, and a dozen expressions for each of
 * them took longer than all else that is read from a call.
 */
export class FieldNames {
  readonly #known = new Map<string, number>();

  /** What a name suggests, as the bits above. */
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
    const signs = NAMES.reduce((all, [sign, names]) => (names.test(name) ? all | sign : all), 0);
    if (this.#known.size >= REMEMBERED_NAMES) {
      this.#known.clear();
    }
    if (name.length <= MOST_CHARACTERS) {
      this.#known.set(name, signs);
    }
    return signs;
  }
}
