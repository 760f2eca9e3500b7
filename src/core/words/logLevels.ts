import type { ObservedEvent } from '../events/events';
import { maskText } from './secrets/mask';
import { oneLine } from './quoting';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** The level of an event's line, so that lines below the log level need not be written. */
export const LEVELS: Record<ObservedEvent['kind'], LogLevel> = {
  detection: 'warn',
  nudged: 'info',
  mitigated: 'info',
  override: 'info',
  feedback: 'info',
  budget: 'warn',
  reset: 'info',
  recorded: 'debug',
  weighed: 'debug',
  refused: 'debug',
  outcome: 'debug',
  pruned: 'debug',
  turn: 'debug',
  fault: 'error',
};

/** The line of a fault outside the engine; the agent goes on. */
export function faultLine(during: string, error: unknown): string {
  return oneLine(`Fault of the guard (${during}); the agent goes on: ${faultText(error)}`);
}

/** What went wrong, masked. */
export function faultText(error: unknown): string {
  try {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return maskText(text).slice(0, 300);
  } catch {
    return 'an error that cannot be put into words';
  }
}
