import { parseArguments } from '../../engine/values/canonical';
import type { Firing } from '../../engine/replay';
import { replayUnder, type SessionOptions } from '../replay/replayUnder';
import type { Configuration } from '../settings/configuration';
import { parseConfiguration, type RawSettings } from '../settings/parse';
import { operationOf, resolveSettings } from '../settings/resolve';
import type { EngineSettings } from '../../engine/rules/settings';
import type { Hash } from '../../engine/facts/signature';
import type { TimelineCall } from '../timeline/timelineCall';
import type { CallCount } from '../replay/counts';
import { isPossible, type SettingsChange, withChanges } from './settingsChange';

/** Plays recorded calls under settings that were changed on trial. */
export class Trial {
  constructor(
    readonly settings: RawSettings,
    private readonly hash: Hash,
    private readonly session: SessionOptions,
  ) {}

  /** False when a change would throw away what a person wrote. */
  isPossible(changes: readonly SettingsChange[]): boolean {
    return changes.every((change) => isPossible(this.settings.user ?? {}, change));
  }

  configuration(changes: readonly SettingsChange[]): Configuration {
    return parseConfiguration({ ...this.settings, user: withChanges(this.settings.user ?? {}, changes) });
  }

  /** The settings by which a call would be judged. */
  effective(call: TimelineCall, changes: readonly SettingsChange[]): EngineSettings {
    const configuration = this.configuration(changes);
    const operation = operationOf(configuration, call.name, parseArguments(call.arguments));
    const names = operation === undefined ? [call.name] : [`${call.name}:${operation}`, call.name];
    return resolveSettings(configuration, this.session.overrides ?? {}, names, this.session.model).values;
  }

  /** What would be found, by place of the call in the recording. */
  firings({ recorded }: CallCount, changes: readonly SettingsChange[]): Map<number, Firing> {
    return new Map(
      replayUnder(recorded, this.configuration(changes), this.hash, this.session).map((firing) => [
        firing.index,
        firing,
      ]),
    );
  }

  /** The first of these calls in which something would be found. */
  firstFiring(
    recording: CallCount,
    calls: readonly TimelineCall[],
    changes: readonly SettingsChange[],
  ): Firing | undefined {
    const last = Math.max(...calls.map((call) => recording.calls.indexOf(call)));
    const firings = this.firings({ ...recording, recorded: recording.recorded.slice(0, last + 1) }, changes);
    return calls.map((call) => firings.get(recording.calls.indexOf(call))).find((firing) => firing !== undefined);
  }
}
