import { join } from 'node:path';
import { appendToOwnFile } from '../files/ownFile';
import { shortText } from '../files/shortText';

/** For runs that nobody watches; starts over at this size. */
const STOPS_LOG = 'stops.log';
const MAX_LOG_BYTES = 64 * 1024;

export interface NotedStop {
  readonly atMs: number;
  readonly text: string;
}

/** Never throws. */
export function noteStop(stateFolder: string, { atMs, text }: NotedStop): void {
  try {
    appendToOwnFile(join(stateFolder, STOPS_LOG), `${new Date(atMs).toISOString()} ${text}\n`, MAX_LOG_BYTES);
  } catch {
    // The run is stopped anyway, and the model and the exit code say so.
  }
}

/** The oldest first. Never throws. */
export function notedStops(stateFolder: string): readonly NotedStop[] {
  const lines = shortText(join(stateFolder, STOPS_LOG), 2 * MAX_LOG_BYTES).split('\n');
  return lines.flatMap((line) => {
    const [when = '', ...words] = line.split(' ');
    const atMs = Date.parse(when);
    return Number.isNaN(atMs) ? [] : [{ atMs, text: words.join(' ') }];
  });
}

export function localTime(atMs: number): string {
  return new Date(atMs).toLocaleString();
}

/** At local time; equal stops are one line with the time of the last one. */
export function stopLines(stops: readonly NotedStop[]): readonly string[] {
  const texts = [...new Set(stops.map(({ text }) => text))];
  return texts.map((text) => {
    const equal = stops.filter((stop) => stop.text === text);
    const times = equal.length > 1 ? `, ${equal.length} times` : '';
    return `${localTime(equal.at(-1)?.atMs ?? 0)} ${text}${times}`;
  });
}
