/** What is loaded only where telemetry is switched on: the one program that opens a connection to another machine. */
export { openMeter } from './node/telemetry/otlpMeter';
