/** Values that lie deeper, and values with more parts, are not written as text. */
const MOST_DEPTH = 8;

/** A share of the text that may differ from the anchor; otherwise the text becomes an anchor itself. */
const MOST_DIFFERENT = 0.5;

const TWO_BYTES = /[^\u0000-\u00ff]/;

/**
 * Arguments as JSON, of which only the part is kept that differs from the arguments of an earlier call, the anchor.
 * Calls that are found to be alike differ in little, so a row of them takes hardly more memory than one of them.
 */
export class ArgumentText {
  /** About how much memory it takes without its anchor. */
  readonly bytes: number;

  private constructor(
    /** Many calls share it. */
    readonly anchor: string,
    private readonly start: number,
    private readonly middle: string,
    private readonly end: number,
  ) {
    this.bytes = OBJECT_BYTES + bytesOf(middle);
  }

  /**
   * Writes arguments as text.
   * @param anchor of an earlier call; undefined: there is none
   * @returns undefined for arguments that the text would not give back as they are
   */
  static of(value: unknown, anchor: string | undefined): ArgumentText | undefined {
    if (!isPlain(value, 0)) {
      return undefined;
    }
    const text = JSON.stringify(value);
    if (anchor === undefined) {
      return new ArgumentText(text, text.length, '', 0);
    }
    const most = Math.min(anchor.length, text.length);
    let start = 0;
    while (start < most && anchor.charCodeAt(start) === text.charCodeAt(start)) {
      start++;
    }
    let end = 0;
    while (
      end < most - start &&
      anchor.charCodeAt(anchor.length - 1 - end) === text.charCodeAt(text.length - 1 - end)
    ) {
      end++;
    }
    const differing = text.length - start - end;
    return differing > MOST_DIFFERENT * text.length
      ? new ArgumentText(text, text.length, '', 0)
      : new ArgumentText(anchor, start, flat(text.slice(start, text.length - end)), end);
  }

  /** The arguments, as a new value. */
  get value(): unknown {
    const { anchor, start, middle, end } = this;
    return JSON.parse(anchor.slice(0, start) + middle + (end === 0 ? '' : anchor.slice(-end))) as unknown;
  }
}

const OBJECT_BYTES = 72;

/** About how much memory a text takes. */
export function bytesOf(text: string): number {
  return text.length * (TWO_BYTES.test(text) ? 2 : 1);
}

/** A part of a text would keep the whole text in memory. */
function flat(part: string): string {
  return part.length < SHORTEST_PART ? part : (JSON.parse(JSON.stringify(part)) as string);
}

/** Shorter parts are copied anyway. */
const SHORTEST_PART = 13;

/** JSON reads it back as it was. */
function isPlain(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      return value === null || (depth < MOST_DEPTH && hasPlainFields(value, depth));
    default:
      return false;
  }
}

function hasPlainFields(value: object, depth: number): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    return (
      prototype === Array.prototype &&
      Object.keys(value).length === value.length &&
      value.every((item: unknown) => isPlain(item, depth + 1))
    );
  }
  return prototype === Object.prototype && Object.values(value).every((field) => isPlain(field, depth + 1));
}
