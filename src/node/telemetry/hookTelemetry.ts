import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { touchOwnFile } from '../files/ownFile';
import type { TelemetrySettings } from '../../core/settings/configuration';
import type { Measurement } from '../../core/telemetry/measurements';
import { type TelemetryModule, telemetryTarget } from './target';

const LIMIT_MILLISECONDS = 500;

/** After a failure, no hook tries again for this long: otherwise each of them would end later. */
const PAUSE_MILLISECONDS = 60_000;

const PAUSE_FILE = 'telemetry-paused';

/**
 * Sends one hook's counts after it has answered, in half a second at most; what can't be sent is lost. Never rejects.
 * @returns a line about a problem
 */
export async function sendFromHook(
  measurements: readonly Measurement[],
  settings: TelemetrySettings,
  {
    environment,
    folder,
    load,
  }: { environment: NodeJS.ProcessEnv; folder: string; load: () => Promise<TelemetryModule> },
): Promise<string | undefined> {
  const pause = join(folder, PAUSE_FILE);
  try {
    const target = telemetryTarget(settings, environment);
    const since = statSync(pause, { throwIfNoEntry: false })?.mtimeMs;
    const isPaused = since !== undefined && Math.abs(Date.now() - since) < PAUSE_MILLISECONDS;
    if (measurements.length === 0 || target === undefined || isPaused) {
      return undefined;
    }
    if (typeof target === 'string') {
      return target;
    }
    const faults: string[] = [];
    const { openMeter } = await load();
    const onFault = (text: string): void => void faults.push(text);
    const meter = openMeter({ target, limitMilliseconds: LIMIT_MILLISECONDS, onFault });
    meter.add(measurements);
    const late = delay(LIMIT_MILLISECONDS, 'late' as const);
    if ((await Promise.race([meter.close(), late])) === 'late' && faults.length === 0) {
      faults.push('Telemetry could not be sent in time.');
    }
    if (faults.length === 0) {
      rmSync(pause, { force: true });
      return undefined;
    }
    touchOwnFile(pause, Date.now());
    return faults[0];
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return `Telemetry could not be sent (${code ?? name}).`;
  }
}
