import { BoundedMap } from '../../engine/values/boundedMap';
import type { ObservedEvent } from '../events/events';
import { loopsOf, type MetricsTally } from './tally';

/** Tools beyond these are forgotten, the one unused for longest first. */
const REMEMBERED_TOOLS = 200;

/** What was counted for one tool. */
export interface ToolCount {
  /** With its operation, if it has one. */
  readonly tool: string;
  readonly calls: number;
  readonly loops: number;
}

/** Counts for each tool. In memory only: names of tools are not stored. */
export class ToolCounts {
  readonly #counts = new BoundedMap<string, ToolCount>(REMEMBERED_TOOLS);

  /** Those with most loops first, then those with most calls. */
  get all(): readonly ToolCount[] {
    return [...this.#counts.values()].toSorted(
      (one, other) => other.loops - one.loops || other.calls - one.calls || one.tool.localeCompare(other.tool),
    );
  }

  /** @param difference what the event has added to the tally of its conversation */
  note(event: ObservedEvent, difference: MetricsTally): void {
    if ((event.kind !== 'recorded' && event.kind !== 'detection') || event.call.moment !== undefined) {
      return;
    }
    const { tool } = event.entry;
    const known = this.#counts.get(tool) ?? { tool, calls: 0, loops: 0 };
    this.#counts.set(tool, {
      tool,
      calls: known.calls + difference.calls,
      loops: known.loops + loopsOf(difference),
    });
  }

  clear(): void {
    this.#counts.clear();
  }
}
