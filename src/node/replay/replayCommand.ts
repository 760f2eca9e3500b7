import type { Readable, Writable } from 'node:stream';
import { inEnglish } from '../../core/words/language';
import type { ModelName } from '../../engine/facts/call';
import { type Firing, type RecordedCall, Replay } from '../../engine/replay';
import { countedTexts } from '../../core/words/logLines';
import { numbersText, broughtTexts } from '../../core/words/whyText';
import type { Configuration } from '../../core/settings/configuration';
import { ConversationSettings } from '../../core/settings/conversationSettings';
import { unlessText } from '../../core/words/detectorTexts';
import { isSameLoop, type Why } from '../../engine/rules/finding';
import { callLabel } from '../../core/words/callLabel';
import type { Messages } from '../../core/words/messages';
import { oneLine } from '../../core/words/quoting';
import { textsOf } from '../../core/words/words';
import { verdictOf } from '../../engine/decision/verdict';
import { fileFault } from '../files/fileFault';
import { digestOf } from '../files/hash';
import type { SessionHead } from '../logs/recordedSession';
import { openSessionFile, type SessionListener, readSessionFile } from '../logs/sessionFile';
import { parseConfiguration } from '../../core/settings/parse';
import { readSettingsFile } from '../files/settingsFile';

/** In a file that isn't a recording, more lines would only hide the other messages. */
const MAX_BROKEN_LINES = 10;

const STANDARD_INPUT = '<stdin>';

export interface ReplayCommandOptions {
  /** Traces and session logs; none, or `-`, means standard input. */
  readonly files: readonly string[];
  readonly settingsFile?: string | undefined;
  readonly format: 'text' | 'jsonl';
  /** Explains each firing, or the call with this number, counted from 1, whatever its verdict. */
  readonly why?: 'firings' | number | undefined;
  /** Plays everything in the recording, and not only what the agent's hooks get. */
  readonly isIdeal?: boolean;
}

/** @returns the exit code: 0; 1 if a file or a line couldn't be read; 2 if there is no such call to explain */
export async function runReplay(
  options: ReplayCommandOptions,
  input: Readable,
  output: Writable,
  errors: Writable,
): Promise<number> {
  const configuration = readConfiguration(options.settingsFile, errors);
  if (configuration === undefined) {
    return 1;
  }
  const complain = (text: string): unknown => errors.write(`${oneLine(text)}\n`);
  let code = 0;
  for (const name of options.files.length === 0 ? ['-'] : options.files) {
    const file = name === '-' ? STANDARD_INPUT : name;
    const told: string[] = [];
    const flush = (): Promise<void> => write(output, told.splice(0).join(''));
    const report = new SessionReport(configuration, options, (text) => told.push(text));
    let [sessions, brokenLines] = [0, 0];
    const listener: SessionListener = {
      ...report.reading,
      call: (call, model) => report.play(call, model),
      end: (session) => {
        sessions += 1;
        report.end(session);
      },
      broken: ({ line, reason, about }) => {
        brokenLines += 1;
        if (brokenLines <= MAX_BROKEN_LINES) {
          complain(`${about === undefined ? `${file}:${line}` : file}: ${reason}`);
        }
      },
    };
    try {
      const reading = readSessionFile(name === '-' ? input : openSessionFile(name), file, listener);
      while ((await reading.next()).done !== true) {
        await flush();
      }
      if (brokenLines > MAX_BROKEN_LINES) {
        complain(`${file}: other lines that can’t be read: ${brokenLines - MAX_BROKEN_LINES}`);
      }
      if (sessions + brokenLines === 0) {
        complain(`${file}: contains no session`);
      }
      code = brokenLines === 0 ? code : 1;
      if (typeof options.why === 'number' && sessions > 0 && (options.why < 1 || options.why > report.mostCalls)) {
        complain(`${file}: there is no call ${options.why}; the session has ${report.mostCalls}`);
        code = 2;
      }
    } catch (error) {
      complain(`${file}: ${fileFault(error)}`);
      code = 1;
    }
    await flush();
  }
  return code;
}

/** Plays sessions as they are read, and keeps nothing except where the guard would have acted. */
class SessionReport {
  /** Of the longest session. */
  mostCalls = 0;
  #replay: Replay | undefined;
  #calls = 0;
  #firings = 0;
  #lines: string[] = [];
  /** The last call of the loop that was last reported as stopped, and the number of its unreported later calls. */
  #lastStopped: number | undefined;
  #stoppedAgain = 0;
  #why: Why | undefined;

  constructor(
    private readonly configuration: Configuration,
    private readonly options: Pick<ReplayCommandOptions, 'format' | 'why' | 'isIdeal'>,
    private readonly write: (text: string) => void,
  ) {}

  get reading(): Pick<SessionListener, 'guidance' | 'isIdeal'> {
    return { guidance: this.configuration.messages.guidance, isIdeal: this.options.isIdeal };
  }

