/** What the repository contains about recorded sessions: where they are, and their labels, but none of their text. */
import * as z from 'zod';

const index = z.number().int().nonnegative();
const commit = z.string().regex(/^[0-9a-f]{40}$/);
const name = z.string().regex(/^[\w.-]{1,60}$/);
/** Names of runs, tasks, and files; other characters are encoded as in a URL. */
const sessionId = z.string().regex(/^(?:[\w.,:/[\]-]|%[0-9A-F]{2}){1,200}$/);

export function encodedId(id: string): string {
  return id.replace(/[^\w.,:/[\]-]/g, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

export const decodedId = (id: string): string => decodeURIComponent(id);

/** A line of `labels.jsonl`: a span of a session that was read call by call. */
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
  /** `firing`: read because a detector fired there, so it only says how often that was right. */
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
  by: z.enum(['model', 'person']),
});

export type PublishedLabel = z.output<typeof labelSchema>;

/** A line of `sessions.jsonl`: where a session's file is if its ID doesn't say, and how to recognize it. */
export const sessionSchema = z.strictObject({
  source: name,
  id: sessionId,
  /** If a folder of sessions from `--fetch` doesn't contain it. */
  model: z
    .string()
    .regex(/^[\w.:@-]{1,60}$/)
    .optional(),
  calls: index,
  fingerprint: z.string().regex(/^[0-9a-f]{12}$/),
  /** First and last calls of spans that a broad repetition rule found. Calls outside them are clean. */
  candidates: z.array(z.tuple([index, index])).optional(),
  /** Commits and paths of the session's files, if its ID doesn't say; several if it was published in parts. */
  places: z.array(z.tuple([commit, z.string().regex(/^[\w./-]{1,200}$/)])).optional(),
});

export type PublishedSession = z.output<typeof sessionSchema>;

/** `sources.json`: the repositories with the sessions, by data set and source. */
export const sourcesSchema = z.record(
  name,
  z.strictObject({
    cut: z.string(),
    /** Whether all sessions were read from end to end, so any firing outside a loop is wrong. */
    whole: z.boolean(),
    sources: z.record(
      name,
      z.strictObject({
        /** `owner/name` on GitHub; several if IDs begin with it. */
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
