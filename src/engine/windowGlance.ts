import { ANSWERED, FAILED, HAS_CAUSE, SUCCEEDED } from './callFlags';
import type { CallRows } from './callRows';
import { lowerBits } from './digestBits';
import { ANSWER, SHAPE } from './rowFields';
import type { WindowEntry } from './window';

/**
 * What the numbers of a window tell of it without its calls. Each answer may be yes where a closer look would say no,
 * never the other way round.
 */
export class WindowGlance {
  constructor(private readonly rows: CallRows) {}

  /** Some answer says that something runs. */
  get hasRunning(): boolean {
    return this.rows.hasRunning;
  }

  /**
   * Some answer says that something runs, or a call may have taken long: without that nothing waits.
   * @param nextMs when the next call is made
   */
  mayBeWaitedFor(nextMs: number): boolean {
    return this.rows.hasRunning || this.rows.hasSlow(nextMs);
  }

  /** Where the newest call with this key lies; -1 when there is none. */
  newestOf(key: number): number {
    return this.rows.findKey(key);
  }

  /** The round of the newest call; undefined when there is none. */
  get newestRound(): number | undefined {
    const { length } = this.rows;
    return length === 0 ? undefined : this.rows.round(length - 1);
  }

  /** The two newest calls of the tool in rounds of their own were answered alike. */
  areNewestAlike(tool: string, round: number): boolean {
    const { rows } = this;
    const number = rows.nameNumber(tool);
    const last = this.#newestOfTool(number, round, rows.length);
    let before = last;
    do {
      before = this.#newestOfTool(number, round, before);
    } while (before >= 0 && rows.round(before) === rows.round(last));
    return before >= 0 && this.#areAlike(last, before);
  }

  /** The two newest calls have the same answer. */
  get isAnswerRepeated(): boolean {
    const { rows } = this;
    const last = rows.length - 1;
    return (
      last > 0 &&
      rows.is(last, ANSWERED) &&
      rows.is(last - 1, ANSWERED) &&
      rows.number(last, ANSWER) === rows.number(last - 1, ANSWER)
    );
  }

  /** The newest call of the tool in another round failed or found nothing. */
  hasFailed(tool: string, round: number): boolean {
    const at = this.#newestOfTool(this.rows.nameNumber(tool), round, this.rows.length);
    return at >= 0 && (this.rows.flags(at) & (ANSWERED | SUCCEEDED)) === ANSWERED;
  }

  /** The newest answered call of the tool in another round may have taken long. */
  hasBlocked({ tool, round, atMs }: Pick<WindowEntry, 'tool' | 'round' | 'atMs'>): boolean {
    const { rows } = this;
    const number = rows.nameNumber(tool);
    let at = this.#newestOfTool(number, round, rows.length);
    while (at >= 0 && !rows.is(at, ANSWERED)) {
      at = this.#newestOfTool(number, round, at);
    }
    return at >= 0 && rows.isSlow(at, atMs);
  }

  /** The newest answers, of any tool and of this one, name a cause. */
  namesCause(tool: string): boolean {
    const { rows } = this;
    const number = rows.nameNumber(tool);
    let isNewest = true;
    let roundOfTool: number | undefined;
    for (let at = rows.length - 1; at >= 0; at--) {
      const flags = rows.flags(at);
      if ((flags & ANSWERED) === 0) {
        continue;
      }
      if (roundOfTool === undefined && rows.tool(at) === number) {
        roundOfTool = rows.round(at);
      }
      const round = rows.round(at);
      if ((isNewest || round === roundOfTool) && (flags & HAS_CAUSE) !== 0) {
        return true;
      }
      if (roundOfTool !== undefined && round < roundOfTool) {
        return false;
      }
      isNewest = false;
    }
    return false;
  }

  /** Some call reads or changes this. */
  hasTopic(topic: string): boolean {
    return this.rows.mayHaveTopic(lowerBits(topic));
  }

  #newestOfTool(tool: number, round: number, before: number): number {
    const { rows } = this;
    let at = tool < 0 ? -1 : rows.findTool(tool, before);
    while (at >= 0 && rows.round(at) === round) {
      at = rows.findTool(tool, at);
    }
    return at;
  }

  #areAlike(a: number, b: number): boolean {
    const { rows } = this;
    const [first, second] = [rows.flags(a), rows.flags(b)];
    const same = ANSWERED | SUCCEEDED | FAILED;
    if ((first & ANSWERED) === 0 || (first & same) !== (second & same)) {
      return false;
    }
    const column = (first & FAILED) === 0 ? ANSWER : SHAPE;
    return rows.number(a, column) === rows.number(b, column);
  }
}