  play(call: RecordedCall, model: ModelName | undefined): void {
    const { format, why } = this.options;
    this.#replay ??= new Replay(
      new ConversationSettings(() => this.configuration).settingsFor,
      digestOf,
      format === 'text' && why !== undefined ? (given) => (this.#why = given) : undefined,
    );
    this.#calls += 1;
    const number = this.#calls;
    this.mostCalls = Math.max(this.mostCalls, number);
    this.#why = undefined;
    const firing = this.#replay.play(call, model);
    if (firing !== undefined && format === 'jsonl') {
      const { index, severity, detector } = firing;
      this.#lines.push(JSON.stringify([index, severity, detector]));
    } else if (firing !== undefined && !this.#isStoppedAgain(firing, call, number === why)) {
      this.#firings += 1;
      this.#lines.push(this.#againText(), firingText(firing, this.configuration.messages));
    } else if (number === why) {
      this.#lines.push(`  call ${number}: allowed\n    ${callLabel(call.tool, call.arguments)}\n`);
    } else {
      return;
    }
    if (number === why || (why === 'firings' && firing !== undefined)) {
      this.#lines.push(whyText(this.#why, firing));
    }
  }

  /** A recording continues after a stop where the agent wouldn't have. Refused calls don't count: they didn't run. */
  #isStoppedAgain(
    { severity, detection: { finding } }: Firing,
    { isRefused }: RecordedCall,
    isAsked: boolean,
  ): boolean {
    const isKnown = severity === 'block' && isSameLoop(finding, this.#lastStopped);
    if (severity === 'block') {
      this.#lastStopped = finding.calls.at(-1);
    }
    this.#stoppedAgain += isKnown && !isAsked && isRefused !== true ? 1 : 0;
    return isKnown && !isAsked;
  }

  #againText(): string {
    const count = this.#stoppedAgain;
    this.#stoppedAgain = 0;
    return count === 0 ? '' : `    and ${counted(count, 'more call')} of this loop\n`;
  }

  end({ source, id, sessionType }: SessionHead): void {
    const lines = this.#lines;
    if (this.options.format === 'jsonl') {
      const head = JSON.stringify({ source, id, sessionType }).slice(0, -1);
      this.write(`${head},"fires":[${lines.join(',')}]}\n`);
    } else {
      const kind = [...(source === '' ? [] : [source]), ...(sessionType === undefined ? [] : [`(${sessionType})`])];
      const count = this.#firings === 0 ? 'no loops' : counted(this.#firings, 'alert');
      lines.push(this.#againText());
      this.write(`${[...kind, id].join(' ')}: ${counted(this.#calls, 'call')}, ${count}\n${lines.join('')}`);
    }
    this.#replay = undefined;
    this.#calls = 0;
    this.#firings = 0;
    this.#lines = [];
    this.#lastStopped = undefined;
  }
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

function firingText({ index, severity, detection }: Firing, messages: Messages): string {
  const { forPerson } = textsOf(verdictOf(detection), { translate: inEnglish, messages });
  const calls = detection.finding.calls.map((call) => call + 1);
  return (
    `  call ${index + 1}${severity === 'hint' ? ' (hint to the model)' : ''}: ${forPerson}\n` +
    `    ${callLabel(detection.tool, detection.arguments)}\n` +
    `    calls of the loop: ${numbersText(calls, inEnglish)}\n`
  );
}

function whyText(why: Why = { tallies: [], calls: [] }, firing?: Firing): string {
  // A rule that another one hides has had no say.
  const tallies = why.tallies.filter(
    ({ rule, count, limit }) => firing === undefined || rule === firing.detection.finding.rule || count < limit,
  );
  const brought = broughtTexts(why.calls, inEnglish, (index) => index + 1);
  const { detector } = firing ?? why.tallies[0] ?? {};
  return [
    `    counted: ${countedTexts(tallies) || 'nothing'}\n`,
    ...(brought === '' ? [] : [`    results: ${brought}\n`]),
    ...(detector === undefined ? [] : [`    ends the count: ${unlessText(detector, inEnglish)}\n`]),
  ].join('');
}

function write(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => output.write(text, (error) => (error ? reject(error) : resolve())));
}

/** Reports faulty settings and uses their defaults; undefined, with a message, if the file can't be read. */
export function readConfiguration(path: string | undefined, errors: Writable): Configuration | undefined {
  if (path === undefined) {
    return parseConfiguration({});
  }
  try {
    const configuration = parseConfiguration({ user: readSettingsFile(path) });
    for (const { message } of configuration.problems) {
      errors.write(`${oneLine(path)}: ${message}\n`);
    }
    return configuration;
  } catch (error) {
    errors.write(`${oneLine(error instanceof Error ? error.message : String(error))}\n`);
    return undefined;
  }
}
