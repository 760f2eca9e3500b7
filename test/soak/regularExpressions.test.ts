import assert from 'node:assert/strict';
import { escapeMarkdown } from '../../src/core/words/pages/markdown';
import { parseMessage, parseSlashCommand } from '../../src/core/chat/command';
import { describeOutcome } from '../../src/engine/facts/outcome';
import { RepeatingText } from '../../src/core/models/repeatingText';
import { maskValue, maskSecrets } from '../../src/core/words/secrets/mask';
import { parseConfiguration } from '../../src/core/settings/parse';
import { matcher } from '../../src/core/settings/patterns';
import { oneLine, quotedArguments, toolLabel } from '../../src/core/words/quoting';
import { sha256 } from '../../src/node/files/hash';

const CHARACTERS = 5_000;
const TIMES_LONGER = 4;

/**
 * For four times the text, linear time grows four times (plus noise), and quadratic time sixteen times. Only the
 * shortest times are compared. Times close to zero are ignored: for the longer text, anything quadratic takes hundreds
 * of milliseconds.
 */
const MOST_GROWTH = 8;
const NEXT_TO_NOTHING_MS = 40;

/** Hard cases for regular expressions: long runs of what they look for, with an end that doesn't match. */
const PUMPS = [
  ...' \t\naA0-_/.:"\'\\[{(<=*#$,;`@%+é漢\u200b',
  '\u001b[',
  'aA0',
  'a ',
  ' a',
  'a,',
  ', ',
  'a.',
  '-a',
  'a-',
  'a_',
  'a:',
  ':a',
  '://',
  'a://',
  'a:a',
  '::',
  '=a',
  'a=',
  '\\"',
  '""',
  "''",
  '\\\\',
  '[]',
  '{}',
  '()',
  '\r\n',
  'a\n',
  '# ',
  'token',
  'token ',
  'token=',
  'token:"',
  'password ',
  '"password":',
  'secret-',
  'api_key',
  'bearer ',
  'basic ',
  'authorization:',
  'cookie: a',
  'key',
  '_KEY=',
  'A_',
  'pass',
  'pass:',
  '-u a:',
  ' -p',
  'mysql ',
  'docker login ',
  'eyJ',
  'eyJa.',
  'sk-',
  'sk-a-',
  'ghp_',
  'AKIA',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----',
  'https://a:',
  'https://a@',
  '?sig=',
  '"name":"token","value":',
  'value=',
  'error',
  'exception',
  'no a ',
  '0 results',
  'failed ',
  '"error": ',
  'word word ',
  'TRACE',
  '/tool-loop-mode ',
  '!/set(',
  'a=b,',
  '-eyJaaaaaaaa',
];

function hostile(length: number): string[] {
  return PUMPS.flatMap((pump) => {
    const run = pump.repeat(Math.ceil(length / pump.length)).slice(0, length);
    return [run, `${run}\u0000`, `token="${run}`, `x ${run}!x`];
  });
}

/** The shortest time of several runs, in milliseconds of this process, so other processes don't matter. */
function least(work: () => void, runs: number): number {
  let fastest = Infinity;
  for (let run = 0; run < runs; run++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    fastest = Math.min(fastest, (user + system) / 1000);
  }
  return fastest;
}

function firstThatGrows(work: (text: string) => void): string | undefined {
  const longer = hostile(CHARACTERS * TIMES_LONGER);
  return hostile(CHARACTERS)
    .find((text, index) => {
      const long = longer[index] as string;
      const once = least(() => work(long), 1);
      if (once < NEXT_TO_NOTHING_MS) {
        return false;
      }
      return least(() => work(long), 2) > least(() => work(text), 3) * MOST_GROWTH;
    })
    ?.slice(0, 40);
}

describe('regular expressions on hostile texts', function () {
  this.timeout(120_000);

  it('are noticed by this test if they are slow', () => {
    assert.notEqual(
      firstThatGrows((text) => /\s+$/.test(text)),
      undefined,
    );
    assert.notEqual(
      firstThatGrows((text) => /^(?:\s*\[\s*\])?\s*\s*$/.test(text)),
      undefined,
    );
  });

  const entries: Record<string, (text: string) => void> = {
    masking: maskSecrets,
    'masking a command line': (text) => maskValue(Array.from({ length: text.length / 500 }, () => [text, '-p']).flat()),
    'describing an outcome': (text) => describeOutcome(text, false, sha256),
    'watching an answer': (text) => new RepeatingText(5).push(text),
    'reading a chat message': (text) => parseMessage(text),
    'reading a chat command': (text) => parseSlashCommand('tool-loop-mode', text),
    'escaping Markdown': escapeMarkdown,
    'showing a tool': toolLabel,
    'quoting arguments': quotedArguments,
    'one line': oneLine,
    'reading a setting': (text) =>
      parseConfiguration({
        user: { mode: text, messages: { block: text }, guardedModels: [text], tools: { [text]: {} } },
        environment: { TOOL_LOOP_MODE: text },
      }),
  };
  for (const [what, work] of Object.entries(entries)) {
    it(`take time that grows no faster than the text: ${what}`, () => assert.equal(firstThatGrows(work), undefined));
  }

  it('from globs in settings take bounded time, whatever the glob', () => {
    const globs = [
      'a*'.repeat(100),
      '*a*a*a*a*b',
      '*a*a*b',
      '+(a)+(a)b',
      '*(*(*(a)))b',
      '(a+)+b',
      '(a|aa)+b',
      '{a,aa}+b',
      '[a]+[a]+b',
      '!(a*)*b',
      '{a,{a,{a,a}}}*b',
      '?'.repeat(200),
      '@(a|a)*b',
      '**/**/**/b',
      '((((a*)*)*)*)b',
      '{a,a}{a,a}{a,a}{a,a}{a,a}{a,a}{a,a}{a,a}{a,a}{a,a}{a,a}b',
    ];
    const growth = globs.filter((glob) => {
      const matches = matcher(glob);
      const [short, long] = [2_000, 8_000].map((length) => least(() => matches('a'.repeat(length)), 5)) as [
        number,
        number,
      ];
      return long > NEXT_TO_NOTHING_MS && long > short * MOST_GROWTH;
    });
    assert.deepEqual(growth, []);
  });
});
