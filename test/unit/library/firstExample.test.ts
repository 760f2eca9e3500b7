import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import * as library from '../../../src/library';

const PAGE = readFileSync(resolve(__dirname, '../../../docs/developers.md'), 'utf8');
const [, EXAMPLE = ''] = /### Your own tool loop\n\n```ts\n([^]*?)```/.exec(PAGE) ?? [];

type Tool = (tool: string, input: object) => Promise<string>;

function exampleWith(run: Tool): {
  readonly guard: library.Guard;
  readonly callTool: (id: string, ...call: Parameters<Tool>) => Promise<string>;
} {
  const { outputText } = transpileModule(EXAMPLE, {
    compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
  });
  // The code is ours, and the document promises that it runs unchanged.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const begin = new Function('require', 'exports', 'run', `${outputText}\nreturn { guard, callTool };`) as (
    ...given: unknown[]
  ) => ReturnType<typeof exampleWith>;
  return begin(() => library, {}, run);
}

describe('the first example of docs/developers.md', () => {
  /** A model that asks for another page each time. @returns what it reads, and how the run ends */
  async function stubborn(
    run: Tool,
  ): Promise<{ readonly read: readonly string[]; readonly ended: string | undefined }> {
    const { guard, callTool } = exampleWith(run);
    const read: string[] = [];
    for (let answer = 0; answer < 30 && guard.stopped() === undefined; answer++) {
      const result = callTool(`call ${answer}`, 'fetch', { url: `https://example.com/page-${answer}` });
      read.push(await result.catch((error: Error) => error.message));
    }
    return { read, ended: guard.stopped()?.forPerson };
  }

  it('tells the model about a loop of failing calls, and ends the run', async () => {
    const { read, ended } = await stubborn(() => Promise.reject(new Error('HTTP 404 Not Found')));
    assert.deepEqual(read.slice(0, 3), Array<string>(3).fill('HTTP 404 Not Found'));
    assert.match(read[3] ?? '', /^Error: HTTP 404 Not Found\n\nNote from Tool Loop Guard: /);
    assert.match(read[7] ?? '', /^This call was blocked/);
    assert.match(ended ?? '', /^Loop stopped\. fetch failed 7 times/);
  });

  it('puts the note for the model next to a result', async () => {
    const { read } = await stubborn(() => Promise.resolve('HTTP 404 Not Found'));
    assert.match(read[3] ?? '', /^HTTP 404 Not Found\n\nNote from Tool Loop Guard: /);
  });

  it('doesn’t affect a run that makes progress', async () => {
    const { read, ended } = await stubborn((_, input) => Promise.resolve(`The text of ${JSON.stringify(input)}`));
    assert.deepEqual([read.length, ended], [30, undefined]);
  });
});
