import { inEnglish } from '../../src/core/words/language';
import { type Messages, NO_MESSAGES } from '../../src/core/words/messages';
import { askText, breakText, chanceText, guidanceText, stoppedText, warningText } from '../../src/core/words/words';
import type { Detection } from '../../src/engine/verdict';

/** Everything that can be said of a detection, by the name of the text. */
export function allTexts(detection: Detection, messages: Messages = NO_MESSAGES): Record<string, string> {
  return {
    breakText: breakText(detection, inEnglish, messages),
    warningText: warningText(detection, inEnglish, messages),
    askText: askText(detection, inEnglish),
    chanceText: chanceText(detection, inEnglish),
    guidanceText: guidanceText(detection, messages),
    stoppedText: stoppedText(detection),
  };
}
