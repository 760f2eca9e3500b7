import { createHash } from 'node:crypto';
import { canonicalText } from '../../../src/engine/values/canonical';
import type { TraceCall } from '../traces';

/** Equal for sessions whose calls are equal in all that is scored. Tells nothing of what they say. */
export function fingerprint(calls: readonly TraceCall[]): string {
  const hash = createHash('sha256');
  for (const call of calls) {
    hash.update(
      JSON.stringify([
        call.name,
        canonicalText(call.arguments),
        call.resultSha,
        call.resultNorm,
        call.isError ?? false,
        call.userTurnBefore,
        call.turn,
        call.timestamp ?? null,
        call.doneAt ?? null,
        call.agent ?? null,
      ]),
    );
  }
  return hash.digest('hex').slice(0, 12);
}
