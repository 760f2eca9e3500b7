import type { GuardEvent } from './events';

/**
 * Does the work, or reports one fault and gives the other answer: a fault of ours never stops an agent. Never throws.
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
      // The report itself is broken; the agent still goes on.
    }
    return otherwise;
  }
}
