import type { Format, RecordedCall } from '../recordedCall';
import { claudeCodeCalls } from './claudeCode';
import { codexCalls } from './codex';
import { openCodeCalls } from './openCode';
import { piCalls } from './pi';

/**
 * A checkpoint of Entire: the transcript of a session as its agent wrote it, whatever agent that is. Where it stands is
 * said with the session, for a session has many checkpoints.
 */
export const entire: Format = formatOf(false);

/** The same, read as the first labelled set was: the summary of a compacted conversation is a message of the user. */
export const entireWithSummaries: Format = formatOf(true);

function formatOf(countsSummaries: boolean): Format {
  return {
    fileOf: () => '/',
    read: (text) => {
      const calls = callsOf(text, countsSummaries);
      return () => calls;
    },
  };
}

function callsOf(text: string, countsSummaries: boolean): RecordedCall[] {
  const whole = json(text);
  if (whole !== undefined && typeOf(whole) === undefined) {
    return openCodeCalls(whole);
  }
  const lines = linesOf(text);
  switch (typeOf(lines[0])) {
    case 'session':
      return piCalls(lines);
    case 'session_meta':
      return codexCalls(lines);
    default:
      return claudeCodeCalls(lines, countsSummaries);
  }
}

/** A session that was published in parts has lines in common among them. */
function linesOf(text: string): unknown[] {
  // An empty line, or the last one of a session that goes on, is no JSON.
  return [...new Set(text.split('\n'))].map(json).filter((line) => line !== undefined);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function typeOf(line: unknown): unknown {
  return typeof line === 'object' && line !== null && 'type' in line ? line.type : undefined;
}
