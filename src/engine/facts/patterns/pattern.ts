/** One thing that a text may say, and how we know. */
export interface Pattern {
  /** In lower case. One of them stands in each text that matches. Empty where no word is sure. */
  readonly keywords: readonly string[];
  readonly match: RegExp;
  /** What a match decides. */
  readonly says: string;
  readonly examples: readonly [string, ...string[]];
  /** Texts that look similar and must not match. */
  readonly not: readonly [string, ...string[]];
  /** The agents or programs that print it. */
  readonly from: readonly [string, ...string[]];
  /** Why it stays although few sources show it. */
  readonly because?: string;
}

/** A part of a text that does not count, and what is written in its place. */
export interface Part extends Pattern {
  readonly placeholder: string;
}

/** Names a row in the documents, in evaluations, and in explanations: `failureBeginning.error`. */
export type PatternId = `${string}.${string}`;

/** The rows of one subject, in the order in which they are tried. */
export interface Patterns<Row extends Pattern = Pattern> {
  readonly subject: string;
  readonly rows: readonly (readonly [id: PatternId, pattern: Row])[];
}

/** Names the rows of a subject. */
export function definePatterns<Row extends Pattern>(
  subject: string,
  patterns: Readonly<Record<string, Row>>,
): Patterns<Row> {
  return { subject, rows: Object.entries(patterns).map(([id, pattern]) => [`${subject}.${id}`, pattern]) };
}

/** A text that many rows read. It is turned to lower case once for all of them. */
export class ReadText {
  readonly text: string;
  #lower: string | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Whether the row can match at all. */
  mayMatch({ keywords }: Pattern): boolean {
    if (keywords.length === 0) {
      return true;
    }
    const lower = (this.#lower ??= this.text.toLowerCase());
    return keywords.some((keyword) => lower.includes(keyword));
  }
}

/** The first row that matches a text. */
export function matchOf({ rows }: Patterns, text: string | ReadText): PatternId | undefined {
  const read = typeof text === 'string' ? new ReadText(text) : text;
  return rows.find(([, pattern]) => read.mayMatch(pattern) && pattern.match.test(read.text))?.[0];
}

/** Whether any row matches a text. */
export function matches(patterns: Patterns, text: string | ReadText): boolean {
  return matchOf(patterns, text) !== undefined;
}

/** The text with placeholders in place of the parts that match. */
export function withoutParts({ rows }: Patterns<Part>, text: string): string {
  const read = new ReadText(text);
  return rows.reduce(
    (left, [, part]) => (read.mayMatch(part) ? left.replace(part.match, part.placeholder) : left),
    text,
  );
}

/** What the groups of the first row hold that matches a text. */
export function groupsIn({ rows }: Patterns, text: string): readonly (string | undefined)[] | undefined {
  const found = rows.map(([, { match }]) => match.exec(text)).find((groups) => groups !== null);
  return found?.slice(1);
}

/** Finds all that any of the rows matches, from left to right; where several match, the first row does. */
export function anyOf({ rows }: Patterns): RegExp {
  return new RegExp(rows.map(([, { match }]) => match.source).join('|'), 'g');
}
