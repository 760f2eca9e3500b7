import { matches } from './patterns/pattern';
import { ACTING_OPTIONS } from './patterns/commands';
import { CREATING_TOOLS, LOOKING_TOOLS, MOVING_COMMANDS, MOVING_WORDS } from './patterns/verbs';
import { textsIn, toolWords } from './waitingSigns';

/** Longer texts are content or a command, no name of a move. */
const NAME_CHARACTERS = 64;

/**
 * Whether a call moves on from where the agent is, by the verb in its tool's name or in a short argument, so that the
 * same call leads somewhere else each time.
 */
export function moves(tool: string, value: unknown): boolean {
  const texts = textsIn(value);
  return (
    [tool, ...texts].some((text) => text.length <= NAME_CHARACTERS && matches(MOVING_WORDS, toolWords(text))) ||
    texts.some((text) => matches(MOVING_COMMANDS, text))
  );
}

/** Whether a call creates or sends something: the ID that it answers with is an acknowledgment. */
export function creates(tool: string, value: unknown): boolean {
  return matches(CREATING_TOOLS, toolWords(tool)) || textsIn(value).some((text) => matches(ACTING_OPTIONS, text));
}

/** Whether a call asks how something is, by the verb in its tool's name, and does nothing. */
export function looks(tool: string, value: unknown): boolean {
  return matches(LOOKING_TOOLS, toolWords(tool)) && !creates(tool, value);
}
