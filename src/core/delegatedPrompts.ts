/** Calls of one conversation that are remembered at most; agents run a handful at once. */
const REMEMBERED_CALLS = 50;

/**
 * Texts that the model hands to tools which are at work. A tool that starts a sub-agent submits one of them as the sub-agent's prompt,
 * and VS Code tells of it just as of a prompt of the person. It is none: a model must neither give the guard a command nor begin a fresh
 * count this way.
 */
export class DelegatedPrompts {
  readonly #texts = new Map<string, Map<string, readonly string[]>>();

  /** A call is about to run. */
  begin(conversationId: string, callId: string, callArguments: unknown): void {
    const texts = textsOf(callArguments);
    if (texts.length === 0) {
      return;
    }
    const calls = this.#texts.get(conversationId) ?? new Map<string, readonly string[]>();
    this.#texts.set(conversationId, calls.set(callId, texts));
    for (const oldest of calls.keys()) {
      if (calls.size > REMEMBERED_CALLS) {
        calls.delete(oldest);
      }
    }
  }

  /** A call has ended. */
  end(conversationId: string, callId: string): void {
    const calls = this.#texts.get(conversationId);
    if (calls?.delete(callId) === true && calls.size === 0) {
      this.#texts.delete(conversationId);
    }
  }

  /** The person speaks or the agent has ended: no call is at work any more. */
  clear(conversationId: string): void {
    this.#texts.delete(conversationId);
  }

  /** Whether a prompt comes from a tool that is at work. */
  includes(conversationId: string, prompt: string): boolean {
    return [...(this.#texts.get(conversationId)?.values() ?? [])].some((texts) => texts.includes(prompt.trim()));
  }
}

function textsOf(callArguments: unknown): string[] {
  const values: unknown[] = typeof callArguments === 'object' && callArguments !== null ? Object.values(callArguments) : [callArguments];
  return values.flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []));
}
