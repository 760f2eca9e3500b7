// Answers of Copilot's `/chat/completions`, streamed or whole.
import { callsOf, type Step } from './step';

const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

export function completion(id: string, model: string, step: Step): object {
  const { message, finishReason } = answer(id, step);
  return {
    ...head(id, model, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason: finishReason }],
    usage: USAGE,
  };
}

export function completionEvents(id: string, model: string, step: Step): string {
  const { message, finishReason } = answer(id, step);
  const chunk = head(id, model, 'chat.completion.chunk');
  const chunks = [
    { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
    {
      ...chunk,
      choices: [{ index: 0, delta: {}, finish_reason: finishReason }],
      usage: USAGE,
    },
  ];
  return [...chunks.map((data) => JSON.stringify(data)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
}

const head = (id: string, model: string, object: string) => ({
  id,
  object,
  created: 1,
  model,
});

function answer(id: string, step: Step) {
  if (typeof step === 'string') {
    return {
      message: { role: 'assistant', content: step },
      finishReason: 'stop',
    };
  }
  const calls = callsOf(step).map(({ name, input }, index) => ({
    index,
    id: `call_${id}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return {
    message: { role: 'assistant', content: null, tool_calls: calls },
    finishReason: 'tool_calls',
  };
}
