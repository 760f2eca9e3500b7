import * as vscode from 'vscode';

/**
 * The same UUID that hooks and model providers get; undefined if this VS Code doesn't say. Stable typings don't have
 * it; at run time, it is `sessionId`, or in `sessionResource` as `vscode-chat-session://local/<base64 of the UUID>`, on
 * the request or its tool invocation token.
 */
export function conversationIdOf(request: unknown): string | undefined {
  const fields = record(request);
  const token = record(fields['toolInvocationToken']);
  return (
    text(fields['sessionId']) ??
    idOfResource(fields['sessionResource'] ?? fields['chatSessionResource']) ??
    text(token['sessionId']) ??
    idOfResource(token['sessionResource'])
  );
}

/** Undefined for the main agent. Stable typings don't have it. */
export function subAgentOf(options: unknown): string | undefined {
  return text(record(options)['subAgentInvocationId']);
}

/** The reverse of {@link conversationIdOf}. */
export function resourceOfConversation(conversationId: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: 'vscode-chat-session',
    authority: 'local',
    path: `/${Buffer.from(conversationId).toString('base64')}`,
  });
}

function idOfResource(resource: unknown): string | undefined {
  const path = typeof resource === 'string' ? resource : text(record(resource)['path']);
  const encoded = path?.split('/').at(-1);
  if (encoded === undefined || encoded === '') {
    return undefined;
  }
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  return /^[\w-]{8,100}$/.test(decoded) ? decoded : encoded;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
