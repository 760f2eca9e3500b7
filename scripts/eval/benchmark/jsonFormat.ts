import type * as z from 'zod';
import type { Format, RecordedCall } from './recordedCall';

/** A file with one or several runs as JSON. @param callsOf the session with an ID; undefined if the file has none */
export const jsonFormat = <Runs>(
  schema: z.ZodType<Runs>,
  fileOf: (id: string) => string,
  callsOf: (runs: Runs, id: string) => RecordedCall[] | undefined,
): Format => ({
  fileOf,
  read: (text) => {
    const runs = schema.parse(JSON.parse(text));
    return (id) => callsOf(runs, id);
  },
});
