import ts from 'typescript';
import { placeOf } from '../../scripts/l10n';

/** Allowed in texts of any language. */
const NEUTRAL = /Tool Loop Guard|\$\([a-z~-]+\)|`[^`]*`|\/tool-loop-[a-z-]+|@loopguard|<\/?[a-z]+[^>]*>/g;

/** Calls whose texts are translated, or logged in English. */
const SAID_ELSEWHERE = /(?:^|[.#])(?:translate|log|note|trace)$|\blog\.\w+$/;

const SENTENCE = /\p{L}{2,}[,;:]? \p{L}+[,;:]? \p{L}{2,}/u;
/** An ID or a file's name has a dot or a capital in a word. */
const SHOWN = /^[^\p{L}]*\p{Lu}(?!\S*[.\p{Lu}]\S)\p{L}/u;

/** Texts of at least three words that are neither translated nor thrown. */
export function englishSentences(source: ts.SourceFile, file: string): string[] {
  return untranslated(source, file, (text) => SENTENCE.test(text));
}

/** Texts that begin like a title or a sentence, and are neither translated, thrown, nor logged. */
export function englishTexts(source: ts.SourceFile, file: string): string[] {
  return untranslated(source, file, (text) => SHOWN.test(text));
}

function untranslated(source: ts.SourceFile, file: string, isEnglish: (text: string) => boolean): string[] {
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (
      ts.isThrowStatement(node) ||
      (ts.isCallExpression(node) && SAID_ELSEWHERE.test(node.expression.getText(source))) ||
      // CSS.
      (ts.isVariableDeclaration(node) && node.name.getText(source).endsWith('_STYLE'))
    ) {
      return;
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
        : node.text;
      if (/\p{L}{2}/u.test(text.replace(NEUTRAL, '')) && isEnglish(text.replaceAll('…', 'xx').replace(NEUTRAL, ''))) {
        found.push(`${file}:${placeOf(node, source, file).line}: ${JSON.stringify(text)}`);
      }
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}
