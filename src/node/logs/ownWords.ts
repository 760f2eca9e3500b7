import { partsOf } from '../../core/words/messages';
import { BLOCKED, NOTE, NOTE_ENDS } from '../../core/words/modelTexts';
import { OWN_NAME } from '../../core/words/words';

const BLOCKED_STARTS = [...Object.values(BLOCKED), OWN_NAME];

/** What agents put around a note: Gemini CLI a tag, Copilot a sentence. */
const BEFORE_NOTE = /\n{0,2}(?:<hook_context>|Tool "[^"\n]*" \w+\. Additional guidance from \w+ hooks:\n)?$/;
const AFTER_NOTE = /^<\/hook_context>/;

/** The length of what agents may put before our text, such as who blocked the call. */
const BEFORE_REFUSAL_CHARACTERS = 100;

/** The maximum length of a placeholder's value at the beginning of a user's own text. */
const FILLED_CHARACTERS = 200;

/** A user's own text is recognized by this many characters in a row without a placeholder. */
const LEAST_OWN_CHARACTERS = 16;

/** Whether a result is the guard's text, or the user's `guidance` if it isn't very short: then the call wasn't run. */
export function isRefusal(result: string, guidance?: string): boolean {
  return (
    BLOCKED_STARTS.some((start) => result.slice(0, BEFORE_REFUSAL_CHARACTERS + start.length).includes(start)) ||
    (guidance !== undefined && isFilledFrom(guidance, result))
  );
}

function isFilledFrom(template: string, text: string): boolean {
  const parts = partsOf(template);
  let at = 0;
  for (const [place, part] of parts.entries()) {
    const found = text.indexOf(part, at);
    const latest = BEFORE_REFUSAL_CHARACTERS + (parts[0] === '' ? FILLED_CHARACTERS : 0);
    if (found < 0 || (place <= 1 && found > latest && at === 0)) {
      return false;
    }
    at = found + part.length;
  }
  return parts.some((part) => part.length >= LEAST_OWN_CHARACTERS);
}

export function withoutNotes(result: string): string {
  const from = result.indexOf(NOTE);
  const ends = Object.values(NOTE_ENDS).flatMap((end) => {
    const at = from < 0 ? -1 : result.indexOf(end, from);
    return at < 0 ? [] : [at + end.length];
  });
  if (ends.length === 0) {
    return result;
  }
  const [before, after] = [result.slice(0, from), result.slice(Math.min(...ends))];
  return withoutNotes(`${before.replace(BEFORE_NOTE, '')}${after.replace(AFTER_NOTE, '')}`);
}
