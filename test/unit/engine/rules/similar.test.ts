import assert from 'node:assert/strict';
import { similar } from '../../../../src/engine/rules/similar';
import { callSimilarity } from '../../../../src/engine/rules/similarity';
import { fieldWords } from '../../../../src/engine/facts/fieldWords';
import type { Evidence } from '../../../../src/engine/ledger/evidence';
import { call, evidence, failing, history, detect } from './evidence';

const measure = {
  similarityAlgorithm: 'levenshtein' as 'levenshtein' | 'jaccard',
  similarityThreshold: 0.9,
  normalizeWhitespace: true,
  ignoreCase: true,
};
const settings = { ...measure, maxSimilar: 3 };
const certainty = (seen: Evidence): string | undefined => detect(similar, seen, settings)?.certainty;

const query = (ending: string, result = '[]') =>
  call('query', { sql: `SELECT name, age FROM people WHERE town = 'Rome'${ending}` }, result);

describe('similar', () => {
  it('warns at the third variation with the same answer and is certain at the twelfth', () => {
    const variations = Array.from({ length: 11 }, (_, at) => query(' '.repeat(at).concat(';'), 'Ann, 31'));
    assert.equal(certainty(evidence(history(...variations.slice(0, 1)), query('--'))), undefined);
    assert.equal(certainty(evidence(history(...variations.slice(0, 2)), query('--'))), 'likely');
    assert.equal(certainty(evidence(history(...variations.slice(0, 10)), query('--'))), 'likely');
    assert.equal(certainty(evidence(history(...variations), query('--'))), 'certain');
  });

  it('warns at the second variation where that is the limit', () => {
    const found = detect(similar, evidence(history(query(';', 'Ann, 31')), query('--')), { ...measure, maxSimilar: 2 });
    assert.equal(found?.certainty, 'likely');
  });

  it('allows a third variation after two failed or empty ones', () => {
    const variations = ['', ';', ' ;'].map((ending) => query(ending));
    assert.equal(certainty(evidence(history(...variations.slice(0, 2)), query('--'))), undefined);
    assert.equal(certainty(evidence(history(...variations.slice(0, 2)), query(''))), undefined);
    assert.equal(certainty(evidence(history(...variations), query('--'))), 'likely');
  });

  it('treats one changed number as a variation if the answer is long and the same', () => {
    const news = (limit: number, answer: string) => call('get_news', { topic: 'rome', limit }, answer);
    const filtered = 'The content was withheld by a filter.';
    const past = [5, 10, 20].map((limit) => news(limit, filtered));
    assert.equal(certainty(evidence(history(...past), news(50, filtered))), 'likely');
    const pages = [5, 10, 20].map((limit) => news(limit, `${limit} lines of news from a rather long page`));
    assert.equal(certainty(evidence(history(...pages), news(50, ''))), undefined);
    const sent = [5, 10, 20].map((limit) => news(limit, 'sent'));
    assert.equal(certainty(evidence(history(...sent), news(50, ''))), undefined);
  });

  it('treats the same short answer about another path or host as work', () => {
    const folder = '/code/shop-frontend/packages/web/src/components/';
    const rows: ((name: string) => ReturnType<typeof call>)[] = [
      (name) => call('get_errors', { filePaths: [`${folder}${name}.tsx`] }, 'No errors found.'),
      (name) => call('run', { command: `mkdir -p ${folder}${name}` }, ''),
      (name) => call('run', { command: `cp ${folder}${name}.tsx ${folder}old/${name}.tsx` }, '{"stdout":""}'),
      (name) => call('ping', { host: `${name}.production.eu-central.internal.example.com` }, 'It answers in time.'),
    ];
    for (const row of rows) {
      const [next, ...past] = ['users', 'posts', 'likes', 'carts', 'items'].map(row);
      assert.equal(certainty(evidence(history(...past), next as ReturnType<typeof call>)), undefined);
    }
  });

  it('treats another spelling of a path, and another query of one URL, as variations', () => {
    const page = (query: string) =>
      call('fetch', { url: `https://example.org/a/rather/long/path?q=${query}` }, 'A list.');
    assert.equal(certainty(evidence(history(page('rust+book'), page('rust+books')), page('rust+cook'))), 'likely');
    const list = (path: string) => call('list', { path }, 'a.ts b.ts');
    const spelled = ['/code/shop/src/packages/parser', '/code/shop/src/packages/Parser'].map(list);
    assert.equal(certainty(evidence(history(...spelled), list('/code/shop/src/packages/PARSER'))), 'likely');
  });

  it('counts attempts at other paths after the same failure', () => {
    const lint = (name: string) =>
      failing('run', { command: `lint --strict /code/shop/src/components/${name}.ts` }, 'no lint');
    const past = ['users', 'posts', 'likes'].map(lint);
    assert.equal(certainty(evidence(history(...past), lint('carts'))), 'likely');
  });

  it('ignores unknown answers, and identical calls, which are for repeat', () => {
    assert.equal(certainty(evidence(history(query(''), query(''), query('')), query(''))), undefined);
    const unknown = (ending: string) =>
      call('query', { sql: `SELECT name, age FROM people WHERE town = 'Rome'${ending}` });
    assert.equal(certainty(evidence(history(unknown(''), unknown(';'), unknown(' ;')), unknown('--'))), undefined);
  });

  it('counts every attempt after the same failure, with numbers blanked', () => {
    const attempt = (ending: string, line: number) =>
      failing('query', { sql: `SELEC name, age FROM people${ending}` }, `syntax error at line ${line}`);
    const twice = history(attempt('', 1), attempt(' ', 2));
    assert.equal(certainty(evidence(twice, attempt(';', 0))), undefined);
    assert.equal(certainty(evidence(twice, attempt('', 0))), 'likely');
    const thrice = history(attempt('', 1), attempt('', 1), attempt(' ', 2));
    assert.equal(certainty(evidence(thrice, attempt(';', 0))), 'likely');
  });

  it('never stops the first variation of a failing call', () => {
    const attempt = (ending: string) =>
      failing('query', { sql: `SELEC name, age FROM people${ending}` }, 'syntax error');
    const same = Array.from({ length: 5 }, () => attempt(''));
    assert.equal(certainty(evidence(history(...same), attempt(';'))), 'likely');
  });

  it('doesn’t count answers that other kinds of calls also got', () => {
    const edit = (text: string) => call('edit', { file: 'x.ts', text }, 'Line 7.');
    const alike = ['value', 'values', 'valued'].map((word) =>
      edit(`const first = one(rather, long, list, of, ${word}, and, others);`),
    );
    assert.equal(certainty(evidence(history(...alike.slice(0, 2)), alike[2] as ReturnType<typeof edit>)), 'likely');
    const past = history(edit('import assert from "assert";'), ...alike.slice(0, 2));
    assert.equal(certainty(evidence(past, alike[2] as ReturnType<typeof edit>)), undefined);
  });

  it('is cleared by another tool that did something new', () => {
    const look = call('describe', { table: 'people' }, 'name, age, town');
    assert.equal(certainty(evidence(history(query(''), query(';'), look), query('--'))), undefined);
  });

  it('ignores arguments too large to be kept', () => {
    const big = (end: string) => call('write', { text: 'x'.repeat(5000) + end }, 'ok');
    assert.equal(certainty(evidence(history(big('a'), big('b')), big('c'))), undefined);
  });
});

