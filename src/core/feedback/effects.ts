import type { CallAddress } from '../timeline/callAddress';
import type { TimelineCall } from '../timeline/timelineCall';
import type { CallCount } from '../replay/counts';
import type { Remedy } from './remedy';
import type { SettingsChange } from './settingsChange';
import type { Trial } from './trial';

/** Replays cost time: how many calls of all conversations are looked at, the latest conversations first. */
const MOST_CALLS = 20_000;

/** Tells what else a change of settings would have changed in the recordings at hand. */
export class Effects {
  readonly #before: { readonly recording: CallCount; readonly trial: Trial; readonly fired: ReadonlySet<number> }[] =
    [];

  /**
   * @param recordings each with the trial that knows its circumstances, the latest conversation first
   * @param except the calls the change is made for
   */
  constructor(
    recordings: Iterable<readonly [CallCount, Trial]>,
    private readonly except: readonly TimelineCall[],
  ) {
    let calls = 0;
    for (const [recording, trial] of recordings) {
      calls += recording.calls.length;
      if (calls > MOST_CALLS && this.#before.length > 0) {
        break;
      }
      this.#before.push({ recording, trial, fired: new Set(trial.firings(recording, []).keys()) });
    }
  }

  of(changes: readonly SettingsChange[]): Pick<Remedy, 'vanishing' | 'appearing'> {
    const vanishing: CallAddress[] = [];
    const appearing: CallAddress[] = [];
    for (const { recording, trial, fired } of this.#before) {
      const now = trial.firings(recording, changes);
      recording.calls.forEach((call, index) => {
        if (this.except.includes(call) || fired.has(index) === now.has(index)) {
          return;
        }
        const address = { conversationId: recording.conversationId, number: call.number };
        if (now.has(index)) {
          appearing.push(address);
        } else if (call.detection !== undefined) {
          vanishing.push(address);
        }
      });
    }
    return { vanishing, appearing };
  }
}
