import assert from 'node:assert/strict';
import { stall } from '../../../../src/engine/rules/stall';
import type { Evidence } from '../../../../src/engine/ledger/evidence';
import { call, evidence, failing, history, inParallel, detect } from './evidence';

const settings = { maxStalls: 4 };
const certainty = (seen: Evidence): string | undefined => detect(stall, seen, settings)?.certainty;

const guess = (name: string, line = 1) => failing('run', { name }, `line ${line}: ${'frobnicate'}: command not found`);
const read = (name: string) => call('read', { name }, `text of ${name}`);
const edit = (text: string) => call('edit', { file: 'x.ts', text }, 'File updated.');

describe('stall: the same failure again', () => {
  it('is certain at the fourth failure of a repeated call, or at the eighth of new calls', () => {
    const failures = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => guess(name));
    assert.equal(certainty(evidence(history(...failures.slice(0, 3)), guess('a'))), 'certain');
    assert.equal(certainty(evidence(history(...failures.slice(0, 6)), guess('new'))), 'likely');
    const found = detect(stall, evidence(history(...failures), guess('new')), settings);
    assert.deepEqual(
      [found?.certainty, found?.rule, found?.setting, found?.factor, found?.threshold],
      ['certain', 'stall', 'maxStalls', 2, 8],
    );
  });

  it('warns of different guesses that a checker rejects, and stops only one guess again and again', () => {
    const offer = (word: string) => call('check', { word }, 'Wrong answer!');
    const offers = Array.from('abcdefghijklmnopqrst', offer);
    assert.equal(certainty(evidence(history(...offers), offer('z'))), 'likely');
    assert.equal(certainty(evidence(history(...offers), offer('t'))), 'likely');
    const again = [offer('a'), offer('b'), offer('a'), offer('c'), offer('a')];
    assert.equal(certainty(evidence(history(...again), offer('a'))), 'certain');
  });

  it('stops a rejected edit that is repeated unchanged, and only warns about a different one', () => {
    const rejected = (text: string) =>
      failing('edit', { file: 'x.ts', new_text: text }, `Would be: ${text}\nIndentationError: unexpected indent`);
    const past = history(rejected('let total;'), rejected('var sum;'), rejected('const all;'));
    assert.equal(certainty(evidence(past, rejected('var sum;'))), 'certain');
    assert.equal(certainty(evidence(past, rejected('const all = 1;'))), 'likely');
    const looked = history(rejected('var sum;'), read('x.ts'), rejected('let total;'), rejected('const all;'));
    assert.notEqual(certainty(evidence(looked, rejected('var sum;'))), 'certain');
  });

  it('counts answers that found nothing alike', () => {
    const search = (word: string) => call('search', { word }, '[]');
    const empty = ['foo', 'fo0', 'f00', 'oof'].map(search);
    assert.equal(certainty(evidence(history(...empty.slice(0, 3)), search('f0o'))), undefined);
    assert.equal(certainty(evidence(history(...empty), search('f0o'))), 'likely');
  });

  it('counts the same short answer to several questions as finding nothing, in any language', () => {
    const afterFive = (tool: string, answer: (word: string) => string): string | undefined => {
      const ask = (word: string) => call(tool, { text: word }, answer(word));
      return certainty(evidence(history(...['flux', 'civitai', 'download', 'sampler'].map(ask)), ask('lora')));
    };
    assert.deepEqual(
      [
        afterFive('find', (word) => `Zu „${word}“ gibt es keinen Eintrag.`),
        afterFive('find', (word) => `${word}: ${word.length * 7} entries`),
        afterFive('find', () => 'Nothing.'),
        afterFive('tap', (word) => `Tapped on the element ${word}`),
        afterFive('find_and_send', (word) => `“${word}” is on its way to the team`),
      ],
      ['likely', undefined, undefined, undefined, undefined],
    );
  });

  it('allows one more call that has little in common with the failed ones', () => {
    const past = history(guess('a'), guess('b'), guess('c'));
    const other = failing('run', { command: 'ls -l', folder: '/src' }, '');
    assert.equal(certainty(evidence(past, other)), undefined);
  });

  it('stops no call that is unlike all failed ones, unless such calls failed before', () => {
    const send = (text: string) => failing('run', { command: `echo ${text} | nc 127.0.0.1 5000` }, 'timed out');
    const sent = Array.from('abcdefgh', send);
    const other = call('run', { command: 'radare2 -qc afl maze', folder: '/src' }, '');
    const short = Array.from('abcdefgh', (letter) => failing('run', { command: `nc maze ${letter}` }, 'timed out'));
    assert.equal(certainty(evidence(history(...short), call('run', { command: 'strings bin/maze' }, ''))), 'likely');
    assert.equal(certainty(evidence(history(...sent), send('z'))), 'certain');
    assert.equal(certainty(evidence(history(...sent), other)), 'likely');
    const gone = Array.from('abcdefgh', (name) =>
      failing('run', { [name]: `${name}b ${name}c` }, 'no such container: web'),
    );
    assert.equal(certainty(evidence(history(...gone), other)), 'certain');
  });

  it('allows no more calls if unlike calls failed with the same text', () => {
    const gone = (command: string) => failing('run', { command }, 'no such container: web');
    const past = history(gone('ls -l src'), gone('python solve.py'), gone('curl example.org'));
    assert.equal(certainty(evidence(past, gone('apt-get update'))), 'likely');
    const variations = history(gone('ls -l src'), gone('ls -l lib'), gone('ls -l test'));
    assert.equal(certainty(evidence(variations, gone('apt-get update'))), undefined);
    assert.equal(certainty(evidence(past, call('look', {}, ''))), undefined);
  });

  it('is cleared by another tool only if that did something new', () => {
    const row = [guess('a'), guess('b'), guess('c')];
    assert.equal(certainty(evidence(history(...row, edit('fix')), guess('a'))), undefined);
    assert.equal(certainty(evidence(history(edit('fix'), ...row, edit('fix')), guess('a'))), 'certain');
  });

  it('lets the model try another tool', () => {
    assert.equal(
      certainty(evidence(history(guess('a'), guess('b'), guess('c'), guess('d')), read('manual'))),
      undefined,
    );
  });

  it('counts a batch as one attempt, which succeeds if one of its calls does', () => {
    const batch = ['a', 'b', 'c', 'd', 'e'].map((name) => guess(name));
    assert.equal(certainty(evidence(history(batch), guess('a'))), undefined);
    const past = history(guess('a'), guess('b'), guess('c'), [call('run', { script: 'x' }, 'done')]);
    assert.equal(certainty(inParallel(past, guess('d'))), undefined);
  });
});

