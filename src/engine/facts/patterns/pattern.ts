export interface Pattern {
  /** In lower case. Each text that matches contains one of them. Left out if no word is certain. */
  readonly keywords?: readonly string[] | undefined;
  readonly match: RegExp;
  readonly examples: readonly [string, ...string[]];
  /** Texts that look similar and must not match. */
  readonly not: readonly [string, ...string[]];
  /** The agents or programs that print it, or whose message catalogs contain it. */
  readonly from: readonly [string, ...string[]];
}

export interface Part extends Pattern {
  readonly placeholder: string;
}

/** Names a row in the documents, in evaluations, and in explanations: `failureBeginning.errorName`. */
export type PatternId = `${string}.${string}`;

/** The rows of one subject, in the order in which they are tried. */
export interface Patterns<Row extends Pattern = Pattern> {
  readonly subject: string;
  readonly rows: readonly (readonly [id: PatternId, pattern: Row, hint: Hint])[];
  /** For all rows together; a single row has no other one. */
  readonly hint: Hint;
}

/** Finds a keyword in a text in lower case. If it is undefined, any text may match. */
type Hint = RegExp | undefined;

export function definePatterns<Row extends Pattern>(
  subject: string,
  patterns: Readonly<Record<string, Row>>,
): Patterns<Row> {
  const rows = Object.entries(patterns);
  return {
    subject,
    rows: rows.map(([id, pattern]) => [`${subject}.${id}`, pattern, rows.length === 1 ? undefined : hintOf(pattern)]),
    hint: hintOf(...rows.map(([, pattern]) => pattern)),
  };
}

/** One expression for all keywords takes a fraction of the time of looking for one after the other. */
export function hintOf(...patterns: readonly Pick<Pattern, 'keywords'>[]): Hint {
  const isSure = patterns.every(({ keywords }) => keywords !== undefined);
  const words = patterns.flatMap(({ keywords = [] }) => keywords);
  return isSure
    ? new RegExp([...new Set(words)].map((word) => word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|'))
    : undefined;
}

/** A text that many rows read. It is turned to lower case once for all of them. */
export class ReadText {
  readonly text: string;
  #lower: string | undefined;

  constructor(text: string) {
    this.text = text;
  }

  mayMatch(hint: Hint): boolean {
    return hint === undefined || hint.test((this.#lower ??= this.text.toLowerCase()));
  }
}

export function endsOf(text: string, characters: number): string {
  return text.length <= 2 * characters ? text : `${text.slice(0, characters)}\n${text.slice(-characters)}`;
}

function readingOf(text: string | ReadText): ReadText {
  return typeof text === 'string' ? new ReadText(text) : text;
}

export function matchOf({ rows, hint: ofAll }: Patterns, text: string | ReadText): PatternId | undefined {
  const read = readingOf(text);
  if (read.mayMatch(ofAll)) {
    for (const [id, { match }, hint] of rows) {
      if (read.mayMatch(hint) && match.test(read.text)) {
        return id;
      }
    }
  }
  return undefined;
}

export function matches(patterns: Patterns, text: string | ReadText): boolean {
  return matchOf(patterns, text) !== undefined;
}

export function withoutParts({ rows, hint: ofAll }: Patterns<Part>, text: string | ReadText): string {
  const read = readingOf(text);
  return read.mayMatch(ofAll)
    ? rows.reduce(
        (left, [, part, hint]) => (read.mayMatch(hint) ? left.replace(part.match, part.placeholder) : left),
        read.text,
      )
    : read.text;
}

export function groupsIn({ rows }: Patterns, text: string): readonly (string | undefined)[] | undefined {
  const found = rows.map(([, { match }]) => match.exec(text)).find((groups) => groups !== null);
  return found?.slice(1);
}

/** Finds all that any of the rows matches, from left to right. If several match, the first row does. */
export function anyOf({ rows }: Patterns): RegExp {
  return new RegExp(rows.map(([, { match }]) => match.source).join('|'), 'g');
}
