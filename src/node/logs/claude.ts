import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Moment } from '../../engine/facts/call';
import { fieldsOf, isJsonObject, type JsonFields } from '../files/jsonFields';
import type { CallOfFile, RawInput } from '../wire/harness';
import { programPrompt } from '../wire/programPrompts';
import { type AgentLog, objectsIn, type SessionLog, type SessionReading, textOf, timeOf, usage } from './agentLog';
import type { SessionBuilder } from './recordedSession';

export const CLAUDE_VENDOR = 'anthropic';

/** Claude Code's notes about who began a turn, if no person did. Source: its sessions, 2.1.330. */
const BEGUN_BY: Readonly<Record<string, Moment>> = {
  scheduled: 'woken',
  task_notification: 'woken',
  peer: 'woken',
  auto_continuation: 'continued',
};

/** The model of an answer that Claude Code made up itself. */
const NO_MODEL = '<synthetic>';

/** Longer names end in a digest. */
const PROJECT_CHARACTERS = 200;

/** Differ each time, and aren't part of the answer. Source: PostToolUse inputs of Glob, WebFetch, WebSearch. */
const DURATIONS: ReadonlySet<string> = new Set(['durationMs', 'duration_ms', 'durationSeconds', 'totalDurationMs']);

/** Sessions below `~/.claude/projects`. */
export const CLAUDE_LOG: AgentLog = {
  isLine: (value) => isJsonObject(value) && (contentOf(value) !== undefined || isCompaction(value)),
  begin: (session) => new ClaudeSession(session),
  modelIn: ({ type, isSidechain, message }) => {
    const { model } = type === 'assistant' && isSidechain !== true ? fieldsOf(message) : {};
    return model === NO_MODEL ? undefined : textOf(model);
  },
  usage: {
    sign: '"usage"',
    usageIn: ({ type, message }) =>
      type === 'assistant' && isJsonObject(message)
        ? usage(message['id'], message['usage'], {
            input: ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'],
            cachedInput: 'cache_read_input_tokens',
            output: ['output_tokens'],
          })
        : undefined,
  },
};

/**
 * Subagents are conversations of their own: their calls are left out, unless the file begins with a subagent's line.
 * Hooks get a result as fields, which are recorded next to what the model read.
 */
class ClaudeSession implements SessionReading {
  readonly source = 'claude';
  id: string | undefined;
  #isOfSubAgent: boolean | undefined;

  constructor(private readonly session: SessionBuilder) {}

  take(line: unknown): void {
    if (!isJsonObject(line)) {
      return;
    }
    const content = contentOf(line);
    const isOfSubAgent = line['isSidechain'] === true;
    if (content !== undefined) {
      this.#isOfSubAgent ??= isOfSubAgent;
    }
    if ((this.#isOfSubAgent ?? false) !== isOfSubAgent) {
      return;
    }
    if (isCompaction(line)) {
      // A compaction that the user asks for isn't the agent's work.
      if (fieldsOf(line['compactMetadata'])['trigger'] !== 'manual') {
        this.session.moment('compacted', timeOf(line['timestamp']) ?? 0);
      }
    } else if (content !== undefined) {
      this.id = (isOfSubAgent ? textOf(line['agentId']) : undefined) ?? textOf(line['sessionId']) ?? this.id;
      this.session.answeredBy(CLAUDE_VENDOR, CLAUDE_LOG.modelIn?.(line));
      this.session.tokens(CLAUDE_LOG.usage?.usageIn(line)?.tokens, roundOf(line));
      if (typeof content === 'string') {
        this.#said(line, content);
      } else {
        objectsIn(content).forEach((part) => this.#part(line, part));
      }
    }
  }

  #part(line: JsonFields, part: JsonFields): void {
    switch (part['type']) {
      case 'tool_use': {
        const [callId, tool] = [textOf(part['id']), textOf(part['name'])];
        if (callId !== undefined && tool !== undefined) {
          const atMs = timeOf(line['timestamp']) ?? 0;
          const folder = textOf(line['cwd']);
          this.session.call(callId, { tool, arguments: part['input'], folder, round: roundOf(line), atMs });
        }
        break;
      }
      case 'tool_result': {
        const callId = textOf(part['tool_use_id']);
        if (callId !== undefined) {
          const isError = part['is_error'] === true;
          const own = isError || this.session.isIdeal ? undefined : line['toolUseResult'];
          const result = isJsonObject(own) ? claudeResult(own) : (part['content'] ?? '');
          this.session.outcome(callId, result, isError, timeOf(line['timestamp']));
        }
        break;
      }
      case 'text':
        this.#said(line, part['text']);
    }
  }

  #said(line: JsonFields, text: unknown): void {
    const { type, isMeta, isCompactSummary, turnOrigin, timestamp } = line;
    if (type !== 'user' || isCompactSummary === true) {
      return;
    }
    const own = programPrompt('claude', typeof text === 'string' ? text : '');
    const begun = typeof turnOrigin === 'string' ? BEGUN_BY[turnOrigin] : undefined;
    if (own !== undefined || begun !== undefined) {
      this.session.moment(begun ?? own?.purpose ?? 'woken', timeOf(timestamp) ?? 0, own?.notice ?? textOf(text));
    } else if (isMeta !== true) {
      this.session.userMessage();
    }
  }
}

