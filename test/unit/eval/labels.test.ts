import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { labelSchema, sessionSchema, sourcesSchema } from '../../../scripts/eval/benchmark/labels';

const FOLDER = resolve(__dirname, '../../../benchmark');
const sources = sourcesSchema.parse(JSON.parse(readFileSync(join(FOLDER, 'sources.json'), 'utf8')));
const SETS = Object.keys(sources);

const lines = (set: string, file: string): unknown[] =>
  readFileSync(join(FOLDER, set, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

describe('the labels in the repository', () => {
  for (const set of SETS) {
    it(`contain no text of a session: ${set}`, () => {
      // The schemas are strict: they refuse other fields, and values with spaces.
      lines(set, 'labels.jsonl').forEach((line) => labelSchema.parse(line));
      lines(set, 'sessions.jsonl').forEach((line) => sessionSchema.parse(line));
    });

    it(`have spans that exist in their sessions: ${set}`, () => {
      const calls = new Map(
        lines(set, 'sessions.jsonl').map((line) => {
          const session = sessionSchema.parse(line);
          assert.ok(sources[set]?.sources[session.source], session.source);
          return [`${session.source} ${session.id}`, session.calls];
        }),
      );
      for (const line of lines(set, 'labels.jsonl')) {
        const { ep, source, id, start, end, label, from, to, since } = labelSchema.parse(line);
        assert.ok(start <= end && end < (calls.get(`${source} ${id}`) ?? 0), ep);
        assert.equal(
          label === 'stuck',
          [from, to, since].every((index) => index !== undefined),
          ep,
        );
      }
    });
  }
});
