import { MESSAGE_NAMES, type MessageName, type Messages, unknownPlaceholders } from '../words/messages';
import { note, notePlaceholders, type Problems, type Raw } from './problems';

/** The settings of one scope, and how their section is called in problems. */
interface ScopeOfMessages {
  readonly section: string;
  readonly values: Raw | undefined;
}

/** The person's own texts, each from the strongest scope that has one. */
export function parseMessages(strongestFirst: readonly ScopeOfMessages[], problems: Problems): Messages {
  return Object.fromEntries(
    MESSAGE_NAMES.map((name) => [name, parseMessage(name, strongestFirst, problems)]),
  ) as unknown as Messages;
}

/** The first text that is set and uses only placeholders there are. */
function parseMessage(
  name: MessageName,
  strongestFirst: readonly ScopeOfMessages[],
  problems: Problems,
): string | undefined {
  const key = `messages.${name}`;
  for (const { section, values } of strongestFirst) {
    const text = values?.[key];
    if (text === undefined || text === '') {
      continue;
    }
    const unknown = typeof text === 'string' && text.length <= 2000 ? unknownPlaceholders(text) : undefined;
    if (unknown?.length === 0) {
      return text as string;
    }
    if (unknown === undefined) {
      note(problems, `${section}.${key}`, text, problems.translate('a text of at most 2000 characters'));
    } else {
      notePlaceholders(problems, `${section}.${key}`, unknown);
    }
  }
  return undefined;
}
