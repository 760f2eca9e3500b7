// The scripted model for SDKs that ask a server: on loopback, with Anthropic's and OpenAI's APIs.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** @param {string} tool the model's name for the tool */
export async function serve(/** @type {(result?: string) => string | undefined} */ answer, tool) {
  const server = createServer(async (request, response) => {
    const isAnthropic = request.url.includes('/messages');
    const body = JSON.parse((await text(request)) || '{}');
    // Titles are requested without tools and aren't part of the run.
    const isOfRun = (body.tools ?? []).some((each) => (each.name ?? each.function?.name) === tool);
    const path = isOfRun ? answer(lastResult(body.messages)) : undefined;
    const speak = isAnthropic ? anthropic : body.stream === true ? openaiStreamed : openai;
    const contentType = isAnthropic || body.stream === true ? 'text/event-stream' : 'application/json';
    response.writeHead(200, { 'content-type': contentType });
    response.end(speak(body.model, path === undefined ? undefined : { tool, path }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const NUDGE = 'Note from Tool Loop Guard';

/** The result of the last call, including a nudge but without the harness's own notes. */
function lastResult(messages) {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  const parts = since.flatMap(({ role, content }) => (role === 'tool' ? [{ type: 'tool_result', content }] : content));
  const results = parts.filter(({ type }) => type === 'tool_result');
  const nudges = parts.filter(({ type, text }) => type === 'text' && text.includes(NUDGE));
  return results.length === 0 ? undefined : [...results, ...nudges].map(textOfPart).join('\n');
}

const textOfPart = ({ content, text }) => text ?? textOf(content);

function textOf(content) {
  return typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('');
}

function anthropic(model, call) {
  const block =
    call === undefined
      ? { type: 'text', text: '' }
      : { type: 'tool_use', id: `toolu_${crypto.randomUUID()}`, name: call.tool, input: {} };
  const delta =
    call === undefined
      ? { type: 'text_delta', text: 'Done.' }
      : { type: 'input_json_delta', partial_json: JSON.stringify({ path: call.path }) };
  const message = { id: `msg_${crypto.randomUUID()}`, type: 'message', role: 'assistant', model, content: [] };
  const reason = { stop_reason: call === undefined ? 'end_turn' : 'tool_use', stop_sequence: null };
  return [
    { type: 'message_start', message: { ...message, usage: { input_tokens: 1, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: reason, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function openai(model, call) {
  const { head, message, reason } = completion(model, call);
  const choices = [{ index: 0, message, finish_reason: reason }];
  return JSON.stringify({ ...head, object: 'chat.completion', choices, usage: USAGE });
}

function openaiStreamed(model, call) {
  const { head, message, reason } = completion(model, call);
  const chunk = { ...head, object: 'chat.completion.chunk' };
  return [
    { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }], usage: USAGE },
  ]
    .map((data) => `data: ${JSON.stringify(data)}\n\n`)
    .concat('data: [DONE]\n\n')
    .join('');
}

function completion(model, call) {
  const asked = call && { name: call.tool, arguments: JSON.stringify({ path: call.path }) };
  const calls = [{ index: 0, id: crypto.randomUUID(), type: 'function', function: asked }];
  return {
    head: { id: crypto.randomUUID(), created: 1, model },
    message: {
      role: 'assistant',
      ...(call === undefined ? { content: 'Done.' } : { content: null, tool_calls: calls }),
    },
    reason: call === undefined ? 'stop' : 'tool_calls',
  };
}
