import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { OutsideProject } from './outsideProject';

const [PAGE = ''] = readFileSync(resolve(__dirname, '../../docs/developers.md'), 'utf8').split('## The extension API');
const sdks = process.env['TOOL_LOOP_SDKS'];

/** What examples assume, by text that only the example with the assumption contains. */
const GIVEN: Readonly<Record<string, string>> = {
  'await run(tool, input)': 'declare function run(tool: string, input: object): Promise<string>;',
  "from 'ai'": "declare const model: import('ai').LanguageModel, prompt: string, tools: import('ai').ToolSet;",
  claude: 'declare const prompt: string;',
  copilot: 'declare const prompt: string;',
  "from 'langchain'":
    "declare const model: string, prompt: string, tools: import('@langchain/core/tools').StructuredTool[];",
  openai:
    "import * as z from 'zod';\nconst parameters = z.object({ text: z.string() });\n" +
    'declare const model: string, prompt: string, execute: (input: { text: string }) => string;',
};

/** Types of browsers and Node aren't available. */
const CONSOLE = 'declare const console: Record<"log" | "error" | "warn", (...what: unknown[]) => void>;';

describe('the examples of docs/developers.md', () => {
  const examples = [...PAGE.matchAll(/```ts\n([^]*?)```/g)].map(([, text = '']) => text);
  const files = Object.fromEntries(examples.map((text, index) => [`example${index}.mts`, withGiven(text)]));
  const test = sdks === undefined ? it.skip : it;
  let project: OutsideProject;

  before(async function () {
    if (sdks !== undefined) {
      project = await OutsideProject.with(files, sdks);
    }
  });
  after(() => project?.remove());

  it('are one without an SDK, one of settings, and one for each SDK', () => {
    const adapters = examples.map((text) => /tool-loop-guard\/([\w-]+)/.exec(text)?.[1] ?? '');
    const named = ['', '', 'ai-sdk', 'claude-agent-sdk', 'copilot-sdk', 'langchain', 'openai-agents'];
    assert.deepEqual(adapters, named);
  });

  for (const [module, resolution] of [
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ] as const) {
    test(`are right by the types of the real SDKs (${resolution})`, () => {
      assert.equal(project.typeErrors(Object.keys(files), module, resolution, true), '');
    }).timeout(300_000);
  }
});

function withGiven(text: string): string {
  const given = Object.entries(GIVEN).filter(([word]) => text.includes(word));
  return [...given.map(([, declarations]) => declarations), CONSOLE, text].join('\n');
}
