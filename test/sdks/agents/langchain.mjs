import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import * as langchain from 'langchain';
import { Guard } from 'tool-loop-guard';
import { loopMiddleware } from 'tool-loop-guard/langchain';
import { z } from 'zod';
import { answer, finish, IS_GUARDED, OPTIONS, read } from './model.mjs';

const { AIMessage, createAgent, tool } = langchain;

class ScriptedModel extends BaseChatModel {
  _llmType() {
    return 'scripted';
  }

  bindTools() {
    return this;
  }

  async _generate(messages) {
    const last = messages.at(-1);
    const path = answer(last.getType() === 'tool' ? last.content : undefined);
    const calls = [{ type: 'tool_call', id: crypto.randomUUID(), name: 'read', args: { path } }];
    const message = new AIMessage(path === undefined ? 'Done.' : { content: '', tool_calls: calls });
    return { generations: [{ text: '', message }] };
  }
}

const guard = new Guard(OPTIONS);
const agent = createAgent({
  model: new ScriptedModel({}),
  tools: [
    tool(({ path }) => read(path), {
      name: 'read',
      description: 'Reads a file.',
      schema: z.object({ path: z.string() }),
    }),
  ],
  middleware: IS_GUARDED ? [loopMiddleware(guard, langchain)] : [],
});
const messages = [{ role: 'user', content: 'Read.' }];
await agent.invoke({ messages }, { recursionLimit: 100, configurable: { thread_id: 'thread' } });
finish(guard.stopped('thread')?.forPerson ?? '');
