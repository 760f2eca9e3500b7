import assert from 'node:assert/strict';
import { causeOf, classify } from '../../../src/engine/facts/outcome';

const kindOf = (text: string): string => classify(text, text.length, false).kind;

describe('failures in the text', () => {
  it('are recognized if an answer is clear', () => {
    for (const text of [
      `Your edit was not applied: the context does not match.${' x'.repeat(300)}`,
      'Exit code: 2\nOutput:\nsomething long',
      'Process exited with code 1\nOutput:\nFAIL x',
      '{"output":"x","metadata":{"exit_code":1}}',
      'connect: connection refused',
      'Wrong answer, sorry.\nWrong!',
      'Enter the password:\nThat is the wrong password.',
      '{"correct": false}',
      'Please wait.\nfail',
    ]) {
      assert.equal(kindOf(text), 'failed', text);
    }
    assert.equal(kindOf('Exit code: 1\nOutput:\n'), 'nothing');
  });

  it('are recognized in other languages, with their causes', () => {
    for (const [text, cause] of [
      ['cat: a.txt: Datei oder Verzeichnis nicht gefunden', 'datei oder verzeichnis nicht gefunden'],
      ['a.c:12:3: erreur: « total » non déclaré', 'erreur'],
      ['bash: línea 1: foo: orden no encontrada', 'orden no encontrada'],
      ['make: *** [Makefile:2: all] エラー 1', 'エラー #'],
      ['致命错误：不是 git 仓库（或者任何父目录）：.git', '不是 git 仓库'],
    ] as const) {
      assert.equal(kindOf(text), 'failed', text);
      assert.ok(causeOf(text, undefined)?.includes(cause), causeOf(text, undefined));
    }
    for (const text of ['Keine Fehler gefunden', 'Aucune erreur', 'No hay errores', 'エラーはありません', '没有错误']) {
      assert.equal(kindOf(text), 'plain', text);
    }
  });

  it('aren’t found in the output of searches, files, and reports of success', () => {
    for (const text of [
      '0 errors, 3 warnings',
      'All checks passed with no errors.',
      'The build has finished with no errors.',
      'There were no failures.',
      'src/a.ts:12: throw new Error("not found")',
      'src/log.ts:3:  logger.error("connection refused")',
      `export class ParseError extends Error {${' x'.repeat(200)}`,
      'const message = `${name} does not exist`;',
      'Exit code: 0\nOutput:\nok 12',
      '{"exit_code":0,"output":"rejected 0 rows"}',
      'src/quiz.ts:7:  "Wrong answer!",',
      'right 12, wrong 3',
      '[{"question": 7, "correct": false}]',
      'pass 12\nfail 0',
    ]) {
      assert.notEqual(kindOf(text), 'failed', text);
    }
  });
});

describe('the cause of a failure', () => {
  it('is the answer without quotes from the call, numbers, and volatile parts', () => {
    const edit = (old: string): string | undefined =>
      causeOf(`String to replace not found in file.\nString: ${old}`, { path: 'a.ts', old_string: old });
    assert.equal(edit('const first = 1;'), edit('let second = 2;'));
    assert.equal(causeOf('line 12: x: command not found', {}), causeOf('line 7: x: command not found', {}));
  });

  it('is found in a transcript inside of JSON', () => {
    const inJson = (line: string) =>
      causeOf(
        JSON.stringify({ stdout: '', stderr: `  ${line}\nZeroDivisionError: division by zero`, returncode: 1 }),
        {},
      );
    assert.ok(inJson('a = 1 / 0')?.includes('zerodivisionerror'));
    assert.equal(inJson('a = 1 / 0'), inJson('total = prices / count'));
  });

  it('differs for another error, and is undefined if none is named', () => {
    assert.notEqual(causeOf('no such file: a', {}), causeOf('permission denied: a', {}));
    for (const text of ['', 'Exit code 1', 'all is well']) {
      assert.equal(causeOf(text, {}), undefined, text);
    }
  });
});
