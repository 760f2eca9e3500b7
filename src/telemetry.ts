/** Loaded only where telemetry is switched on, because only this connects to another machine. */
export { openMeter } from './node/telemetry/otlpMeter';
