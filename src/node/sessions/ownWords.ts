import { inEnglish } from '../../core/words/language';
import { NOT_RUN, NOTE, NOTE_ENDS } from '../../core/words/modelTexts';
import { blockedByText } from '../../core/words/words';

/** What agents put around a note: Gemini CLI a tag, Copilot a sentence. */
const BEFORE_NOTE = /\n{0,2}(?:<hook_context>|Tool "[^"\n]*" \w+\. Additional guidance from \w+ hooks:\n)?$/;
const AFTER_NOTE = /^<\/hook_context>/;

/** In which agents say who did not let a call run, before our text. */
const BEFORE_REFUSAL_CHARACTERS = 100;

/** Whether what stands as the result of a call in a log is ours, and not a person's own text: then it was not run. */
export function isRefusal(result: string): boolean {
  return (
    result.slice(0, BEFORE_REFUSAL_CHARACTERS + NOT_RUN.length).includes(NOT_RUN) ||
    result.includes(blockedByText(inEnglish))
  );
}

/** A result as the tool gave it, without what the guard wrote next to it for the model. */
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