/** One answer is recorded as several lines with the same message id, and the tokens in each of them. */
function roundOf({ message, uuid }: JsonFields): string {
  return textOf(fieldsOf(message)['id']) ?? textOf(uuid) ?? '';
}

function contentOf({ type, message }: JsonFields): string | readonly unknown[] | undefined {
  const { content } = type === 'user' || type === 'assistant' ? fieldsOf(message) : {};
  return typeof content === 'string' || Array.isArray(content) ? (content as string | unknown[]) : undefined;
}

/** Recorded when the conversation was summarized to make room; the summary follows as a message. */
function isCompaction({ type, subtype }: JsonFields): boolean {
  return type === 'system' && subtype === 'compact_boundary';
}

/**
 * What the model reads: a command's output, the lines of a read file, and otherwise everything except durations, which
 * would make every answer a new one.
 */
export function claudeResult(result: unknown): unknown {
  if (!isJsonObject(result)) {
    return result;
  }
  const { stdout, stderr, backgroundTaskId, file } = result;
  if (typeof stdout === 'string') {
    const started =
      typeof backgroundTaskId === 'string' ? `Command running in background with ID: ${backgroundTaskId}` : '';
    return [stdout, stderr, started].filter((text) => typeof text === 'string' && text !== '').join('\n');
  }
  const { content } = fieldsOf(file);
  return typeof content === 'string'
    ? content
    : Object.fromEntries(Object.entries(result).filter(([name]) => !DURATIONS.has(name)));
}

/**
 * Each part of an answer is a line with the answer's id. While an answer is streaming, its calls already run, but only
 * the request's line exists, which newer versions name in each part, too.
 */
export function claudeRound(lines: Iterable<RawInput>, callId: string | undefined): string | undefined {
  let isOver = false;
  for (const { type, id, message, requestRef } of lines) {
    if (type === 'api-request' && !isOver) {
      return textOf(id);
    }
    const { content, id: answer } = fieldsOf(message);
    if (type === 'assistant' && objectsIn(content).some((part) => part['id'] === callId)) {
      return textOf(requestRef ?? answer);
    }
    // A result, or the answer itself: the newest answer is complete, and the call may belong to the next one.
    isOver ||= type === 'user' || type === 'assistant';
  }
  return undefined;
}

function promptIn(line: JsonFields): string | undefined {
  const content = line['type'] === 'user' && line['isMeta'] !== true ? contentOf(line) : undefined;
  const texts = typeof content === 'string' ? [content] : objectsIn(content).map(({ text }) => textOf(text) ?? '');
  return texts.find((text) => /^\s*[^<\s]/.test(text));
}

/** A subagent has its own file; hooks name the main agent's. */
export function claudeAgentFiles({ agentId = '', transcriptPath: path }: CallOfFile): readonly string[] {
  const ofSession = join(dirname(path), basename(path, '.jsonl'));
  return /^[\w-]+$/.test(agentId) ? [join(ofSession, 'subagents', `agent-${agentId}.jsonl`)] : [path];
}

/** Only sessions that a program runs, such as VS Code. @param folders limit the search; there may be thousands more */
export function claudeSessions(projects: string, folders: () => readonly string[]): SessionLog {
  return {
    type: 'claude',
    files: () => {
      const beginnings = folders().map((folder) => folder.replace(/[^a-zA-Z0-9]/g, '-').slice(0, PROJECT_CHARACTERS));
      return readdirSync(projects)
        .filter((name) => beginnings.some((beginning) => name.startsWith(beginning)))
        .flatMap((project) => readdirSync(join(projects, project)).map((name) => join(projects, project, name)))
        .filter((path) => path.endsWith('.jsonl'))
        .map((path) => ({ sessionId: basename(path, '.jsonl'), path }));
    },
    callsIn: (line, session) => {
      if (!isJsonObject(line) || line['isSidechain'] === true || line['entrypoint'] === 'cli') {
        return [];
      }
      session.folder = textOf(line['cwd']) ?? session.folder;
      session.prompt ??= promptIn(line);
      const { content } = line['type'] === 'assistant' ? fieldsOf(line['message']) : {};
      const atMs = timeOf(line['timestamp']) ?? Number.NaN;
      return objectsIn(content).flatMap(({ type }) => (type === 'tool_use' ? [atMs] : []));
    },
  };
}
