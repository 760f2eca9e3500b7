import { memberName, objectOf } from './settingObjects';

type Raw = Readonly<Record<string, unknown>>;

/** One setting that is to become another value; undefined takes it away. */
interface TidyChange {
  readonly path: readonly [string];
  readonly value: unknown;
}

/**
 * What writes a person's old settings as they are offered now, with the same effect. What has no place of its own any
 * more, or would mean something else there, stays as it is.
 * @param own the settings as they are written in settings.json, without their section
 */
export function tidyChanges(own: Raw): TidyChange[] {
  const changed = new Map<string, unknown>();
  const valueOf = (name: string): unknown => (changed.has(name) ? changed.get(name) : own[name]);
  for (const [name, value] of Object.entries(own)) {
    const object = objectOf(name);
    const members = object === undefined ? undefined : (valueOf(object.name) ?? {});
    if (object !== undefined && isRecord(members)) {
      // Where both are written, the object is what counts.
      changed.set(object.name, { [memberName(name)]: value, ...members });
      changed.set(name, undefined);
    } else if (name === 'repeatingText' && typeof value === 'boolean') {
      changed.set(name, undefined);
      if (!value) {
        changed.set('maxTextRepetitions', 0);
      }
    } else if (name === 'telemetryEndpoint' && typeof value === 'string' && own['telemetry'] === 'otlp') {
      changed.set(name, undefined);
      if (value !== '') {
        changed.set('telemetry', value);
      }
    }
  }
  return [...changed].map(([name, value]) => ({ path: [name], value }));
}

function isRecord(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
