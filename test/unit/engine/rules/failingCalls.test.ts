import assert from 'node:assert/strict';
import type { Evidence } from '../../../../src/engine/ledger/evidence';
import { stall } from '../../../../src/engine/rules/stall';
import { call, evidence, failing, history, type Made, detect } from './evidence';

const settings = { maxStalls: 4 };
const certainty = (seen: Evidence): string | undefined => detect(stall, seen, settings)?.certainty;
const after = (past: readonly Made[], next: Made): string | undefined => certainty(evidence(history(...past), next));

const edit = (old: string): Made =>
  failing(
    'edit_file',
    { path: 'a.ts', old_string: `function first() {\n${old}`, new_string: `function first() {\n  fixed(${old})` },
    `String to replace not found in file.\nString: function first() {\n${old}`,
  );
const read = (line: number): Made => call('read', { path: 'a.ts', offset: line }, `text of line ${line}`);
const REPORT =
  '--- FAIL: TestBatches (0.07s)\n    batches_test.go:12: expected 3 batches, got 1\nFAIL\nFAIL example.org/batches';
const test = (report = REPORT): Made => failing('run', { command: 'go test ./batches' }, report);
const work = (text: string): Made => call('edit_file', { path: 'b.ts', content: `${text}\n` }, 'Updated.');

