import { inEnglish, type Translate } from '../words/language';

/**
 * What is asked in the person's name after a stop: a participant speaks only when it is asked.
 * @returns the question in the person's language
 */
export function whyQuestion(translate: Translate): string {
  return translate('Why did you stop the agent?');
}

/** Whether a message asks why the agent was stopped, in the person's language or in English. */
export function isWhyQuestion(message: string, translate: Translate): boolean {
  const words = (text: string): string =>
    text
      .trim()
      .toLowerCase()
      .replace(/[?.!\uff1f]$/u, '')
      .trim();
  return [whyQuestion(translate), whyQuestion(inEnglish)].some((question) => words(question) === words(message));
}
