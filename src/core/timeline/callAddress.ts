/** Names a call of the timeline: what commands, tree items and buttons hand around. */
export interface CallAddress {
  readonly conversationId: string;
  /** Place of the call in its conversation, from 1. */
  readonly number: number;
}

/** The address in a command's argument, which any extension may choose freely. Undefined when there is none. */
export function parseCallAddress(value: unknown): CallAddress | undefined {
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  const { conversationId, number } = value as Record<string, unknown>;
  return typeof conversationId === 'string' && Number.isSafeInteger(number)
    ? { conversationId, number: number as number }
    : undefined;
}
