import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const ENGINE = resolve(__dirname, '../../src/engine');
const PATTERNS = 'facts/patterns/';

const files = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.startsWith(PATTERNS));

describe('regular expressions of the engine', () => {
  it('are rows of patterns if they recognize words; others only split and count', () => {
    const words = files.flatMap((path) =>
      expressionsOf(path)
        .filter((expression) => /[A-Za-z]{2}/.test(withoutClasses(expression)))
        .map((expression) => `${path}: ${expression}`),
    );
    assert.deepEqual(words, []);
  });

  it('are written as literals', () => {
    assert.deepEqual(
      files.filter((path) => readFileSync(join(ENGINE, path), 'utf8').includes('RegExp(')),
      [],
    );
  });
});

function expressionsOf(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(join(ENGINE, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      found.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Only the words that an expression looks for, without flags, escapes, and character classes. */
function withoutClasses(expression: string): string {
  return expression
    .slice(0, expression.lastIndexOf('/'))
    .replace(/\\p\{\w+\}|\\./g, '·')
    .replace(/\[[^\]]*\]/g, '·');
}