describe('stall: one answer for everything', () => {
  const refused = 'Your session has expired, please sign in.';

  it('warns if several tools give the same answer five times', () => {
    const past = [
      call('mail', { q: 'a' }, refused),
      call('calendar', {}, refused),
      call('mail', { q: 'b' }, refused),
      call('calendar', { day: 2 }, refused),
    ];
    assert.equal(certainty(evidence(history(...past.slice(1)), call('contacts', {}))), undefined);
    const found = evidence(history(...past), call('contacts', {}));
    assert.equal(certainty(found), 'likely');
    assert.equal(detect(stall, found, settings)?.results, 'same');
  });

  it('is silent on short acknowledgments and on a single tool', () => {
    const acknowledged = ['invite', 'add', 'remove', 'send'].map((tool) => call(tool, { user: 'x' }, 'done'));
    assert.equal(certainty(evidence(history(...acknowledged), call('send', { user: 'y' }))), undefined);
    const updates = ['a', 'b', 'c', 'd'].map((text) => call('edit', { text }, 'The file was updated successfully.'));
    assert.equal(certainty(evidence(history(...updates), call('edit', { text: 'e' }))), undefined);
  });
});

describe('stall: only known ground', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(read) as [
    ReturnType<typeof read>,
    ReturnType<typeof read>,
    ReturnType<typeof read>,
    ReturnType<typeof read>,
  ];

  it('warns at the fourth round of calls made before, in any order, and is certain at the sixteenth', () => {
    assert.equal(certainty(evidence(history(a, b, c, d, c, a), c)), undefined);
    assert.equal(certainty(evidence(history(a, b, c, d, c, a, d), c)), 'likely');
    const again = [c, a, d, b, d, a, c, b, c, a, d, b, d, a, c];
    assert.equal(certainty(evidence(history(a, b, c, d, ...again.slice(1)), b)), 'likely');
    const found = detect(stall, evidence(history(a, b, c, d, ...again), b), settings);
    assert.deepEqual([found?.certainty, found?.rule, found?.threshold], ['certain', 'revisit', 16]);
  });

  it('allows two looks at each of a few things, up to the eighth round', () => {
    const [e, f, g, h] = [read('e'), read('f'), read('g'), read('h')];
    const first = [a, b, c, d, e, f, g, h];
    assert.equal(certainty(evidence(history(...first, c, a, d, b, e, f), g)), undefined);
    assert.equal(certainty(evidence(history(...first, c, a, d, b, e, f, g), h)), 'likely');
    assert.equal(certainty(evidence(history(...first, c, a, d), c)), 'likely');
    assert.equal(certainty(evidence(history(...first, c, a, c), d)), 'likely');
  });

  it('ends with any news', () => {
    assert.equal(certainty(evidence(history(a, b, c, d, c, a, read('e'), d, b), a)), undefined);
    assert.equal(
      certainty(evidence(history(a, b, c, d, c, a, call('read', { name: 'b' }, 'changed'), d, c), a)),
      undefined,
    );
  });

  it('allows a new call', () => {
    assert.equal(certainty(evidence(history(a, b, c, d, c, a, d, b, a), read('e'))), undefined);
  });

  it('allows a call that had another answer before, without a warning', () => {
    const go = (line: number) => call('debug_continue', {}, `Stopped at line ${line}, in main`);
    const past = history(a, b, c, d, go(12), go(40), c, a, d);
    assert.equal(certainty(evidence(past, c)), 'likely');
    assert.equal(certainty(evidence(past, go(0))), undefined);
  });

  it('allows a restarted program to be set up again a few times', () => {
    const stop = call('stop', {}, 'Session stopped successfully.');
    const steps = [stop, read('program'), read('breakpoints')];
    const past = (passes: number) =>
      history(...Array.from({ length: passes }, (_, pass) => [edit(`attempt ${pass}`), ...steps]).flat());
    assert.equal(certainty(evidence(past(3), read('program'))), undefined);
    assert.equal(certainty(evidence(past(4), read('program'))), 'likely');
  });

  it('leaves identical calls to repeat', () => {
    assert.equal(certainty(evidence(history(a, a, a, a, a, a), a)), undefined);
  });
});
