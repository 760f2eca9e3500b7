import type { Format, RecordedCall, RecordedFile } from '../recordedCall';
import { claudeCodeCalls } from './claudeCode';
import { codexCalls } from './codex';
import { compactCalls, isCompact } from './compact';
import { copilotCliCalls } from './copilotCli';
import { geminiCliCalls, isGeminiCli } from './geminiCli';
import { openCodeCalls } from './openCode';
import { piCalls } from './pi';

/** A checkpoint of Entire: a transcript as its agent wrote it. A session has many checkpoints, so it says which. */
export const entire: Format = formatOf(false);

/** The same, but the summary of a compacted conversation is a user message, as in the first labelled set. */
export const entireWithSummaries: Format = formatOf(true);

function formatOf(countsSummaries: boolean): Format {
  return { fileOf: () => '/', read: (text) => fileOf(text, countsSummaries) };
}

function fileOf(text: string, countsSummaries: boolean): RecordedFile {
  const whole = json(text);
  if (whole !== undefined && typeOf(whole) === undefined) {
    const calls = isGeminiCli(whole) ? geminiCliCalls(whole) : openCodeCalls(whole);
    return () => calls;
  }
  const lines = linesOf(text);
  if (typeOf(lines[0]) === 'session.start') {
    return (id) => copilotCliCalls(lines, id.split('/')[2]);
  }
  const calls = callsOf(lines, countsSummaries);
  return () => calls;
}

function callsOf(lines: readonly unknown[], countsSummaries: boolean): RecordedCall[] {
  if (lines.slice(0, 2).some((line) => typeOf(line) === 'session')) {
    return piCalls(lines);
  }
  if (typeOf(lines[0]) === 'session_meta') {
    return codexCalls(lines);
  }
  return isCompact(lines[0]) ? compactCalls(lines) : claudeCodeCalls(lines, countsSummaries);
}

/** Parts of a session that was published in parts share lines. */
function linesOf(text: string): unknown[] {
  // An empty line, or the last one of a session that continues, isn't JSON.
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
