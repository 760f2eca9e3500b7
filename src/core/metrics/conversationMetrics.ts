import { BoundedMap } from '../../engine/values/boundedMap';
import type { FeedbackVerdict, ObservedEvent } from '../events/events';
import { isSameLoop } from '../../engine/rules/finding';
import type { DetectorId } from '../../engine/rules/registry';
import { emptyTally, type RunningTally, type MetricsTally, sumOf } from './tally';

/**
 * Calls that a stop saves, the blocked one included. In 70 labeled loops of recorded sessions that the defaults would
 * have ended, the median is 4 (`benchmark/FIGURES.md`). Less, because many recordings end at their own limit.
 */
export const CALLS_SAVED = 3;

const REMEMBERED_DETECTIONS = 200;

const REMEMBERED_AGENTS = 100;

/** Its calls are saved once, whether the model left it or the run was ended. */
interface CountedLoop {
  readonly detector: DetectorId;
  index: number;
  end: 'stopped' | 'recovered' | undefined;
  isSaved: boolean;
}

export class ConversationMetrics {
  #tally: MetricsTally = emptyTally();
  readonly #detections = new BoundedMap<string, { readonly loop: CountedLoop; isFine: boolean }>(REMEMBERED_DETECTIONS);
  /** By agent: each agent numbers its own calls. */
  readonly #lastLoops = new BoundedMap<string, CountedLoop>(REMEMBERED_AGENTS);

  get tally(): MetricsTally {
    return this.#tally;
  }

  /** What the event adds; undefined if it isn't counted. */
  note(event: ObservedEvent): MetricsTally | undefined {
    const news = emptyTally();
    switch (event.kind) {
      case 'recorded':
        if (event.call.moment !== undefined) {
          return undefined;
        }
        news.calls = 1;
        break;
      case 'detection':
        this.#found(event, news);
        break;
      case 'refused':
        news.refusedAfterwards = 1;
        break;
      case 'nudged':
        news.nudges = 1;
        break;
      case 'mitigated': {
        news.mitigations = 1;
        const { callId, action } = event.detection;
        const loop = this.#detections.get(callId)?.loop;
        if (loop?.end === undefined) {
          end(loop, 'recovered', news);
        }
        // A refused call would have run; nobody knows whether a nudged one would have come again.
        if (action !== 'nudge') {
          save(loop, true, news);
        }
        break;
      }
      case 'feedback':
        this.#reported(event.callId, event.verdict, news);
        break;
      case 'turn':
      case 'reset':
        this.#lastLoops.clear();
        break;
      default:
        return undefined;
    }
    this.#tally = sumOf(this.#tally, news);
    return news;
  }

  #found(
    { detection, entry, call: { agent = '' } }: Extract<ObservedEvent, { kind: 'detection' }>,
    news: RunningTally,
  ): void {
    const { action, finding, callId } = detection;
    if (action === 'continue') {
      return;
    }
    const known = this.#lastLoops.get(agent);
    const isNew = known === undefined || !isSameLoop(finding, known.index);
    const loop: CountedLoop = isNew
      ? { detector: finding.detector, index: entry.index, end: undefined, isSaved: false }
      : known;
    loop.index = entry.index;
    news.loops[finding.detector] += isNew ? 1 : 0;
    this.#lastLoops.set(agent, loop);
    this.#detections.set(callId, { loop, isFine: false });
    if (action === 'break') {
      end(loop, 'stopped', news);
      save(loop, true, news);
      [news.calls, news.stops] = [1, 1];
    } else if (action === 'chance') {
      [news.calls, news.chances] = [1, 1];
    } else {
      news.warnings = 1;
    }
  }

  /** The latest feedback counts. */
  #reported(callId: string, verdict: FeedbackVerdict, news: RunningTally): void {
    const isFine = verdict === 'fine';
    const known = this.#detections.get(callId);
    if ((known?.isFine ?? false) === isFine) {
      return;
    }
    news.reportedFine = isFine ? 1 : -1;
    if (known !== undefined) {
      known.isFine = isFine;
      if (isFine) {
        save(known.loop, false, news);
      }
    }
  }
}

/** A loop that the model had left, and that is stopped later, counts as stopped. */
function end(loop: CountedLoop | undefined, how: 'stopped' | 'recovered', news: RunningTally): void {
  if (loop === undefined || loop.end === 'stopped') {
    return;
  }
  if (loop.end === 'recovered') {
    news.loopsRecovered[loop.detector] -= 1;
  }
  news[how === 'stopped' ? 'loopsStopped' : 'loopsRecovered'][loop.detector] += 1;
  loop.end = how;
}

function save(loop: CountedLoop | undefined, isSaved: boolean, news: RunningTally): void {
  if (loop !== undefined && loop.isSaved !== isSaved) {
    loop.isSaved = isSaved;
    news.savedCalls += isSaved ? CALLS_SAVED : -CALLS_SAVED;
  }
}
