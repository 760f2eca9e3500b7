import type { GuardEvent } from './events';

/**
 * Does the work, or reports one fault and returns the fallback: a fault of ours never stops an agent. Never throws.
 */
export function failOpen<Result>(
  ports: { readonly report: (event: GuardEvent) => void },
  conversationId: string,
  during: string,
  otherwise: Result,
  work: () => Result,
): Result {
  try {
    return work();
  } catch (error) {
    try {
      ports.report({ kind: 'fault', conversationId, during, error });
    } catch {
      // Even the report failed; the agent still continues.
    }
    return otherwise;
  }
}
