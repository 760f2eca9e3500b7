import { createHash } from 'node:crypto';
import { canonicalText } from '../../../src/engine/values/canonical';
import type { TraceCall } from '../traces';

/** Equal for sessions with the same scored calls. Reveals nothing of their text. */
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
