import * as vscode from 'vscode';
import { sha256 } from '../../node/files/hash';
import { withoutHookContext } from '../../node/transport/hookContext';

export type Message = vscode.LanguageModelChatRequestMessage;

export function callIdsInMessages({ content }: Message): string[] {
  return content.filter((part) => part instanceof vscode.LanguageModelToolCallPart).map(({ callId }) => callId);
}

export function latestText(messages: readonly Message[]): string {
  return (messages.at(-1)?.content ?? [])
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
}

export function afterLatestAnswer(messages: readonly Message[]): {
  readonly answer: Message | undefined;
  readonly results: vscode.LanguageModelToolResultPart[];
} {
  const index = messages.findLastIndex(({ role }) => role === vscode.LanguageModelChatMessageRole.Assistant);
  const results = messages
    .slice(index + 1)
    .flatMap(({ content }) => content.filter((part) => part instanceof vscode.LanguageModelToolResultPart));
  return { answer: messages[index], results };
}

export function refusalExchange(
  said: readonly unknown[],
  refused: readonly { readonly call: vscode.LanguageModelToolCallPart; readonly guidance: string }[],
): Message[] {
  const results = refused.map(
    ({ call, guidance }) =>
      new vscode.LanguageModelToolResultPart(call.callId, [new vscode.LanguageModelTextPart(guidance)]),
  );
  return [
    {
      role: vscode.LanguageModelChatMessageRole.Assistant,
      name: undefined,
      content: [...said, ...refused.map(({ call }) => call)],
    },
    { role: vscode.LanguageModelChatMessageRole.User, name: undefined, content: results },
  ];
}

/** As the tool gave them, without what hooks added; data by its type and digest. */
export function resultOf({ content }: vscode.LanguageModelToolResultPart): string[] {
  return content.flatMap((part) => {
    if (part instanceof vscode.LanguageModelTextPart) {
      const text = withoutHookContext(part.value);
      return text === '' && part.value !== '' ? [] : [text];
    }
    const { mimeType, data } = (part ?? {}) as { readonly mimeType?: unknown; readonly data?: unknown };
    const isData = data instanceof Uint8Array;
    return [isData ? `data ${String(mimeType)} ${sha256(Buffer.from(data).toString('base64'))}` : ''];
  });
}

export function occurrencesOf(callId: string, messages: readonly Message[]): number {
  const results = messages.flatMap(({ content }) =>
    content.filter((part) => part instanceof vscode.LanguageModelToolResultPart && part.callId === callId),
  );
  return results.length;
}

/** @param textFor gets a call's ID and how many results of that ID there have been, this one included */
export function withTextsBeside(
  messages: readonly Message[],
  textFor: (callId: string, occurrence: number) => string | undefined,
): Message[] {
  const seen = new Map<string, number>();
  return messages.map((message) => {
    let isChanged = false;
    const content = message.content.map((part) => {
      if (!(part instanceof vscode.LanguageModelToolResultPart)) {
        return part;
      }
      const occurrence = (seen.get(part.callId) ?? 0) + 1;
      seen.set(part.callId, occurrence);
      const text = textFor(part.callId, occurrence);
      isChanged ||= text !== undefined;
      return text === undefined
        ? part
        : new vscode.LanguageModelToolResultPart(part.callId, [
            ...part.content,
            // Vendors join the parts of a result without a separator.
            new vscode.LanguageModelTextPart(`\n\n${text}`),
          ]);
    });
    return isChanged ? { ...message, content } : message;
  });
}
