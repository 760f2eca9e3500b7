import { Agent, run, setTracingDisabled, tool, Usage } from '@openai/agents';
import { Guard } from 'tool-loop-guard';
import { loopGuardrails } from 'tool-loop-guard/openai-agents';
import { z } from 'zod';
import { answer, finish, IS_GUARDED, OPTIONS, read } from './model.mjs';

setTracingDisabled(true);
const model = {
  async getResponse({ input }) {
    const last = input.at(-1);
    const path = answer(last.type === 'function_call_result' ? last.output.text : undefined);
    const message = { type: 'message', role: 'assistant', status: 'completed' };
    const call = { type: 'function_call', callId: crypto.randomUUID(), name: 'read', status: 'completed' };
    return {
      usage: new Usage(),
      output: [
        path === undefined
          ? { ...message, content: [{ type: 'output_text', text: 'Done.' }] }
          : { ...call, arguments: JSON.stringify({ path }) },
      ],
    };
  },
};
const guardrails = loopGuardrails(new Guard(OPTIONS));
const agent = new Agent({
  name: 'Reader',
  model,
  tools: [
    tool({
      name: 'read',
      description: 'Reads a file.',
      parameters: z.object({ path: z.string() }),
      execute: async ({ path }) => read(path),
      ...(IS_GUARDED ? guardrails : {}),
    }),
  ],
});
try {
  await run(agent, [{ role: 'user', content: 'Read.' }], { maxTurns: 50 });
  finish('');
} catch (error) {
  finish(error.error.result.output.outputInfo.forPerson);
}
