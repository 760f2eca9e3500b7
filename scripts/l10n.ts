// `npm run l10n`: writes l10n/bundle.l10n.json from the sentences in src and the detectors' texts, updates what depends
// on it, and prints what the translations lack.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { inEnglish, type Translate } from '../src/core/words/language';
import type { Rule } from '../src/engine/rules/detector';
import { detectorOf, DETECTORS } from '../src/engine/rules/registry';
import { chatTexts, toJson } from './manifest';

/** By key; the key in a bundle is the English sentence. */
export type Texts = Readonly<Record<string, string>>;

export interface Place {
  readonly file: string;
  readonly line: number;
}

export interface Sentences {
  readonly sentences: readonly string[];
  /** Calls whose sentence isn't a literal and can't be translated. */
  readonly unreadable: readonly Place[];
}

export interface Language {
  readonly name: string;
  readonly bundle: Texts;
  readonly manifest: Texts;
}

/** Files that may translate non-literals: they pass sentences on, or use the detectors' texts. */
const HANDING_ON = [join('src', 'vscode', 'host', 'translate.ts'), join('src', 'core', 'words', 'detectorTexts.ts')];

const BUNDLE = /^bundle\.l10n\.([A-Za-z-]+)\.json$/;

/** The first arguments of all calls of `translate` and `l10n.t` in a folder, and the detectors' texts. */
export function collectSentences(root: string): Sentences {
  const sentences = new Set<string>(detectorTemplates());
  const unreadable: Place[] = [];
  for (const { file, source } of sourcesIn(root)) {
    visitCalls(source, (call, name) => {
      if (name !== 'translate' && name !== 'l10n.t') {
        return;
      }
      const [argument] = call.arguments;
      const texts = argument === undefined ? undefined : literals(argument);
      if (texts !== undefined) {
        texts.forEach((text) => sentences.add(text));
      } else if (!HANDING_ON.includes(file)) {
        unreadable.push(placeOf(call, source, file));
      }
    });
  }
  return { sentences: [...sentences].sort(), unreadable };
}

function detectorTemplates(): string[] {
  return DETECTORS.flatMap(({ id }) => {
    const { texts, rules } = detectorOf(id);
    const ofRules = Object.values(rules).map(({ found }) => found);
    const ofFindings = [texts, texts.onErrors, ...ofRules].filter((found) => found !== undefined);
    return [
      ...ofFindings.flatMap(({ name, meaning, pattern }) => [name, meaning, pattern]),
      texts.loops,
      texts.unless,
      ...Object.values(texts.factors ?? {}),
      ...Object.values(rules).flatMap(({ told }) => toldTemplates(told)),
    ];
  });
}

function toldTemplates({ did, blocked, ask, ...variants }: Rule['told']): string[] {
  const texts = [
    did,
    blocked,
    ask,
    ...Object.values(variants).flatMap((texts) => [texts.did, texts.blocked, texts.ask]),
  ];
  return texts.filter((text) => text !== undefined);
}

/** Calls `visit` for each call in a file, with the last two parts of its name, or one: `l10n.t`, `translate`. */
export function visitCalls(source: ts.SourceFile, visit: (call: ts.CallExpression, name: string) => void): void {
  const walk = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      visit(node, calledName(node.expression));
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
}

export function sourcesIn(root: string): { readonly file: string; readonly source: ts.SourceFile }[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src', name))
    .map((file) => ({
      file,
      source: ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true),
    }));
}

export function placeOf(node: ts.Node, source: ts.SourceFile, file: string): Place {
  return { file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 };
}

/** All texts that an expression can be; undefined if they aren't all literals. */
export function literals(expression: ts.Expression): string[] | undefined {
  if (ts.isStringLiteralLike(expression)) {
    return [expression.text];
  }
  if (ts.isParenthesizedExpression(expression)) {
    return literals(expression.expression);
  }
  if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    // One sentence on several lines.
    const [left, right] = [literals(expression.left), literals(expression.right)];
    return left?.length === 1 && right?.length === 1 ? [`${left[0]}${right[0]}`] : undefined;
  }
  if (ts.isConditionalExpression(expression)) {
    const [yes, no] = [literals(expression.whenTrue), literals(expression.whenFalse)];
    return yes === undefined || no === undefined ? undefined : [...yes, ...no];
  }
  return undefined;
}

