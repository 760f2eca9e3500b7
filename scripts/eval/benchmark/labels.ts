/**
 * What the repository holds of the recorded sessions: where they are, and what its readers say of them. No text of a
 * session is in it.
 */
import * as z from 'zod';

const index = z.number().int().nonnegative();
const commit = z.string().regex(/^[0-9a-f]{40}$/);
const name = z.string().regex(/^[\w.-]{1,60}$/);
/** Names of runs, tasks and files; other characters in them are encoded as in an address. */
const sessionId = z.string().regex(/^(?:[\w.,:/[\]-]|%[0-9A-F]{2}){1,200}$/);

/** A session's ID as the files here hold it. */
export function encodedId(id: string): string {
  return id.replace(/[^\w.,:/[\]-]/g, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

/** A session's ID as its recording has it. */
export const decodedId = (id: string): string => decodeURIComponent(id);

/** One line of `labels.jsonl`: a span of a session that was read call by call. */
export const labelSchema = z.strictObject({
  ep: name,
  source: name,
  id: sessionId,
  start: index,
  end: index,
  label: z.enum(['stuck', 'progress', 'polling', 'user-driven', 'parallel', 'unclear']),
  from: index.optional(),
  to: index.optional(),
  since: index.optional(),
  kind: z.enum(['exact', 'cycle', 'similar', 'same-error', 'same-result']).optional(),
  worth: z.enum(['warn', 'stop']).optional(),
  /** `firing`: it was read because a detector fired there, so it says how often that was right, and nothing else. */
  found: z.enum(['firing']).optional(),
  tag: z
    .enum([
      'wait',
      'reread',
      'edit-fail',
      'test-loop',
      'search',
      'todo',
      'subagent',
      'paging',
      'debug',
      'guess-flags',
      'other',
    ])
    .optional(),
  /** Who read and labelled it: a language model, or a person. */
  by: z.enum(['model', 'person']),
});

export type PublishedLabel = z.output<typeof labelSchema>;

/** One line of `sessions.jsonl`: which session, where its file is if its id does not tell, and how to know it again. */
export const sessionSchema = z.strictObject({
  source: name,
  id: sessionId,
  /** The model, where a folder of sessions that was brought by `--fetch` would not tell. */
  model: z
    .string()
    .regex(/^[\w.:@-]{1,60}$/)
    .optional(),
  calls: index,
  fingerprint: z.string().regex(/^[0-9a-f]{12}$/),
  /** Spans that some broad repetition rule found, first and last call. Calls outside of them are clean. */
  candidates: z.array(z.tuple([index, index])).optional(),
  /**
   * Commits and paths of the files that hold the session, where its id does not tell. Several: it was published in
   * parts, in this order.
   */
  places: z.array(z.tuple([commit, z.string().regex(/^[\w./-]{1,200}$/)])).optional(),
});

export type PublishedSession = z.output<typeof sessionSchema>;

/** `sources.json`: the repositories that publish the sessions, by data set and source. */
export const sourcesSchema = z.record(
  name,
  z.strictObject({
    /** How long texts of the set are cut. */
    cut: z.string(),
    /** Whether all sessions were read from end to end, so that every firing outside a loop is wrong. */
    whole: z.boolean(),
    sources: z.record(
      name,
      z.strictObject({
        /** `owner/name` on GitHub; several when the ids begin with it. */
        repositories: z.array(z.string().regex(/^[\w.-]+\/[\w.-]+$/)).min(1),
        licence: z.string().regex(/^[\w.-]+$/),
        commit: commit.optional(),
        format: name,
        cut: z.string().optional(),
      }),
    ),
  }),
);

export type Sources = z.output<typeof sourcesSchema>;
