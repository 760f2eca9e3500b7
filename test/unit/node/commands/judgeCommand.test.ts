import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { runJudge } from '../../../../src/node/commands/judgeCommand';
import { Sink } from '../../../fakes/sink';

describe('tool-loop-guard judge', () => {
  async function answers(lines: readonly (object | string)[]): Promise<Record<string, unknown>[]> {
    const output = new Sink();
    const input = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
    await runJudge(Readable.from(input), output);
    return output.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  const call = (id: number) => ({ id: String(id), tool: 'read', arguments: { path: 'a.txt' }, conversation: 'one' });
  const round = (id: number) => [{ before: call(id) }, { after: call(id), outcome: { result: 'the same' } }];

  it('answers each line, and stops a loop like the library', async () => {
    const told = await answers([...[1, 2, 3, 4].flatMap(round), { turn: 'one' }, ...round(5)]);
    assert.deepEqual(
      told.map(({ runs, ends }) => [runs, ends].join()),
      ['true,false', ',', 'true,false', ',', 'true,false', ',', 'false,true', ',', ',', 'true,false', ','],
    );
    assert.equal(typeof told[5]?.['nudge'], 'string');
    assert.match(String(told[6]?.['forPerson']), /Loop stopped/);
  });

  it('accepts options, and reports invalid ones', async () => {
    const told = await answers([
      { options: { settings: { maxRepeats: 2 } } },
      ...[1, 2].flatMap(round),
      '{',
      { before: 1 },
      {},
      { options: { settings: { maxRepeats: 'x' } } },
    ]);
    assert.equal(told[3]?.['runs'], false);
    const errors = told.slice(5).map(({ error }) => String(error));
    assert.equal(errors.length, 4);
    assert.match(errors.slice(1).join('\n'), /call cannot be 1\..*\nA line has one of .*\n.*maxRepeats/);
  });
});
