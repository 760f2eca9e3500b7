import { Guard } from 'tool-loop-guard';
import { guardTools, loopFound } from 'tool-loop-guard/ai-sdk';
import { z } from 'zod';
import { answer, finish, IS_GUARDED, OPTIONS, read, SCRIPT } from './model.mjs';

/** The version of the SDK, and whether its answers are streamed. */
const [name, specificationVersion, way] = process.argv.slice(4);
const { generateText, stepCountIs, streamText, tool } = await import(name);
const isOld = specificationVersion === 'v2';

function respond({ prompt }) {
  const last = prompt.at(-1);
  const path = answer(last.role === 'tool' ? String(last.content[0].output.value) : undefined);
  const call = {
    type: 'tool-call',
    toolCallId: crypto.randomUUID(),
    toolName: 'read',
    input: JSON.stringify({ path }),
  };
  const reason = path === undefined ? 'stop' : 'tool-calls';
  return {
    content: path === undefined ? [{ type: 'text', text: 'Done.' }] : [call],
    finishReason: isOld ? reason : { unified: reason, raw: reason },
    usage: isOld
      ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
      : { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
    warnings: [],
  };
}

async function stream(options) {
  const { content, finishReason, usage } = respond(options);
  const text = [
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Done.' },
    { type: 'text-end', id: '1' },
  ];
  const parts = content[0].type === 'text' ? text : content;
  const start = { type: 'stream-start', warnings: [] };
  return { stream: ReadableStream.from([start, ...parts, { type: 'finish', finishReason, usage }]) };
}

const model = {
  specificationVersion,
  provider: 'scripted',
  modelId: 'scripted',
  supportedUrls: {},
  doGenerate: async (options) => respond(options),
  doStream: stream,
};
const guard = new Guard(OPTIONS);
const plain = {
  read: tool({
    description: 'Reads a file.',
    inputSchema: z.object({ path: z.string() }),
    execute: async ({ path }) => read(path),
  }),
};
const options = {
  model,
  prompt: 'Read.',
  tools: IS_GUARDED ? guardTools(guard, plain) : plain,
  stopWhen: [stepCountIs(50), loopFound(guard)],
};
if (way === 'streamed') await streamText(options).consumeStream();
else await generateText(options);
finish(guard.stopped()?.forPerson ?? '');
