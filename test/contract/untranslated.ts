import ts from 'typescript';
import { placeOf } from '../../scripts/l10n';

/** Functions of VS Code that show their arguments. */
const SHOWS = new Set([
  'showInformationMessage',
  'showWarningMessage',
  'showErrorMessage',
  'showQuickPick',
  'showInputBox',
  'setStatusBarMessage',
  'progress',
  'markdown',
  'warning',
]);

/** Classes of VS Code that show their first argument. */
const SHOWING_CLASSES = new Set(['TreeItem', 'MarkdownString']);

const SHOWN = new Set([
  'title',
  'label',
  'placeHolder',
  'placeholder',
  'detail',
  'tooltip',
  'description',
  'justification',
  'openLabel',
  'saveLabel',
  'accessibilityInformation',
  'text',
  'name',
  'message',
]);

/** Allowed in texts of any language. */
const NEUTRAL = /Tool Loop Guard|\$\([a-z~-]+\)|`[^`]*`|\/tool-loop-[a-z-]+|@loopguard|<\/?[a-z]+[^>]*>/g;

/** Untranslated English texts that VS Code would show, with their places. */
export function untranslated(source: ts.SourceFile, file: string): string[] {
  const found = new Map<ts.Node, string>();
  const note = (expression: ts.Node): void => {
    for (const { node, text } of bareTexts(expression)) {
      const { line } = placeOf(node, source, file);
      found.set(node, `${file}:${line}: ${JSON.stringify(text)}`);
    }
  };
  const walk = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      SHOWS.has(node.expression.name.text)
    ) {
      node.arguments
        .filter((argument) => !ts.isObjectLiteralExpression(argument) && !ts.isArrayLiteralExpression(argument))
        .forEach(note);
    } else if (
      ts.isNewExpression(node) &&
      SHOWING_CLASSES.has(node.expression.getText(source).split('.').at(-1) ?? '')
    ) {
      node.arguments?.slice(0, 1).forEach(note);
    } else if (ts.isPropertyAssignment(node) && SHOWN.has(node.name.getText(source))) {
      note(node.initializer);
    } else if (isAssignment(node) && ts.isPropertyAccessExpression(node.left) && SHOWN.has(node.left.name.text)) {
      note(node.right);
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return [...found.values()];
}

function isAssignment(node: ts.Node): node is ts.BinaryExpression {
  return (
    ts.isBinaryExpression(node) &&
    [ts.SyntaxKind.EqualsToken, ts.SyntaxKind.PlusEqualsToken].includes(node.operatorToken.kind)
  );
}

/** Texts with words, except what is translated or only compared. */
function bareTexts(expression: ts.Node, isNested = false): { readonly node: ts.Node; readonly text: string }[] {
  if (ts.isCallExpression(expression)) {
    const name = expression.expression.getText();
    return /(?:^|\.)#?translate$|l10n\.t$/.test(name)
      ? []
      : expression.arguments.flatMap((argument) => bareTexts(argument, true));
  }
  if (ts.isBinaryExpression(expression) && /^[!=<>]=/.test(expression.operatorToken.getText())) {
    return [];
  }
  if (
    ts.isFunctionLike(expression) ||
    ts.isObjectLiteralExpression(expression) ||
    ts.isElementAccessExpression(expression)
  ) {
    return [];
  }
  if (
    ts.isStringLiteralLike(expression) ||
    ts.isTemplateHead(expression) ||
    ts.isTemplateMiddleOrTemplateTail(expression)
  ) {
    const { text } = expression;
    const isName = isNested && /^[\w.:/-]*$/.test(text);
    return !isName && /\p{L}{2}/u.test(text.replace(NEUTRAL, '')) ? [{ node: expression, text }] : [];
  }
  const inside: { readonly node: ts.Node; readonly text: string }[] = [];
  ts.forEachChild(expression, (child) => void inside.push(...bareTexts(child, isNested)));
  return inside;
}

/** Texts of at least three words that are neither translated nor thrown. */
export function englishSentences(source: ts.SourceFile, file: string): string[] {
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (
      ts.isThrowStatement(node) ||
      (ts.isCallExpression(node) && /(?:^|\.)#?translate$/.test(node.expression.getText(source))) ||
      // CSS.
      (ts.isVariableDeclaration(node) && node.name.getText(source).endsWith('_STYLE'))
    ) {
      return;
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
        : node.text;
      if (
        /\p{L}{2}/u.test(text.replace(NEUTRAL, '')) &&
        /\p{L}{2,}[,;:]? \p{L}+[,;:]? \p{L}{2,}/u.test(text.replaceAll('…', 'xx').replace(NEUTRAL, ''))
      ) {
        found.push(`${file}:${placeOf(node, source, file).line}: ${JSON.stringify(text)}`);
      }
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}
