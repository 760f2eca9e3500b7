import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { countedName } from '../../../../src/core/words/detectorTexts';
import { RULES } from '../../../../src/engine/rules/registry';
import { runReplay, type ReplayCommandOptions } from '../../../../src/node/replay/replayCommand';
import { Sink } from '../../../fakes/sink';
import { newFolderForEach } from '../../../fakes/newFolder';

const call = (name: string, more: object = {}) => ({
  name,
  arguments: { a: 1 },
  result: 'same',
  resultSha: 'sha',
  resultNorm: 'norm',
  resultLen: 4,
  isError: false,
  userTurnBefore: false,
  ...more,
});
const session = (id: string, ...calls: object[]) =>
  JSON.stringify({ id, source: 'test', model: null, calls: calls.map((each, turn) => ({ turn, ...each })) });
const LOOP = Array.from({ length: 6 }, () => call('read'));

async function replayed(
  options: Partial<ReplayCommandOptions>,
  input = '',
): Promise<{ code: number; out: string; err: string }> {
  const [out, err] = [new Sink(), new Sink()];
  const code = await runReplay({ files: [], format: 'jsonl', ...options }, Readable.from([input]), out, err);
  return { code, out: out.text, err: err.text };
}

describe('replay', () => {
  let folder: string;
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  newFolderForEach((made) => (folder = made));

  it('prints one line per session, with all firings, after which the session continues', async () => {
    const { code, out } = await replayed(
      {},
      `${session('loop', ...LOOP)}\n${session('quiet', call('a'), call('b'))}\n`,
    );
    assert.equal(code, 0);
    assert.deepEqual(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
      [
        {
          source: 'test',
          id: 'loop',
          fires: [
            [2, 'warn', 'repeat'],
            [3, 'block', 'repeat'],
            [4, 'block', 'repeat'],
            [5, 'block', 'repeat'],
          ],
        },
        { source: 'test', id: 'quiet', fires: [] },
      ],
    );
  });

  it('explains firings in text', async () => {
    const { out } = await replayed({ format: 'text' }, session('loop', ...LOOP));
    assert.match(out, /test loop: 6 calls, 2 alerts/);
    assert.match(out, /call 3: Possible loop/);
    assert.match(
      out,
      /call 4: Loop stopped\. read\(a: 1\) returned the same result 3 times[^]*calls of the loop: 1 to 4\n/,
    );
    assert.match(out, /and 2 more calls of this loop\n$/, 'one stop is told once');
  });

  it('says for each firing what was counted, what the calls returned, and what ends it', async () => {
    const { out } = await replayed({ format: 'text', why: 'firings' }, session('loop', ...LOOP));
    assert.match(out, /call 4: Loop stopped[^]*? {4}counted: identical calls: 4 of 4\n/);
    assert.match(out, / {4}results: call 1: a new result; calls 2, 3: the same result\n/);
    assert.match(out, /ends the count: a new result; new work in between that succeeded/);
  });

  it('says what ends the loop that was found, where another kind is as near to its limit', async () => {
    const edit = (from: string, to: string): object =>
      call('edit', { arguments: { path: 'a.ts', old_string: from, new_string: to }, result: 'Edited.' });
    const edits = Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? edit('x', 'y') : edit('y', 'x')));
    const { out } = await replayed({ format: 'text', why: 'firings' }, session('edits', ...edits));
    assert.match(out, /call 7: Loop stopped\. The agent repeated the same 2 calls[^]*ends the count: a new result/);
  });

  it('says that a second chance only blocks the call', async () => {
    const settingsFile = write('chance.json', '{"mode": "chance_then_break"}');
    const { out } = await replayed({ format: 'text', settingsFile }, session('loop', ...LOOP));
    assert.match(out, /call 4: Possible loop: [^]*The call was blocked and the model was told to try something else\./);
    assert.doesNotMatch(out, /Loop stopped/);
  });

  it('has a different name for each rule', () => {
    const names = RULES.map(({ id }) => countedName(id));
    assert.deepEqual(names, [...new Set(names)]);
  });

  it('names the pattern that recognized a failure', async () => {
    const calls = ['a', 'b', 'c', 'd'].map((target) =>
      call('bash', { arguments: { command: `make ${target}` }, result: 'bash: make: command not found' }),
    );
    const { out } = await replayed({ format: 'text', why: 'firings' }, session('loop', ...calls));
    assert.match(out, /call 1: a new failure \(failureAnywhere\.unknownCommand\)/);
  });

  it('counts in the unit of each rule', async () => {
    const cycle = Array.from({ length: 5 }, (_, at) => call(at % 2 === 0 ? 'edit' : 'test'));
    const { out } = await replayed({ format: 'text', why: 'firings' }, session('cycle', ...cycle));
    assert.match(out, /counted: repeating cycles: 2 of 3 rounds/);
  });

  it('leaves out rules that the one that fired hides', async () => {
    const failing = Array.from({ length: 4 }, () => call('read', { result: 'Error: no such file', isError: true }));
    const { out } = await replayed({ format: 'text', why: 'firings' }, session('fails', ...failing));
    assert.match(out, /call 4: Loop stopped[^]*counted: identical calls: 4 of 4\n/);
  });

  it('says how close an allowed call was to the limit', async () => {
    const { out } = await replayed({ format: 'text', why: 2 }, session('loop', ...LOOP));
    assert.match(out, /call 2: allowed\n {4}read\(a: 1\)\n {4}counted: identical calls: 2 of 4/);
    assert.equal(out.match(/counted:/g)?.length, 1);
  });

  it('says that there is no such call', async () => {
    for (const why of [0, 7]) {
      const { code, err } = await replayed({ format: 'text', why }, session('loop', ...LOOP));
      assert.deepEqual([code, err], [2, `<stdin>: there is no call ${why}; the session has 6\n`]);
    }
  });

  it('says which files can’t be read, and which aren’t recordings', async () => {
    const empty = write('empty.jsonl', '');
    const broken = write('broken.jsonl', 'nothing\n'.repeat(40));
    const missing = join(folder, 'missing\u001b[31m.jsonl');
    const files = [missing, folder, empty, broken];
    const { code, err } = await replayed({ files });
    const lines = err.trim().split('\n');
    assert.equal(code, 1);
    assert.deepEqual(lines.slice(0, 3), [
      `${missing.replace('\u001b', ' ')}: there is no such file`,
      `${folder}: is a folder, not a file`,
      `${empty}: contains no session`,
    ]);
    assert.equal(lines.length, 3 + 10 + 1);
    assert.equal(lines.at(-1), `${broken}: other lines that can’t be read: 30`);
    assert.equal((await replayed({ files: [empty] })).code, 0);
    const settingsFile = write('settings.json', '{ no');
    assert.match((await replayed({ settingsFile })).err, /settings\.json: is not valid JSON: /);
  });

  it('never says that an unknown file has no calls or no loops', async () => {
    const files = [
      write('chat.json', '{\n  "sessionId": "s",\n  "projectHash": "h",\n  "turns": []\n}'),
      write('other.json', '{"name": "a package"}'),
    ];
    const { code, out, err } = await replayed({ files, format: 'text' });
    assert.deepEqual([code, out], [1, '']);
    assert.deepEqual(err.trim().split('\n'), [
      `${files[0]}: contains no message and no call that can be read`,
      `${files[1]}: not a recorded session of a known agent`,
    ]);
  });

  it('uses the singular for one call', async () => {
    assert.match((await replayed({ format: 'text' }, session('x', call('a')))).out, /: 1 call, no loops/);
  });

  it('names the kind of session, and applies the settings of its model', async () => {
    const model = { vendor: 'copilot', family: 'gpt-5-mini', id: 'gpt-5-mini' };
    const recorded = JSON.stringify({
      ...JSON.parse(session('loop', ...LOOP)),
      sessionType: 'agentHostCopilot',
      model,
    });
    assert.match(
      (await replayed({ format: 'text' }, recorded)).out,
      /^test \(agentHostCopilot\) loop: 6 calls, 2 alerts/,
    );
    const settingsFile = write(
      'models.json',
      '{"modelOverrides":{"copilot/gpt-5-mini":{"maxRepeats":9,"detectors":{"repeat":{"warn":9}}}}}',
    );
    const { out } = await replayed({ settingsFile }, `${recorded}\n${session('other', ...LOOP)}`);
    assert.deepEqual(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { sessionType?: string; fires: unknown[] })
        .map(({ sessionType, fires }) => [sessionType, fires.length]),
      [
        ['agentHostCopilot', 0],
        [undefined, 4],
      ],
    );
  });

  it('names the file and line of broken input, and continues', async () => {
    const path = write(
      'broken.jsonl',
      `${session('one', call('a'))}\n{"id":\n\n{"id":"no calls"}\n${session('two', call('a'))}\n`,
    );
    const { code, out, err } = await replayed({ files: [path] });
    assert.equal(code, 1);
    assert.match(err, new RegExp(`${path}:2: is not valid JSON\n${path}:4: is not a session: calls`));
    assert.deepEqual(
      out
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id),
      ['one', 'two'],
    );
  });

  for (const [what, text] of [
    ['a settings.json with comments', '{ // mine\n "editor.fontSize": 12, "toolLoopGuard.maxRepeats": 6, }'],
    ['a section', '{"toolLoopGuard": {"maxRepeats": 6}}'],
    ['bare names', '{"maxRepeats": 6}'],
    ['bare names beside others', '{"maxRepeats": 6, "toolLoopGuard.ttlSeconds": 60}'],
  ] as const) {
    it(`uses settings from ${what}`, async () => {
      const { out } = await replayed({ settingsFile: write('settings.json', text) }, session('loop', ...LOOP));
      assert.deepEqual((JSON.parse(out) as { fires: unknown[] }).fires, [
        [4, 'warn', 'repeat'],
        [5, 'block', 'repeat'],
      ]);
    });
  }

  it('reports invalid settings, and stops at an unreadable file', async () => {
    assert.match(
      (await replayed({ settingsFile: write('bad.json', '{"maxRepeats": 1}') }, session('x', call('a')))).err,
      /1 isn’t valid for toolLoopGuard\.maxRepeats/,
    );
    const broken = await replayed({ settingsFile: write('broken.json', '{"maxRepeats": ') }, session('x', call('a')));
    assert.deepEqual([broken.code, broken.out], [1, '']);
  });
});