function calledName(expression: ts.Expression): string {
  if (!ts.isPropertyAccessExpression(expression)) {
    return ts.isIdentifier(expression) ? expression.text : '';
  }
  const { name, expression: owner } = expression;
  if (name.text === 'translate' || name.text === '#translate') {
    return 'translate';
  }
  const ownerName = ts.isPropertyAccessExpression(owner) ? owner.name.text : ts.isIdentifier(owner) ? owner.text : '';
  return `${ownerName}.${name.text}`;
}

export function languagesIn(root: string): Language[] {
  return readdirSync(join(root, 'l10n')).flatMap((file) => {
    const name = BUNDLE.exec(file)?.[1];
    return name === undefined
      ? []
      : [
          {
            name,
            bundle: readTexts(join(root, 'l10n', file)),
            manifest: readTexts(join(root, `package.nls.${name}.json`)),
          },
        ];
  });
}

/** What a language lacks, has too much of, or says with other placeholders; one line each. */
export function shortcomings(
  { name, bundle, manifest }: Language,
  sentences: readonly string[],
  texts: Texts,
): string[] {
  const english = Object.fromEntries(sentences.map((sentence) => [sentence, sentence]));
  return [
    ...compare(english, bundle, `l10n/bundle.l10n.${name}.json`),
    ...compare(texts, manifest, `package.nls.${name}.json`),
  ];
}

function compare(english: Texts, translated: Texts, file: string): string[] {
  const missing = Object.keys(english).filter(
    (key) => !Object.hasOwn(translated, key) || translated[key]?.trim() === '',
  );
  const surplus = Object.keys(translated).filter((key) => !Object.hasOwn(english, key));
  const different = Object.entries(translated).filter(
    ([key, text]) => english[key] !== undefined && marks(english[key]) !== marks(text),
  );
  return [
    ...missing.map(
      (key) => `${file} lacks ${JSON.stringify(key)}${english[key] === key ? '' : `: ${JSON.stringify(english[key])}`}`,
    ),
    ...surplus.map((key) => `${file} has ${JSON.stringify(key)}, which nothing says any more`),
    ...different.map(
      ([key]) => `${file} has other placeholders, code or links than the English of ${JSON.stringify(key)}`,
    ),
  ];
}

/** What a translation must keep, in any order: placeholders, code, links, names of commands, numbers. */
function marks(text: string): string {
  return [...text.matchAll(/\{[A-Za-z]+\}|`[^`]+`|\/tool-loop-[a-z-]+|@loopguard|\d+(?:[.,]\d+)*/g)]
    .map(([mark]) => (/^\d/.test(mark) ? mark.replace(/[.,]/g, '') : mark))
    .sort()
    .join(' ');
}

/** A missing sentence stays English. */
export function translateBy(bundle: Texts): Translate {
  return (sentence, values) => inEnglish(bundle[sentence] ?? sentence, values);
}

function readTexts(file: string): Texts {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : {};
}

function main(root: string): void {
  const { sentences, unreadable } = collectSentences(root);
  for (const { file, line } of unreadable) {
    console.error(`${file}:${line}: the sentence must be written in the call, so that it can be translated.`);
  }
  writeFileSync(
    join(root, 'l10n', 'bundle.l10n.json'),
    toJson(Object.fromEntries(sentences.map((sentence) => [sentence, sentence]))),
  );
  const texts = readTexts(join(root, 'package.nls.json'));
  const lines = languagesIn(root).flatMap((language) => {
    const manifest = { ...language.manifest, ...chatTexts(translateBy(language.bundle)) };
    writeFileSync(join(root, `package.nls.${language.name}.json`), toJson(inOrder(manifest, Object.keys(texts))));
    writeFileSync(join(root, 'l10n', `bundle.l10n.${language.name}.json`), toJson(inOrder(language.bundle, sentences)));
    return shortcomings({ ...language, manifest }, sentences, texts);
  });
  console.log(
    lines.length === 0
      ? `All ${sentences.length} sentences and ${Object.keys(texts).length} texts of the manifest are translated.`
      : lines.join('\n'),
  );
  process.exitCode = lines.length + unreadable.length === 0 ? 0 : 1;
}

function inOrder(texts: Texts, keys: readonly string[]): Texts {
  const known = keys.filter((key) => Object.hasOwn(texts, key));
  const others = Object.keys(texts).filter((key) => !keys.includes(key));
  return Object.fromEntries([...known, ...others].map((key) => [key, texts[key] ?? '']));
}

if (process.argv[1]?.endsWith('l10n.ts') === true) {
  main('.');
}
