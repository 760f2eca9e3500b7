import assert from 'node:assert/strict';
import { Guard } from '../../../src/library';
import { loopGuardrails } from '../../../src/library/adapters/openaiAgents';

describe('the guardrails for the OpenAI Agents SDK', () => {
  it('recognize tools that throw, and keep the SDK’s text for the model', async () => {
    const guardrails = loopGuardrails(new Guard());
    const context = {};
    const [behaviors, texts]: [unknown[], string[]] = [[], []];
    for (let index = 0; index < 8; index++) {
      const toolCall = { callId: `call ${index}`, name: 'fetch', arguments: `{"url":"page ${index}"}` };
      behaviors.push((await guardrails.inputGuardrails[0]?.run({ context, toolCall }))?.behavior.type);
      // Like the SDK: the return value is the tool's output.
      const output = guardrails.errorFunction(context, new Error('HTTP 404 Not Found'), { toolCall });
      texts.push(output);
      await guardrails.outputGuardrails[0]?.run({ context, toolCall, output });
    }
    assert.deepEqual(behaviors, [...Array<string>(7).fill('allow'), 'throwException']);
    assert.equal(texts[0], 'An error occurred while running the tool. Please try again.');
    assert.match(
      texts[3] ?? '',
      /^An error occurred while running the tool\. Please try again\.\n\nNote from Tool Loop/,
    );
  });
});
