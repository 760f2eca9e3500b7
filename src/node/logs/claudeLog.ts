import { claude } from '../agents/claude';
import { readClaudeLine } from './claudeLine';
import { textOf, timeOf } from './logFields';
import { CLAUDE_USAGE } from './requestUsage';
import type { SessionBuilder } from './recordedSession';
import type { SessionReading } from './sessionReading';
import { programPrompt } from '../wire/programPrompts';
import type { Moment } from '../../engine/facts/moment';
import { isJsonObject, type JsonFields } from '../files/jsonFields';

/** What Claude Code notes of who began a turn, where it was no person. Source: its sessions, 2.1.330. */
const BEGUN_BY: Readonly<Record<string, Moment>> = {
  scheduled: 'woken',
  task_notification: 'woken',
  peer: 'woken',
  auto_continuation: 'continued',
};

/**
 * Whether a line, parsed, is of what Claude Code writes of a session below `~/.claude/projects`. The format is not
 * documented, so only what is needed is read.
 */
export function isClaudeLine(value: unknown): boolean {
  return isJsonObject(value) && (contentOf(value) !== undefined || isCompaction(value));
}

/**
 * Reads a session from its lines, in their order. Calls of sub-agents are left out, since they are conversations of
 * their own. A file that begins with a line of a sub-agent is its conversation. Hooks get the result of a call with its
 * fields, which stand next to what the model read.
 */
export class ClaudeSession implements SessionReading {
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
      this.#compacted(line);
      return;
    }
    if (content === undefined) {
      return;
    }
    this.id = (isOfSubAgent ? textOf(line['agentId']) : undefined) ?? textOf(line['sessionId']) ?? this.id;
    if (line['type'] === 'assistant') {
      this.session.answeredBy(claude.harness.vendor, readClaudeLine(line)?.model);
      this.session.tokens(CLAUDE_USAGE.usageIn(line)?.tokens, roundOf(line));
    }
    if (typeof content === 'string') {
      this.#said(line, content);
      return;
    }
    for (const part of content) {
      if (isJsonObject(part)) {
        this.#part(line, part);
      }
    }
  }

  /** What the person asks for is no work of the agent's. */
  #compacted({ compactMetadata, timestamp }: JsonFields): void {
    if (!isJsonObject(compactMetadata) || compactMetadata['trigger'] !== 'manual') {
      this.session.moment('compacted', timeOf(timestamp) ?? 0);
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
          const result = isJsonObject(own) ? claude.harness.resultOf(own) : (part['content'] ?? '');
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

/** One answer of the model is written as several lines with the same message id, and the tokens in each of them. */
function roundOf({ message, uuid }: JsonFields): string {
  return textOf(isJsonObject(message) ? message['id'] : undefined) ?? textOf(uuid) ?? '';
}

/** What the person or the model said; undefined for a line that is of neither. */
function contentOf({ type, message }: JsonFields): string | readonly unknown[] | undefined {
  if ((type !== 'user' && type !== 'assistant') || !isJsonObject(message)) {
    return undefined;
  }
  const { content } = message;
  return typeof content === 'string' || Array.isArray(content) ? (content as string | unknown[]) : undefined;
}

/** Written when the conversation was summed up to make room; what it knew then follows as a message. */
function isCompaction({ type, subtype }: JsonFields): boolean {
  return type === 'system' && subtype === 'compact_boundary';
}
