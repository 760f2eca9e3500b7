import assert from 'node:assert/strict';
import { logLine } from '../../src/core/words/logLines';
import type { GuardEvent } from '../../src/engine/ports';
import type { Guard } from '../../src/engine/guard';
import { describeOutcome } from '../../src/engine/facts/outcome';
import type { Verdict } from '../../src/engine/decision/verdict';
import { sha256 } from '../../src/node/files/hash';
import { GuardHarness } from '../fakes/guardHarness';
import { allTexts } from '../fakes/texts';
import { canonicalText } from '../../src/engine/values/canonical';

export class FaultWatch {
  readonly faults: string[] = [];
  readonly told: GuardEvent[] = [];
  readonly guard: Guard;

  constructor(user: Record<string, unknown> = {}) {
    this.guard = new GuardHarness(user, { report: (event) => this.#hear(event) }).guard;
  }

  #hear(event: GuardEvent): void {
    const { text } = logLine(event);
    assert.ok(text.length <= 2_000 && !text.includes('\n'), 'one bounded line');
    this.told.push(event);
    if (event.kind === 'fault') {
      this.faults.push(text);
    }
  }
}

/** All texts about a verdict are bounded, and none of them throws. */
export function assertSayable(verdict: Verdict): void {
  if (verdict.action !== 'allow') {
    for (const text of Object.values(allTexts(verdict.detection))) {
      assert.ok(text.length < 3_000);
    }
  }
}

/** Repeated arguments are the same call, whatever they are. */
export function assertCounted(make: () => unknown): void {
  const { guard, faults, told } = new FaultWatch({ maxRepeats: 2 });
  const actions = [1, 2].map((id) => {
    const verdict = guard.check('c', { id: `${id}`, tool: 'read', arguments: make() }, id);
    assertSayable(verdict);
    return verdict.action;
  });
  assert.deepEqual(faults, []);
  assert.deepEqual(actions, ['allow', 'break']);
  const kept = told.flatMap((event) => (event.kind === 'detection' ? [event.detection.arguments] : []));
  assert.ok(
    kept.every((value) => canonicalText(value).length < 9_000_000),
    'of large arguments a part is kept',
  );
}

/** A call with unreadable arguments runs and is logged in one line; others are checked as usual. */
export function assertLetRun(make: () => unknown): void {
  const { guard, faults } = new FaultWatch({ maxRepeats: 2 });
  assert.equal(guard.check('c', { id: '1', tool: 'read', arguments: make() }, 0).action, 'allow');
  assert.equal(faults.length, 1);
  assert.match(faults[0] ?? '', /Fault of the guard in session c \(check\); the call is allowed: \S/);
  const verdicts = ['a', 'b'].map((id) => guard.check('c', { id, tool: 'read', arguments: {} }, 0).action);
  assert.deepEqual(verdicts, ['allow', 'break'], 'other calls are judged as ever');
}

/** Different results have different digests. */
export function assertToldApart(results: Readonly<Record<string, () => unknown>>): void {
  const { guard, faults } = new FaultWatch();
  const digests = new Map<string, string>();
  for (const [what, make] of Object.entries(results)) {
    guard.check('c', { id: what, tool: 'read', arguments: { what } }, 0);
    guard.record('c', { callId: what, result: make(), isError: false });
    const { digest } = describeOutcome(make(), false, sha256);
    assert.equal(digests.get(digest), undefined, `${what} is another result`);
    digests.set(digest, what);
  }
  assert.deepEqual(faults, []);
}
