import assert from 'node:assert/strict';
import { callLabels } from '../../../../src/core/settings/conversationSettings';
import { parseConfiguration } from '../../../../src/core/settings/parse';
import { callLabel, CALL_LABEL_CHARACTERS, cutInTheMiddle } from '../../../../src/core/words/callLabel';

const folders = ['/user/me/shop'];

describe('the label of a call', () => {
  it('names the file relative to the folder, and what narrows it down', () => {
    const read = { endLine: 50, filePath: '/user/me/shop/src/checkout.ts', startLine: 1 };
    assert.equal(callLabel('read_file', read, { folders }), 'read_file(src/checkout.ts, endLine: 50, startLine: 1)');
    assert.equal(
      callLabel('read_file', JSON.stringify({ filePath: '/user/me/shop/src/checkout.ts', startLine: 1, endLine: 50 }), {
        folders,
      }),
      'read_file(src/checkout.ts, startLine: 1, endLine: 50)',
    );
  });

  it('leaves out what makes no difference', () => {
    const run = { command: 'npm test -- checkout', explanation: 'Runs the tests once more', isBackground: false };
    assert.equal(
      callLabel('run_in_terminal', run, { ignored: ['explanation', 'isBackground'] }),
      'run_in_terminal(npm test -- checkout)',
    );
    assert.equal(
      callLabel('shell', { command: 'npm test', description: 'Run the tests of the shop again' }),
      'shell(npm test)',
    );
    assert.equal(callLabel('wait', { reason: 'x' }, { ignored: ['reason'] }), 'wait');
  });

  it('puts texts of several lines and structures behind', () => {
    assert.equal(
      callLabel('create_file', { content: 'one\ntwo\n', tags: ['a'], filePath: 'a.ts', overwrite: true }),
      'create_file(a.ts, overwrite: true, content: one two, tags: ["a"])',
    );
  });

  it('cuts in the middle, and keeps the end of a path', () => {
    const filePath = `packages/${'deep/'.repeat(20)}checkout.ts`;
    const label = callLabel('read_file', { filePath, startLine: 1, endLine: 50 });
    assert.match(label, /^read_file\(packages\/.*….*checkout\.ts, startLine: 1, endLine: 50\)$/);
    assert.ok(label.length <= CALL_LABEL_CHARACTERS, label);
  });

  it('is cut between words, unless a part of a word is long', () => {
    const command = 'npm run build -- --filter checkout --verbose --no-cache --reporter dot';
    assert.equal(cutInTheMiddle(command, 40), 'npm run build -- --… --reporter dot');
    assert.equal(cutInTheMiddle('a'.repeat(60), 21), `${'a'.repeat(10)}…${'a'.repeat(10)}`);
    assert.equal(cutInTheMiddle(`${'a'.repeat(30)} and ${'b'.repeat(30)}`, 41).length, 41);
  });

  it('is never longer than allowed, whatever the call', () => {
    const calls: readonly (readonly [string, unknown])[] = [
      ['t'.repeat(300), { a: 'x'.repeat(300), b: 'y'.repeat(300) }],
      ['mcp_server_with_a_long_name_find_pull_requests', { a: 1, b: 2, c: 3, d: 4, e: 5, f: 'x'.repeat(50) }],
      ['search', Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`argument${at}`, `value ${at}`]))],
      ['search', '😀'.repeat(200)],
      ['search', ['some text '.repeat(20)]],
    ];
    for (const [tool, given] of calls) {
      for (const characters of [30, 50, CALL_LABEL_CHARACTERS]) {
        const label = callLabel(tool, given, { characters });
        assert.ok(label.length <= characters, `${label.length}: ${label}`);
        assert.doesNotMatch(label, /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
        assert.match(label, /…/);
      }
    }
  });

  it('a call without arguments, or whose arguments are no longer kept, is its tool', () => {
    for (const nothing of [undefined, {}, '', '{}', Symbol('forgotten')]) {
      assert.equal(callLabel('get_errors', nothing), 'get_errors');
    }
  });

  it('what is no object stands for itself', () => {
    assert.equal(callLabel('apply_patch', '*** Begin Patch\n*** Update'), 'apply_patch(*** Begin Patch *** Update)');
    assert.equal(callLabel('wait', 5), 'wait(5)');
  });

  it('an operation is not said twice', () => {
    assert.equal(callLabel('plan:create', { operation: 'create', id: 7 }), 'plan:create(id: 7)');
  });

  it('knows the folder even if its name looks like a secret', () => {
    const root = '/user/me/worktrees/cD6jJrlA6lQ9zXw2Yb7Kp4Vn';
    assert.equal(callLabel('read', { path: `${root}/src/a.ts` }, { folders: [root] }), 'read(src/a.ts)');
    assert.match(callLabel('read', { path: `${root}/src/a.ts` }), /\*\*\*/);
  });

  it('a command is shown without the folder, other paths are left alone', () => {
    const label = (command: string): string => callLabel('sh', { command }, { folders });
    assert.equal(label('cd /user/me/shop && cat /user/me/shop/a.ts'), 'sh(cd . && cat a.ts)');
    assert.equal(label('ls "/user/me/shop/"'), 'sh(ls ".")');
    assert.equal(label('ls /user/me/shop2 /x/user/me/shop/a'), 'sh(ls /user/me/shop2 /x/user/me/shop/a)');
    assert.equal(label('open file:///user/me/shop/a.ts'), 'sh(open a.ts)');
    assert.equal(callLabel('sh', { path: '/a' }, { folders: ['/'] }), 'sh(/a)');
  });

  it('paths of Windows are the same in any case', () => {
    const windows = { folders: ['C:\\Users\\Me\\shop'] };
    assert.equal(callLabel('read', { path: 'c:\\Users\\Me\\shop\\src\\a.ts' }, windows), 'read(src\\a.ts)');
    assert.equal(callLabel('read', { path: 'file:///c:/Users/Me/shop/src/a.ts' }, windows), 'read(src/a.ts)');
  });

  it('knows what the settings ignore, also of an operation', () => {
    const configuration = parseConfiguration({ user: { tools: { plan: { ignoredArguments: ['note'] } } } });
    const label = callLabels(
      () => configuration,
      () => folders,
    );
    assert.equal(label('plan:add', { note: 'x', id: '/user/me/shop/a' }), 'plan:add(a)');
    assert.equal(
      label('run_in_terminal', { command: 'ls', explanation: 'Lists the files', goal: 'x' }),
      'run_in_terminal(ls)',
    );
  });
});
