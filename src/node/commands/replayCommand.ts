import type { Readable, Writable } from 'node:stream';
import { inEnglish } from '../../core/words/language';
import type { Firing } from '../../engine/replay';
import { replayUnder } from '../../core/replay/replayUnder';
import type { Configuration } from '../../core/settings/configuration';
import { parseConfiguration } from '../../core/settings/parse';
import { shortSignature } from '../../core/words/quoting';
import type { Messages } from '../../core/words/messages';
import { breakText, warningText } from '../../core/words/words';
import { digestOf } from '../files/hash';
import type { BrokenLine, RecordedSession } from '../sessions/recordedSession';
import { readSessionFile, readSessions } from '../sessions/sessionFile';
import { readSettingsFile } from '../files/settingsFile';

/** What `tool-loop-guard replay` was asked for. */
export interface ReplayCommandOptions {
  /** Traces and session logs; none means standard input. */
  readonly files: readonly string[];
  /** A settings.json, or an object with the settings only. */
  readonly settingsFile?: string | undefined;
  readonly format: 'text' | 'jsonl';
}

/**
 * Prints where the guard would have acted in recorded sessions.
 * @returns the exit code: 0, or 1 when a file or a line could not be read
 */
export async function runReplay(
  options: ReplayCommandOptions,
  input: Readable,
  output: Writable,
  errors: Writable,
): Promise<number> {
  const configuration = await readConfiguration(options.settingsFile, errors);
  if (configuration === undefined) {
    return 1;
  }
  let code = 0;
  const sources = options.files.length === 0 ? [readSessions(input, '<stdin>')] : options.files.map(readSessionFile);
  for (const [index, sessions] of sources.entries()) {
    try {
      for await (const session of sessions) {
        if ('reason' in session) {
          code = 1;
          errors.write(`${brokenLineText(session)}\n`);
        } else {
          await write(
            output,
            sessionText(
              session,
              replayUnder(session.calls, configuration, digestOf, { model: session.model }),
              options.format,
              configuration.messages,
            ),
          );
        }
      }
    } catch (error) {
      code = 1;
      errors.write(`${options.files[index] ?? '<stdin>'}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  return code;
}

async function readConfiguration(path: string | undefined, errors: Writable): Promise<Configuration | undefined> {
  if (path === undefined) {
    return parseConfiguration({});
  }
  try {
    const configuration = parseConfiguration({ user: await readSettingsFile(path) });
    for (const message of [
      ...configuration.problems.map((problem) => problem.message),
      ...configuration.settingsWarnings,
    ]) {
      errors.write(`${path}: ${message}\n`);
    }
    return configuration;
  } catch (error) {
    errors.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
}

function sessionText(
  { source, id, sessionType, calls }: RecordedSession,
  firings: readonly Firing[],
  format: ReplayCommandOptions['format'],
  messages: Messages,
): string {
  if (format === 'jsonl') {
    const fires = firings.map(({ index, severity, detector }) => [index, severity, detector]);
    return `${JSON.stringify({ source, id, sessionType, fires })}\n`;
  }
  const kind = [...(source === '' ? [] : [source]), ...(sessionType === undefined ? [] : [`(${sessionType})`])];
  const lines = firings.map(({ index, severity, detection }) => {
    const text =
      severity === 'warn' ? warningText(detection, inEnglish, messages) : breakText(detection, inEnglish, messages);
    return (
      `  call ${index}: ${severity} (${detection.finding.detector}, calls ${detection.finding.calls.join(' ')}` +
      `) ${text}\n    ${shortSignature(detection.tool, detection.arguments)}\n`
    );
  });
  return (
    `${[...kind, id].join(' ')}: ${calls.length} calls, ` +
    `${firings.length === 0 ? 'nothing to say' : `${firings.length} firings`}\n${lines.join('')}`
  );
}

function brokenLineText({ file, line, reason }: BrokenLine): string {
  return `${file}:${line}: ${reason}`;
}

function write(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => output.write(text, (error) => (error ? reject(error) : resolve())));
}
