// `npm run case -- RECORDING [--session ID] [--from N] [--to N] [--expect none|warn:N|stop:N] [--title TEXT]`: makes a
// test of what the guard does in a recording, or should do. A recording is a file from *Save Chat…* or a session log
// that `tool-loop-guard replay` reads. The test is a small file in test/cases without secrets.
import { createReadStream, existsSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { maskText, maskValue } from '../src/core/words/secrets/mask';
import { replayUnder } from './replayUnder';
import { parseConfiguration } from '../src/core/settings/parse';
import { parseArguments } from '../src/engine/values/canonical';
import { isRecord } from '../src/engine/values/fields';
import { outcomeText } from '../src/engine/facts/outcome';
import type { RecordedCall } from '../src/engine/replay';
import { digestOf } from '../src/node/files/hash';
import type { RecordedSession } from '../src/node/logs/recordedSession';
import { readSessions } from './readSessions';
import { traceSession } from '../src/node/logs/trace';

const FOLDER = 'test/cases';

/** Only the beginning and end of longer results are kept, because patterns read nothing else. */
const END_CHARACTERS = 1000;
/** Longer texts in arguments are cut and distinguished by a digest. */
const ARGUMENT_CHARACTERS = 2000;
const DIGEST_CHARACTERS = 12;

/** Nothing, a first warning without a stop, or a stop, at a call counted from 1. */
export type CaseEffect = 'none' | `warn:${number}` | `stop:${number}`;

/** Without title and effect, a line of a trace. */
export interface Case {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly expect: CaseEffect;
  readonly calls: readonly object[];
}

export function effectOf(calls: readonly RecordedCall[]): CaseEffect {
  const firings = replayUnder(calls, parseConfiguration({}), digestOf);
  const stop = firings.find(({ severity }) => severity === 'block');
  const [first] = firings;
  return stop !== undefined ? `stop:${stop.index + 1}` : first === undefined ? 'none' : `warn:${first.index + 1}`;
}

/** @throws Error if it isn't a case */
export function callsOf(value: unknown): readonly RecordedCall[] {
  const session = traceSession(value, 'case', 1);
  if ('reason' in session) {
    throw new Error(`The case ${session.reason}`);
  }
  return session.calls;
}

function parseEffect(text: string): CaseEffect {
  if (!/^(?:none|(?:warn|stop):[1-9]\d*)$/.test(text)) {
    throw new Error(`--expect is "${text}", but has to be none, warn:N, or stop:N, with the number of a call.`);
  }
  return text as CaseEffect;
}

/**
 * Makes a case of a part of a session. Secrets are masked, names of people in paths replaced, and long texts cut, but
 * digests keep equal texts equal.
 * @param from number of the first call, from 1 @param expect by default, what the guard does
 */
function caseOf(
  session: RecordedSession,
  { from = 1, to = session.calls.length, title = '', expect }: Partial<CaseOptions>,
): Case {
  const calls = session.calls.slice(from - 1, to);
  if (calls.length === 0) {
    throw new Error(`The session has ${session.calls.length} calls, so there are none from ${from} to ${to}.`);
  }
  const startMs = calls[0]?.atMs ?? 0;
  return {
    id: shortened(digestOf(session.id)),
    title,
    source: session.source,
    expect: expect ?? effectOf(calls),
    calls: calls.map((call) => caseCall(call, startMs)),
  };
}

interface CaseOptions {
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly expect: CaseEffect;
}

function caseText({ calls, ...head }: Case): string {
  const lines = calls.map((call) => `    ${JSON.stringify(call)}`).join(',\n');
  return `${JSON.stringify(head, undefined, 2).slice(0, -2)},\n  "calls": [\n${lines}\n  ]\n}\n`;
}

function caseCall(call: RecordedCall, startMs: number): object {
  const { outcome, doneMs, afterUserMessage, round, agent } = call;
  const given = parseArguments(call.arguments);
  return {
    name: call.tool,
    arguments: marked(given, maskValue(given)),
    signs: call.facts,
    moment: call.moment,
    ...(outcome !== undefined && {
      result: call.result === undefined ? undefined : resultText(outcomeText(call.result)),
      resultSha: shortened(outcome.digest),
      resultNorm: shortened(outcome.shapeDigest),
      resultLen: outcome.length,
      isError: outcome.isError || undefined,
    }),
    userTurnBefore: afterUserMessage || undefined,
    turn: round === undefined ? undefined : shortened(digestOf(round)),
    agent: agent === undefined ? undefined : shortened(digestOf(agent)),
    timestamp: call.atMs - startMs,
    doneAt: doneMs === undefined ? undefined : doneMs - startMs,
  };
}

/** A digest after a masked or cut text keeps different texts different. */
function marked(value: unknown, masked: unknown): unknown {
  if (typeof value === 'string') {
    const text = withoutPeople(String(masked));
    const isWhole = masked === value && text.length <= ARGUMENT_CHARACTERS;
    return isWhole ? text : `${text.slice(0, ARGUMENT_CHARACTERS)} #${shortened(digestOf(value))}`;
  }
  if (Array.isArray(value) && Array.isArray(masked)) {
    return masked.map((item, at) => marked(value[at], item));
  }
  if (isRecord(value) && isRecord(masked)) {
    const names = Object.keys(value);
    return Object.fromEntries(
      Object.entries(masked).map(([name, field], at) => [name, marked(value[names[at] ?? ''], field)]),
    );
  }
  return masked;
}

/** Masks before cutting, so no half of a secret is left. */
function resultText(text: string): string {
  const parts =
    text.length <= 2 * END_CHARACTERS ? [text] : [text.slice(0, 2 * END_CHARACTERS), text.slice(-2 * END_CHARACTERS)];
  const [begin = '', end] = parts.map((part) => withoutPeople(maskText(part)));
  return end === undefined ? begin : `${begin.slice(0, END_CHARACTERS)}\n…\n${end.slice(-END_CHARACTERS)}`;
}

/** Home folders have the names of people. */
function withoutPeople(text: string): string {
  return text
    .replace(/\/(?:home|Users)\/[^/\s"'`:]+/g, '/Users/me')
    .replace(/\b([A-Z]:\\{1,2}Users\\{1,2})[^\\\s"'`:]+/g, '$1me');
}

function shortened(digest: string): string {
  return digest.slice(0, DIGEST_CHARACTERS);
}

async function main(given: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      session: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      expect: { type: 'string' },
      title: { type: 'string' },
    },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) {
    throw new Error('Name one recording: a file of Save Chat…, or a session log.');
  }
  const session = await sessionIn(file, values.session);
  const title = values.title ?? basename(file, extname(file));
  const options = {
    title,
    ...(values.from !== undefined && { from: Number(values.from) }),
    ...(values.to !== undefined && { to: Number(values.to) }),
    ...(values.expect !== undefined && { expect: parseEffect(values.expect) }),
  };
  const made = caseOf(session, options);
  const path = newPath(title);
  writeFileSync(path, caseText(made));
  const calls = session.calls.slice((options.from ?? 1) - 1, options.to);
  const [recorded, now] = [effectOf(calls), effectOf(callsOf(made))];
  console.log(`${path}: ${made.calls.length} calls, expected ${made.expect}, now ${now}`);
  console.log('Read the file before you share it: only what looks like a secret is masked.');
  if (recorded !== now) {
    console.error(`The recording itself gives ${recorded}: a text that was cut or masked decides here.`);
    return 1;
  }
  return 0;
}

async function sessionIn(file: string, id: string | undefined): Promise<RecordedSession> {
  const sessions: RecordedSession[] = [];
  for await (const session of readSessions(createReadStream(file), file)) {
    if (!('reason' in session) && (id === undefined || session.id === id)) {
      sessions.push(session);
    }
  }
  const [first] = sessions;
  if (first === undefined || sessions.length > 1) {
    const ids = sessions.map((session) => session.id).join(', ');
    throw new Error(first === undefined ? `${file} contains no such session.` : `Choose one with --session: ${ids}`);
  }
  return first;
}

function newPath(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  for (let number = 1; ; number++) {
    const path = join(FOLDER, `${name}${number === 1 ? '' : `-${number}`}.json`);
    if (!existsSync(path)) {
      return path;
    }
  }
}

if (require.main === module) {
  main(process.argv.slice(2)).then(
    (code) => (process.exitCode = code),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    },
  );
}
