import type { Measurement } from '../../core/telemetry/measurements';
import type { TelemetryTarget } from './target';

export interface Meter {
  add(measurements: readonly Measurement[]): void;
  /** Sends what has not been sent and ends. Never rejects. */
  close(): Promise<void>;
}

export interface MeterOptions {
  readonly target: TelemetryTarget;
  readonly version?: string | undefined;
  /** Set for a process that lives for one hook: how long sending may take. */
  readonly limitMilliseconds?: number | undefined;
  /** Told in one line, without any address, when sending begins to fail. */
  readonly onFault: (text: string) => void;
}

/** What dist/telemetry.js gives, which holds the packages of OpenTelemetry and is loaded only where it is needed. */
export interface TelemetryModule {
  readonly openMeter: (options: MeterOptions) => Meter;
}
