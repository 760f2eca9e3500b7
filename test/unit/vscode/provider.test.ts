import assert from 'node:assert/strict';
import { ActivatedWindow } from '../../fakes/activatedWindow';
import {
  CancellationTokenSource,
  LanguageModelChatMessageRole,
  LanguageModelError,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
} from '../../fakes/vscodeValues';

type Part = LanguageModelTextPart | LanguageModelToolCallPart;
type Token = CancellationTokenSource['token'];
type Message = { readonly role: number; readonly content: readonly unknown[] };

interface OfferedModel {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly version: string;
  readonly maxInputTokens: number;
}

interface Provider {
  provideLanguageModelChatInformation(): Promise<readonly OfferedModel[]>;
  provideLanguageModelChatResponse(
    model: object,
    messages: readonly Message[],
    options: object,
    progress: { report(part: Part): void },
    token: unknown,
  ): Promise<void>;
}

describe('guarded models', () => {
  let window: ActivatedWindow;
  let provider: Provider;
  /** The wrapped model's answers to each request, and the messages it was sent. */
  let answers: (readonly Part[] | Error | AsyncGenerator<Part>)[];
  let sent: (readonly Message[])[];
  let tokens: Token[];

  beforeEach(async () => {
    [answers, sent, tokens] = [[], [], []];
    window = new ActivatedWindow();
    window.module.extensions.all = [
      {
        packageJSON: {
          contributes: { languageModelChatProviders: [{ vendor: 'acme' }, { vendor: 'tool-loop-guard' }] },
        },
      },
    ];
    window.models = [
      {
        vendor: 'acme',
        family: 'one',
        id: 'one-1',
        name: 'One',
        version: '1',
        maxInputTokens: 1000,
        sendRequest: (messages: readonly Message[], _options: object, token: Token) => {
          sent.push(messages);
          tokens.push(token);
          const answer = answers.shift() ?? [];
          return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ stream: streamOf(answer) });
        },
      },
    ];
    window.save('{ "toolLoopGuard.guardedModels": ["acme/*"] }');
    await window.activate();
    provider = window.providers.get('tool-loop-guard') as Provider;
  });
  afterEach(() => window.deactivate());

  const request = (...messages: readonly Message[]): Promise<Part[]> =>
    ask(messages, { _conversationId: 'conversation-1' });

  async function ask(
    messages: readonly Message[],
    modelOptions: object,
    { token } = new CancellationTokenSource(),
  ): Promise<Part[]> {
    const parts: Part[] = [];
    const [model] = await provider.provideLanguageModelChatInformation();
    await provider.provideLanguageModelChatResponse(
      model ?? assert.fail('No model is offered.'),
      messages,
      { tools: [{ name: 'read', description: '' }], modelOptions },
      { report: (part) => parts.push(part) },
      token,
    );
    return parts;
  }

  /** Repeats a call in each request. @param other an extension without a conversation @returns the last answer */
  async function looping(count: number, other?: string): Promise<Part[]> {
    const messages: Message[] = [
      { role: LanguageModelChatMessageRole.User, content: [new LanguageModelTextPart('Go')] },
    ];
    let parts: Part[] = [];
    for (let at = 1; at <= count; at++) {
      const call = callOf(at, other);
      answers.push([call]);
      parts = await (other === undefined ? request(...messages) : ask(messages, {}));
      messages.push(
        { role: LanguageModelChatMessageRole.Assistant, content: [call] },
        {
          role: LanguageModelChatMessageRole.User,
          content: [new LanguageModelToolResultPart(call.callId, [new LanguageModelTextPart('same')])],
        },
      );
    }
    return parts;
  }

  function save(settings: Record<string, unknown>): void {
    const named = Object.entries(settings).map(([name, value]) => [`toolLoopGuard.${name}`, value]);
    window.save(JSON.stringify(Object.fromEntries(named)));
  }

  it('are offered only for models in the setting', async () => {
    const [model, ...more] = await provider.provideLanguageModelChatInformation();
    const { id, name, family, version, maxInputTokens } = model ?? assert.fail('No model is offered.');
    assert.deepEqual(
      [id, name, family, version, maxInputTokens, more],
      ['acme/one-1', 'One (guarded)', 'one', '1', 1000, []],
    );
    window.save('{}');
    assert.deepEqual(await provider.provideLanguageModelChatInformation(), []);
  });

  it('pass on the model’s text and calls unchanged', async () => {
    const answer = [new LanguageModelTextPart('Let me see.'), callOf(1)];
    answers.push(answer);
    assert.deepEqual(await request(), answer);
  });

  it('can be canceled by the caller', async () => {
    let end = (): void => undefined;
    const source = new CancellationTokenSource();
    answers.push(
      (async function* () {
        yield new LanguageModelTextPart('Wait.');
        await new Promise<void>((done) => (end = done));
      })(),
    );
    const asked = ask([], {}, source);
    await new Promise((resolve) => setImmediate(resolve));
    source.cancel();
    assert.deepEqual(
      tokens.map(({ isCancellationRequested }) => isCancellationRequested),
      [true],
    );
    end();
    await asked;
  });

  it('end an answer that repeats itself', async () => {
    answers.push(Array<Part>(200).fill(new LanguageModelTextPart('I will now look at the file again. ')));
    assert.match(textOf(await request()), /repeated the same passage 5 times/);
    assert.equal(tokens[0]?.isCancellationRequested, true);
  });

  it('distinguish loops of other extensions by the calls that they answer', async () => {
    await looping(3, 'one');
    assert.doesNotMatch(textOf(await looping(3, 'another')), /Loop stopped/);
    assert.match(textOf(await looping(4, 'a third')), /Loop stopped/);
  });

  it('end the run at the fourth identical call, which they withhold, and explain it in the chat', async () => {
    const parts = await looping(4);
    assert.ok(!parts.some((part) => part instanceof LanguageModelToolCallPart));
    assert.match(textOf(parts), /Stopped by Tool Loop Guard\. Details below\./);
    assert.equal(await askedInChat(), '@loopguard Why did you stop the agent?');
  });

  it('end the run if an action would ask, with the settings of the underlying model', async () => {
    save({
      guardedModels: ['acme/*'],
      modelOverrides: { 'acme/one-1': { maxRepeats: 3 } },
      actions: ['ask'],
    });
    assert.match(textOf(await looping(3)), /Loop stopped\. read.* returned the same result 2 times/);
  });

  it('pass on identical calls of one answer', async () => {
    const answer = [1, 2, 3, 4, 5].map((at) => callOf(at));
    answers.push(answer);
    assert.deepEqual(await request(), answer);
  });

  it('nudge the model next to the third identical result, which it reads in every later request', async () => {
    await looping(3);
    const results = (): string[] =>
      (sent.at(-1) ?? []).flatMap(({ content }) =>
        content.flatMap((part) =>
          part instanceof LanguageModelToolResultPart ? [textOf(part.content as Part[])] : [],
        ),
      );
    const history: Message[] = [1, 2, 3].flatMap((at) => [
      { role: LanguageModelChatMessageRole.Assistant, content: [callOf(at)] },
      {
        role: LanguageModelChatMessageRole.User,
        content: [new LanguageModelToolResultPart(callOf(at).callId, [new LanguageModelTextPart('same')])],
      },
    ]);
    answers = [[new LanguageModelTextPart('Another way then.')], [new LanguageModelTextPart('Done.')]];
    for (const later of ['the next request', 'and the one after it']) {
      await request(...history);
      const [first, second, third = ''] = results();
      assert.deepEqual([first, second], ['same', 'same'], later);
      assert.match(third, /^same\n\nNote from Tool Loop Guard: 'read' invoked with identical params 3 times/);
    }
  });

  it('tell the model about a refused call at once if it gets a chance', async () => {
    window.save('{ "toolLoopGuard.guardedModels": ["acme/*"], "toolLoopGuard.mode": "chance_then_break" }');
    await looping(3);
    answers = [[callOf(4)], [new LanguageModelTextPart('Another way then.')]];
    const parts = await request();
    assert.equal(textOf(parts), 'Another way then.');
    const results = sent.at(-1)?.at(-1)?.content ?? [];
    assert.ok(results[0] instanceof LanguageModelToolResultPart && results[0].callId === callOf(4).callId);
  });

  it('end the run at a budget, say so, and offer in the chat to double or ignore it', async () => {
    save({ guardedModels: ['acme/*'], detectors: [], budget: { perMessage: { calls: 2 } } });
    const parts = await looping(3);
    assert.ok(!parts.some((part) => part instanceof LanguageModelToolCallPart));
    assert.match(textOf(parts), /Budget reached\\: 2 tool calls for this message/);
    assert.equal(await askedInChat(), '@loopguard Why did you stop the agent?');
    await window.run('toolLoopGuard.changeBudget', 'conversation-1', 'ignore');
    assert.equal(textOf(await looping(2)), '');
  });

  it('say in the chat that the vendor refuses, and pass on any other error', async () => {
    answers.push(LanguageModelError.NoPermissions('no'));
    assert.match(textOf(await request()), /isn’t allowed to use One from acme/);
    for (const code of ['NoPermissions', 'Blocked'] as const) {
      answers.push(LanguageModelError[code]('no'));
      await assert.rejects(
        ask([], {}),
        ({ code: told, message }: LanguageModelError) => told === code && /One/.test(message),
      );
    }
    answers.push(new Error('The line is down.'));
    await assert.rejects(request(), /The line is down/);
  });

  async function askedInChat(): Promise<unknown> {
    await new Promise((resolve) => setImmediate(resolve));
    const asked = window.executed.findLast(([command]) => command === 'workbench.action.chat.submit');
    return (asked?.[1] as { readonly inputValue?: string } | undefined)?.inputValue;
  }
});

function callOf(at: number, by = 'call'): LanguageModelToolCallPart {
  return new LanguageModelToolCallPart(`${by}-${at}`, 'read', { path: 'a' });
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (part instanceof LanguageModelTextPart ? part.value : '')).join('');
}

async function* streamOf(parts: readonly Part[] | AsyncGenerator<Part>): AsyncGenerator<Part> {
  await Promise.resolve();
  yield* parts;
}