describe('stall: failures for one reason', () => {
  it('warns at the fourth edit that is rejected for one cause, even with reads in between', () => {
    assert.equal(after([edit('a;'), read(1), edit('b;')], edit('c;')), undefined);
    assert.equal(after([edit('a;'), read(1), edit('b;'), read(9), edit('c;')], edit('d;')), 'likely');
  });

  it('lets the model correct itself after two rejections', () => {
    assert.equal(after([edit('a;'), edit('b;')], edit('c;')), undefined);
  });

  it('lets the model try another tool, unless it already had and was rejected again', () => {
    assert.equal(after([edit('a;'), edit('b;'), edit('c;')], read(1)), undefined);
    assert.equal(after([edit('a;'), edit('b;'), edit('c;'), edit('d;'), edit('e;')], read(1)), undefined);
    assert.equal(after([edit('a;'), read(1), edit('b;'), edit('c;')], read(2)), 'likely');
    const guess = (name: string) => failing('run', { script: name }, 'frobnicate: command not found');
    assert.equal(after(['a', 'b', 'c', 'd', 'e'].map(guess), read(1)), undefined);
  });

  it('is certain at the eighth edit that is rejected in the same words, and never for another tool', () => {
    const seven = Array.from('abcdefg', (letter) => edit(`${letter};`));
    assert.equal(after(seven, edit('y;')), 'likely');
    const inSameWords = (text: string) =>
      failing('edit_file', { path: 'a.ts', old_string: `function first() {\n${text}`, new_string: '' }, 'No such text');
    const worded = Array.from('abcdefg', (letter) => inSameWords(`${letter};`));
    assert.equal(after(worded.slice(0, 6), inSameWords('y;')), 'likely');
    assert.equal(after(worded, inSameWords('y;')), 'certain');
    assert.equal(after([...seven.slice(0, 4), read(1), ...seven.slice(4)], read(2)), undefined);
  });

  it('never stops another tool that may help, or a call that failed long ago', () => {
    const seven = Array.from('abcdefg', (letter) => edit(`${letter};`));
    const out = [
      call('write_file', { path: 'a.ts', content: 'function first() {}' }),
      call('multi_edit', { path: 'a.ts', old_string: 'function first() {\na;', new_string: 'function first() {}' }),
      read(300),
    ];
    out.forEach((next) => assert.notEqual(after(seven, next), 'certain', next.tool));
    const before = [edit('a;'), read(1), work('x'), edit('b;'), edit('c;'), edit('d;')];
    assert.equal(after(before, edit('a;')), 'likely');
    assert.equal(after(before.slice(3), edit('b;')), 'certain');
  });

  it('allows twice as many calls that have little in common with failed ones', () => {
    const past = Array.from('abcdefghijklmnopq', (letter) => letter.repeat(5)).map((name) =>
      failing('run', { command: `${name} --${name}s /${name}` }, `wrote /${name}\nerror: no space left on device`),
    );
    assert.equal(after(past.slice(0, 14), past[14] as Made), 'likely');
    assert.equal(after(past.slice(0, 15), past[15] as Made), 'certain');
  });

  it('ends with a success or another cause', () => {
    assert.equal(after([edit('a;'), edit('b;'), edit('c;'), work('x')], edit('d;')), undefined);
    const other = failing('edit_file', { path: 'a.ts', old_string: 'x\n', new_string: 'y\n' }, 'permission denied');
    assert.equal(after([edit('a;'), edit('b;'), other], edit('d;')), undefined);
  });

  it('warns at the fifth small step from a rejected edit, whatever the reasons', () => {
    const reasons = ['unexpected indent', 'unmatched bracket', 'missing colon', 'unexpected end of file'];
    const steps = reasons.map((reason, at) =>
      failing('edit_file', { path: 'a.py', content: `if total > 0:\n  return [total, ${at}]` }, `Error: ${reason}`),
    );
    const [next] = steps as [Made];
    assert.equal(after(steps.slice(1), next), undefined);
    assert.equal(after(steps, next), 'likely');
    assert.equal(after([...steps.slice(0, 2), work('x'), ...steps.slice(2)], next), undefined);
    const another = { path: 'b.ts', content: 'export const names = new Set(known);' };
    assert.equal(after(steps, failing('edit_file', another, '')), undefined);
  });

  it('ignores a batch that fails as a whole, because it is one decision', () => {
    const batch = [edit('a;'), edit('b;'), edit('c;'), edit('d;')];
    assert.equal(certainty(evidence(history(batch), edit('e;'))), undefined);
  });

  it('finds a check that fails with the same report after every change', () => {
    const past = [test(), work('1'), test(), work('2'), test(), work('3')];
    assert.equal(after(past, test()), 'likely');
    assert.equal(after(past.slice(0, 4), test()), undefined);
    const twelve = Array.from({ length: 12 }, (_, index) => [test(), work(`${index}`)]).flat();
    assert.equal(after(twelve, test()), 'likely');
  });

  it('ignores a check that fails elsewhere, or whose report is too short', () => {
    const reports = ['Batches', 'Chunks', 'Pages'].map((name) => REPORT.replaceAll('Batches', name));
    assert.equal(
      after(
        reports.flatMap((report) => [test(report), work(report)]),
        test(),
      ),
      undefined,
    );
    const short = ['1', '2', '3'].flatMap((text) => [test('2 failed'), work(text)]);
    assert.equal(after(short, test('2 failed')), undefined);
  });

  it('finds a check that fails with one short cause that isn’t a measurement', () => {
    for (const cause of ['Timed out', 'Killed', 'bash: mvn: command not found']) {
      const past = ['1', '2', '3', '4'].flatMap((text) => [test(cause), work(text)]);
      assert.equal(after(past, test()), 'likely', cause);
      assert.equal(after(past.slice(2), test()), undefined, cause);
    }
  });

  it('finds one command that fails with every flag', () => {
    const log = (flags: string, cause: string) =>
      failing('run', { command: `git log origin/main ${flags} src docs test lib` }, `fatal: ${cause}`);
    const past = [log('-1', 'unknown revision'), log('-2', 'invalid argument'), log('-3', 'unknown revision')];
    assert.equal(after(past, log('-4', '')), 'likely');
    assert.equal(after(past, call('run', { command: 'git remote -v' })), undefined);
    const three = [...past.slice(0, 2), log('-3', 'is not a repository')];
    assert.equal(after(three, log('-4', '')), undefined);
  });

  it('waits one attempt longer if nothing is found, and ends with news from elsewhere', () => {
    const search = (word: string) => call('search', { pattern: word, folder: 'src' }, 'No matches found');
    const four = ['foo', 'fooo', 'fo', 'ffoo'].map(search);
    assert.equal(after(four.slice(0, 3), search('of')), undefined);
    assert.equal(after(four, search('of')), 'likely');
    assert.equal(after([...four.slice(0, 3), read(1), four[3] as Made], search('of')), undefined);
  });
});

