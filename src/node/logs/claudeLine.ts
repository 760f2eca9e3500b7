import { isJsonObject } from '../files/jsonFields';

/** A line of the file that Claude Code writes of a session, as far as it tells of the main agent's calls. */
export interface ClaudeLine {
  readonly sessionId: string | undefined;
  /** Where the session works; undefined where the line does not tell. */
  readonly folder: string | undefined;
  /** True for a session that a person runs in a terminal, and not a program such as VS Code. */
  readonly isInTerminal: boolean;
  readonly timestamp: string;
  /** The model that answered; undefined where the line is no answer. */
  readonly model: string | undefined;
  /** The tools that the answer calls. */
  readonly tools: readonly string[];
}

/** How Claude Code names the model of an answer that it has made up itself. */
const NO_MODEL = '<synthetic>';

/**
 * Reads one line, parsed. The format is not documented: each field is checked by itself, and one that is not as it
 * should be counts as missing.
 * @returns undefined for what is no such line, and for lines of subagents
 */
export function readClaudeLine(value: unknown): ClaudeLine | undefined {
  if (!isJsonObject(value) || typeof value['type'] !== 'string' || value['isSidechain'] === true) {
    return undefined;
  }
  const message = value['type'] === 'assistant' && isJsonObject(value['message']) ? value['message'] : {};
  const content = Array.isArray(message['content']) ? (message['content'] as unknown[]) : [];
  const model = textOf(message['model']);
  return {
    sessionId: textOf(value['sessionId']),
    folder: textOf(value['cwd']),
    isInTerminal: value['entrypoint'] === 'cli',
    timestamp: textOf(value['timestamp']) ?? '',
    model: model === NO_MODEL ? undefined : model,
    tools: content.flatMap((part) =>
      isJsonObject(part) && part['type'] === 'tool_use' ? [textOf(part['name']) ?? ''] : [],
    ),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
