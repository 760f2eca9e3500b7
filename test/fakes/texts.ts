import { TOOL_NAMES } from '../../src/core/words/callNames';
import { inEnglish } from '../../src/core/words/language';
import { AS_TEXT, askSentences, chanceSentences } from '../../src/core/words/loopTexts';
import { type Messages, NO_MESSAGES } from '../../src/core/words/messages';
import { guidanceText, stoppedText } from '../../src/core/words/modelTexts';
import { breakText, stopMarkdown, warningText } from '../../src/core/words/words';
import type { Detection } from '../../src/engine/decision/verdict';

export function allTexts(detection: Detection, messages: Messages = NO_MESSAGES): Record<string, string> {
  const telling = { translate: inEnglish, names: TOOL_NAMES, emphasis: AS_TEXT };
  return {
    breakText: breakText(detection, inEnglish, messages, TOOL_NAMES),
    warningText: warningText(detection, inEnglish, messages, TOOL_NAMES),
    askText: askSentences(detection, telling),
    chanceText: chanceSentences(detection, telling),
    guidanceText: guidanceText(detection, messages),
    stoppedText: stoppedText(detection),
    stopMarkdown: stopMarkdown(detection, inEnglish, messages),
  };
}

export function pageText(html: string): string {
  return html
    .replace(/<(style|title)[^]*?<\/\1>/g, '')
    .replace(/<(?!\/?(?:a|strong|span)\b)[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
}
