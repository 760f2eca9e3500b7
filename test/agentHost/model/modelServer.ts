// A local model that plays scripts, and its account. It uses the API of every harness: Copilot's, Anthropic's, OpenAI's
// Responses, and Gemini's. Records all requests of agents' turns.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pause } from '../wait';
import { accountAnswer, type CODEX_MODEL } from './account';
import type { Entry, ModelRequest } from './request';
import { callsOf, type Script, stepAt } from './step';
import { type Wire, wireOf } from './wire';

const OVER = 'This test is over.';
const NO_SCRIPT = 'Nothing was scripted for this.';

export class ModelServer {
  readonly origin: string;
  /** Delays every answer, for tests that do something in the middle of a turn. */
  delayMs = 0;
  /** In addition to the account's two. */
  readonly furtherModels: (typeof CODEX_MODEL)[] = [];
  readonly #requests: ModelRequest[] = [];
  readonly #scripts = new Map<string, Script>();
  readonly #server;
  #answers = 0;

  static async start(): Promise<ModelServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ModelServer(server);
  }

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      const { pathname } = new URL(request.url ?? '/', this.origin);
      void text(request).then((body) => this.#answer(pathname, body, response));
    });
  }

  /** Answers conversations from this script if the returned key, a short text, is in the latest prompt with a key. */
  play(script: Script, key = `(script ${this.#scripts.size + 1})`): string {
    this.#scripts.set(key, script);
    return key;
  }

  /** Ends every turn at its next request, so nothing continues into the next test. */
  endAll(): void {
    this.delayMs = 0;
    for (const key of this.#scripts.keys()) {
      this.#scripts.set(key, [OVER]);
    }
  }

  /** The requests of agents' turns that a script answered, oldest first. */
  requests(key: string | undefined): readonly ModelRequest[] {
    return this.#requests.filter((request) => request.key === key);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(path: string, body: string, response: ServerResponse): Promise<void> {
    const wire = wireOf(path);
    if (wire !== undefined) {
      await this.#speak(wire, JSON.parse(body) as never, path, response);
    } else {
      const known = accountAnswer(path, this.origin, this.furtherModels);
      sendJson(response, known ?? {}, known === undefined ? 404 : 200);
    }
  }

  async #speak(wire: Wire, body: never, path: string, response: ServerResponse): Promise<void> {
    const { model, isStreamed, entries, tools } = wire.read(body, path);
    const { key, answered } = this.#scriptFor(entries);
    // Titles and summaries are requested without tools, and aren't part of a turn.
    const script = tools.length === 0 || key === undefined ? undefined : this.#scripts.get(key);
    const read = entries.findLast(({ role }) => role === 'tool')?.text ?? '';
    const answer = (script && stepAt(script, answered, read)) ?? NO_SCRIPT;
    if (tools.length > 0) {
      const isLast = answered >= (script?.length ?? 0) - 1;
      this.#requests.push({ at: Date.now(), key, answer, isLast, entries });
    }
    const id = String((this.#answers += 1));
    if (!isStreamed) {
      sendJson(response, wire.whole(id, model, answer));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await pause(this.delayMs);
    for (const [at, part] of wire.events(id, model, answer).entries()) {
      await pause(callsOf(answer)[at]?.afterMs ?? 0);
      response.write(part);
    }
    response.end();
  }

  /** The script that the latest prompt names, and how many answers came since. */
  #scriptFor(entries: readonly Entry[]): {
    readonly key: string | undefined;
    readonly answered: number;
  } {
    const keys = [...this.#scripts.keys()];
    for (let at = entries.length - 1; at >= 0; at--) {
      const entry = entries[at];
      const key = entry?.role === 'user' ? keys.find((known) => entry.text.includes(known)) : undefined;
      if (key !== undefined) {
        return {
          key,
          answered: entries.slice(at + 1).filter(({ role }) => role === 'assistant').length,
        };
      }
    }
    return { key: undefined, answered: 0 };
  }
}

function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': 'scripted',
  });
  response.end(JSON.stringify(body));
}