describe('the similarity of calls', () => {
  const similarity = (a: unknown, b: unknown, how = measure): number => {
    const [newer, older] = [a, b].map((given, at) => {
      const [made] = history(call('tool', given, 'found'));
      assert.ok(made !== undefined);
      return { ...made, signature: String(at), fields: fieldWords(given, how) };
    });
    assert.ok(newer !== undefined && older !== undefined);
    return callSimilarity(newer, older, how);
  };

  it('is measured by the number of changed characters in words', () => {
    const sentence = (word: string) => `one of the many words in this sentence is ${word}`;
    assert.ok(similarity(sentence('new'), sentence('old')) >= 0.9);
    assert.ok(similarity(sentence('other'), sentence('a rather long one')) < 0.9);
    assert.ok(similarity('completely', 'different') < 0.5);
  });

  it('ignores case and white space only if configured', () => {
    const exact = { ...measure, ignoreCase: false, normalizeWhitespace: false };
    assert.equal(similarity('ls  -LA', 'ls -la'), 1);
    assert.ok(similarity('ls  -LA', 'ls -la', exact) < 0.9);
    assert.ok(similarity('ab', 'a b') < 1);
  });

  it('is measured by shared words with jaccard', () => {
    const jaccard = { ...measure, similarityAlgorithm: 'jaccard' as const };
    assert.equal(similarity('one two three', 'three two one', jaccard), 1);
    assert.equal(similarity({ a: 'one two three', b: 1 }, { a: 'one two', b: 1 }, jaccard), 0.5);
    assert.equal(similarity('one two', 'three four', jaccard), 0);
  });

  it('is the share of similar fields, if only one varies', () => {
    const text = (word: string) => `one of the many words in this sentence is ${word}`;
    assert.equal(similarity({ a: 'x', b: 1 }, { a: 'x' }), 0.5);
    assert.equal(similarity({ a: text('new'), b: 1 }, { a: text('old'), b: 1 }), 1);
    assert.equal(similarity({ a: 1 }, { b: 1 }), 0);
    assert.equal(similarity({ a: { b: ['x', 'y'] } }, { a: { b: ['x', 'y'] } }), 1);
    assert.equal(similarity({ a: text('new'), b: text('new') }, { a: text('old'), b: text('old') }), 0);
  });

  it('is zero if another value or the length of a list differs', () => {
    const todo = (status: string) => ({
      list: [
        { id: 1, status: 'completed' },
        { id: 2, status },
      ],
    });
    assert.equal(similarity(todo('not-started'), todo('completed')), 0);
    assert.equal(similarity(['a', 'b'], ['a', 'c']), 0);
    assert.equal(similarity({ files: ['a'] }, { files: ['a', 'b'] }), 0);
    assert.equal(similarity({ a: true, b: 'x' }, { a: false, b: 'x' }), 0);
  });

  it('reflects one changed word in a long text, wherever it is', () => {
    const text = (at: number, word: string) =>
      Array.from({ length: 200 }, (_, index) => (index === at ? word : `word${index}`)).join(' ');
    for (const at of [0, 70, 140, 199]) {
      assert.ok(similarity(text(at, 'new'), text(at, 'old')) >= 0.9, String(at));
      assert.ok(similarity(text(at, 'new'), text(at, 'new and one more')) >= 0.9, String(at));
    }
  });

  it('uses a bounded number of words, whatever the size and depth', () => {
    const kept = fieldWords('a b. '.repeat(100_000), measure) ?? [];
    assert.ok(kept.join('').length < 500, String(kept.join('').length));
    let deep: unknown = 'x';
    for (let depth = 0; depth < 5000; depth++) {
      deep = { in: deep };
    }
    assert.equal(fieldWords(deep, measure), undefined);
    assert.equal(fieldWords(Array.from({ length: 1000 }, String), measure), undefined);
    assert.doesNotMatch(String(fieldWords({ token: 'secret' }, measure)), /secret|token/);
  });
});
