import { boundedCopy } from './values/boundedCopy';
import type { Call } from './facts/call';
import type { Conversation, Counts } from './conversation';
import { type Finding, rebuiltFinding, strongestFinding, type Why, whyOf } from './rules/finding';
import { callsNeeded } from './rules/registry';
import { type Evidence, evidenceOf } from './ledger/evidence';
import type { GuardPorts } from './ports';
import type { NewCall } from './facts/callFacts';
import { decide, stopsAfterChance } from './decision/policy';
import { type Chance, RELEASED_ROUND } from './decision/guidance';
import type { Action, CallSettings } from './rules/settings';
import { ALLOW, type Detection, lastsUntilMessage, type Stop, type Verdict, verdictOf } from './decision/verdict';
import { startsSomething } from './facts/signs';
import type { WindowEntry } from './ledger/entry';

interface IdentifiedCall extends NewCall {
  readonly parsed: unknown;
  readonly settings: CallSettings;
}

const COUNTED_AS: Readonly<Record<Exclude<Action, 'continue'>, keyof Counts>> = {
  warn: 'warnings',
  nudge: 'warnings',
  ask: 'warnings',
  chance: 'chances',
  break: 'breaks',
};

/** Asks the detectors about a call, has the policy decide, and notes in the conversation what follows. */
export class Judge {
  constructor(private readonly ports: GuardPorts) {}

  judge(conversation: Conversation, identified: IdentifiedCall, nowMs: number): Verdict {
    const { call, signature } = identified;
    const { values: settings, keep, detectors, isAlwaysAllowed } = identified.settings;
    const { id: conversationId, guidance, shared, window } = conversation;
    const pruned = conversation.prune(nowMs, keep.ttlSeconds, signature.digest);
    if (pruned > 0) {
      this.ports.report({ kind: 'pruned', conversationId, calls: pruned, ttlSeconds: keep.ttlSeconds });
    }
    if (window.mergeDuplicateReport(signature.digest, call)) {
      return ALLOW;
    }
    const { stop } = conversation;
    if (stop !== undefined) {
      const { detection } = stop;
      if (call.moment !== undefined) {
        return call.moment === 'woken' && lastsUntilMessage(detection) ? { action: 'stopped', detection } : ALLOW;
      }
      // Unless the allowed tool itself is what was called over and over.
      if (isAlwaysAllowed && detection.tool !== identified.tool) {
        return ALLOW;
      }
      if (call.outlivesStop !== true) {
        return this.#refuse(conversation, call, detection, nowMs);
      }
    }
    const entry = conversation.enter(identified, nowMs);
    const windowSize = Math.max(settings.windowSize, callsNeeded(settings));
    const evidence = evidenceOf(entry, { windowSize, ttlSeconds: settings.ttlSeconds, nowMs }, conversation);
    if (stop?.signatures.includes(entry.signature) === true) {
      if (!evidence.hasNewsSince(lastIndex(stop.detection))) {
        return this.#refuse(conversation, call, stop.detection, nowMs);
      }
      conversation.endStop();
    }
    const chance = chanceOf(conversation, entry, evidence);
    if (chance?.round === RELEASED_ROUND) {
      const { detection } = chance;
      this.#stop(conversation, call, { detection, atMs: nowMs, signatures: [...guidance.chances.keys()] });
      return this.#refuse(conversation, call, detection, nowMs);
    }
    if (chance?.round === entry.round) {
      this.ports.report({ kind: 'refused', conversationId, call, atMs: nowMs });
      return { action: 'chance', detection: { ...chance.detection, arguments: boundedCopy(identified.parsed) } };
    }
    if (call.moment === undefined) {
      shared.counts.calls += 1;
    } else {
      entry.momentsInRow = shared.sinceMessage.happened(call.moment, entry.signature);
    }
    const why = (): Why => whyOf(evidence, detectors, settings);
    const weighed = this.ports.explains?.() === true ? why() : undefined;
    if (weighed !== undefined && weighed.tallies.length > 0) {
      this.ports.report({ kind: 'weighed', conversationId, call, why: weighed });
    }
    const finding =
      chance !== undefined && stopsAfterChance(settings)
        ? rebuiltFinding(chance.detection.finding, entry.index)
        : strongestFinding(evidence, detectors, settings);
    const afterChance = chance !== undefined;
    const action = finding && actionOn(finding, entry, conversation, identified, afterChance);
    this.#mitigated(conversation, call, guidance.followedNudges(entry, finding));
    if ((action !== 'chance' && action !== 'break') || !this.#acts) {
      this.#run(conversation, call, entry, keep.calls, finding);
    }
    if (finding === undefined || action === undefined) {
      return ALLOW;
    }
    const detection: Detection = {
      model: shared.model,
      conversationId,
      callId: call.id,
      tool: identified.tool,
      arguments: boundedCopy(identified.parsed),
      finding,
      settings,
      action,
      afterChance,
    };
    this.#act(conversation, call, entry, detection, nowMs);
    if (finding.isHint === true) {
      return { ...ALLOW, hint: detection };
    }
    this.ports.report({
      kind: 'detection',
      detection,
      call,
      entry,
      // Counts everything once more, so it only runs when somebody reads it.
      get why() {
        return weighed ?? why();
      },
    });
    return verdictOf(detection);
  }

