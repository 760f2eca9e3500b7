import { MESSAGE_NAMES, type MessageName, type Messages, unknownPlaceholders } from '../../words/messages';
import { SECTION } from '../section';
import { note, notePlaceholders, type Problems, type Raw } from './problems';

/** The settings of one scope, and where its problems are noted. */
interface ScopeOfMessages {
  readonly problems: Problems;
  readonly values: Raw | undefined;
}

/** The person's own texts, each from the strongest scope that has one. */
export function parseMessages(strongestFirst: readonly ScopeOfMessages[]): Messages {
  return Object.fromEntries(
    MESSAGE_NAMES.map((name) => [name, parseMessage(name, strongestFirst)]),
  ) as unknown as Messages;
}

/** The first text that is set and uses only placeholders there are. */
function parseMessage(name: MessageName, strongestFirst: readonly ScopeOfMessages[]): string | undefined {
  const key = `messages.${name}`;
  for (const { problems, values } of strongestFirst) {
    const text = values?.[key];
    if (text === undefined || text === '') {
      continue;
    }
    const unknown = typeof text === 'string' && text.length <= 2000 ? unknownPlaceholders(text) : undefined;
    if (unknown?.length === 0) {
      return text as string;
    }
    if (unknown === undefined) {
      note(problems, `${SECTION}.${key}`, text, problems.translate('a text of at most 2000 characters'));
    } else {
      notePlaceholders(problems, `${SECTION}.${key}`, unknown);
    }
  }
  return undefined;
}
