import { TOOL_NAMES } from '../../src/core/words/callNames';
import { inEnglish } from '../../src/core/words/language';
import { askSentences, chanceSentences } from '../../src/core/words/loopTexts';
import type { Messages } from '../../src/core/words/messages';
import { guidanceText, stoppedText } from '../../src/core/words/modelTexts';
import { breakText, warningText } from '../../src/core/words/words';
import type { Detection } from '../../src/engine/decision/verdict';

export function allTexts(detection: Detection, messages: Messages = {}): Record<string, string> {
  const telling = { translate: inEnglish, names: TOOL_NAMES, messages };
  return {
    breakText: breakText(detection, telling),
    warningText: warningText(detection, telling),
    askText: askSentences(detection, telling),
    chanceText: chanceSentences(detection, telling),
    guidanceText: guidanceText(detection, messages),
    stoppedText: stoppedText(detection),
    stopMarkdown: breakText(detection, { translate: inEnglish, messages, isMarkdown: true }),
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