describe('stall, with a server of MCP tools', () => {
  const CLOSED = 'MCP error -32000: Connection closed';
  const asked = (tool: string, fault = CLOSED): Made => failing(tool, { query: `text of ${tool}` }, fault);
  const tools = ['mcp__db__tables', 'mcp__db__query', 'mcp__db__describe'];
  const rule = (past: readonly Made[], next: Made): string | undefined =>
    detect(stall, evidence(history(...past), next), settings)?.rule;

  it('warns once if three calls have failed because the server is gone, whatever the tool', () => {
    const three = tools.map((tool) => asked(tool));
    assert.equal(rule(three.slice(0, 2), asked('mcp__db__indexes')), undefined);
    assert.equal(rule(three, asked('mcp__db__indexes')), 'server');
    assert.equal(rule([...three, asked('mcp__db__indexes')], asked('mcp__db__keys')), undefined);
  });

  it('recognizes the server by its tools’ names in each agent', () => {
    for (const server of ['mcp__db__', 'mcp_db_', 'db__', 'db-mcp-server-']) {
      const three = ['tables', 'query', 'describe'].map((tool) => asked(`${server}${tool}`));
      assert.equal(rule(three, asked(`${server}keys`)), 'server', server);
    }
  });

  it('continues counting while the agent works around it', () => {
    const around = tools.flatMap((tool, at) => [asked(tool), read(at * 9), work(`${at}`)]);
    assert.equal(rule(around, asked('mcp__db__keys')), 'server');
  });

  it('recognizes every message about a missing server', () => {
    const faults = ['Error: connection lost to db', 'Not connected', 'tool describe: the connection was closed'];
    assert.equal(
      rule(
        tools.map((tool, at) => asked(tool, faults[at])),
        asked('mcp__db__keys'),
      ),
      'server',
    );
  });

  it('acts at the tenth failure, if nothing else returned anything new', () => {
    const nine = [...tools, ...tools, ...tools].map((tool) => asked(tool));
    assert.equal(after(nine, asked('mcp__db__keys')), 'certain');
    assert.equal(after([...nine.slice(0, 4), read(1), ...nine.slice(4)], asked('mcp__db__keys')), undefined);
  });

  it('ignores other failures', () => {
    const three = tools.map((tool) => asked(tool));
    const next = asked('mcp__db__keys');
    const [first, second, third] = three as [Made, Made, Made];
    const cases: Readonly<Record<string, readonly Made[]>> = {
      'a success between': [first, second, call('mcp__db__ping', {}, 'pong, all is well here'), third],
      'another cause between': [first, asked('mcp__db__query', '401 Unauthorized'), third],
      'different servers': [first, asked('mcp__web__query'), asked('mcp__files__read')],
      'wrong arguments': tools.map((tool) => asked(tool, 'MCP error -32602: Invalid arguments: id is required')),
      'one thing that is not there': tools.map((tool) => asked(tool, 'Error: no such table: users')),
      'a page that is not there': tools.map((tool) => asked(tool, 'net::ERR_CONNECTION_REFUSED at localhost:3000')),
      'tools of no server': ['read', 'grep', 'list'].map((tool) => asked(tool)),
    };
    for (const [title, past] of Object.entries(cases)) {
      assert.equal(rule(past, next), undefined, title);
    }
    assert.equal(rule(three, asked('grep')), undefined, 'the agent turns to another tool');
  });
});