  get #acts(): boolean {
    return this.ports.observeOnly !== true;
  }

  #refuse(conversation: Conversation, call: Call, detection: Detection, nowMs: number): Verdict {
    conversation.refuse(nowMs);
    this.ports.report({ kind: 'refused', conversationId: conversation.id, call, atMs: nowMs });
    return { action: 'stopped', detection };
  }

  #stop(conversation: Conversation, { stopsAgentOnly }: Call, stop: Stop): void {
    if (this.#acts) {
      conversation.stopFor(stop, stopsAgentOnly === true);
    }
  }

  #run(conversation: Conversation, call: Call, entry: WindowEntry, capacity: number, finding?: Finding): void {
    const { id: conversationId, agent, guidance, shared, window } = conversation;
    window.append(entry, capacity);
    this.ports.report({ kind: 'recorded', conversationId, call, entry, count: finding?.count ?? 1 });
    shared.sinceMessage.ran(entry, agent);
    shared.hasStarted ||= startsSomething(entry.argumentsValue);
    if (entry.moment === undefined) {
      this.#mitigated(conversation, call, guidance.leftChances(entry.signature));
    }
  }

  #mitigated({ id: conversationId, shared }: Conversation, { tool }: Call, followed: readonly Detection[]): void {
    // A hint may have been wrong, so what follows it proves nothing.
    for (const detection of followed.filter(({ finding }) => finding.isHint !== true)) {
      shared.counts.mitigations += 1;
      this.ports.report({ kind: 'mitigated', conversationId, detection, nextTool: tool });
    }
  }

  #act(conversation: Conversation, call: Call, entry: WindowEntry, detection: Detection, atMs: number): void {
    const { guidance, shared } = conversation;
    const { action, finding } = detection;
    conversation.detections += finding.certainty === 'certain' ? 1 : 0;
    if (action !== 'continue' && finding.isHint !== true) {
      shared.counts[COUNTED_AS[action]] += 1;
    }
    if (action === 'nudge' && entry.moment === undefined && this.#acts) {
      guidance.nudge(detection, entry);
    } else if (action === 'chance' && this.#acts) {
      guidance.chances.set(entry.signature, { detection, round: entry.round, atMs, modelComplied: false });
    } else if (action === 'break') {
      this.#stop(conversation, call, { detection, atMs, signatures: callsOfLoop(conversation, entry, detection) });
    }
  }
}

/** The call's second chance. It is over once another call has brought something new or edited a file. */
function chanceOf(
  { guidance }: Conversation,
  { signature, round }: WindowEntry,
  evidence: Evidence,
): Chance | undefined {
  const chance = guidance.chances.get(signature);
  if (chance === undefined || chance.round === round || !evidence.hasActedSince(lastIndex(chance.detection))) {
    return chance;
  }
  guidance.chances.delete(signature);
  return undefined;
}

/** Undefined if nothing is to be said, or a warning was given already. */
function actionOn(
  finding: Finding,
  entry: WindowEntry,
  { detections, guidance }: Conversation,
  { call: { canAsk }, settings: { values } }: IdentifiedCall,
  hadChance: boolean,
): Action | undefined {
  const action = decide(finding, values, { detections, hadChance, moment: entry.moment, canAsk });
  const isLikely = finding.certainty === 'likely';
  // Only the model learns of a hint.
  if ((isLikely && action === 'continue') || (finding.isHint === true && action !== 'nudge')) {
    return undefined;
  }
  const mayBeKnown = (isLikely || values.actions.length === 0) && (action === 'warn' || action === 'nudge');
  return mayBeKnown && !guidance.noteWarning(finding, entry) ? undefined : action;
}

function lastIndex({ finding }: Detection): number {
  return finding.calls.at(-1) ?? -1;
}

/** By signature digest: the calls of the loop, and those that the model was told to reconsider. */
function callsOfLoop({ window, guidance }: Conversation, { signature }: WindowEntry, { finding }: Detection): string[] {
  const calls = new Set(finding.calls);
  const repeated = window.entries.filter(({ index }) => calls.has(index)).map((entry) => entry.signature);
  return [...new Set([...repeated, signature, ...guidance.chances.keys()])];
}
