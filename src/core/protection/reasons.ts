import { MACHINE_REASONS } from './machineReasons';
import type { Reason } from './reason';
import { WINDOW_REASONS } from './windowReasons';

/** Every known reason. */
export const REASONS = { ...WINDOW_REASONS, ...MACHINE_REASONS } as const satisfies Readonly<Record<string, Reason>>;

export type ReasonId = keyof typeof REASONS;

/** A reason by its name. */
export function reasonOf(id: ReasonId): Reason {
  return REASONS[id];
}
