import { boundedCopy } from './values/boundedCopy';
import type { Call } from './facts/call';
import type { Conversation } from './conversation';
import { callsNeeded, strongestFinding, type Finding, rebuiltFinding } from './rules/registry';
import { type Evidence, evidenceOf } from './ledger/evidence';
import { failOpen, type GuardPorts } from './ports';
import type { NewCall } from './facts/callFacts';
import { adjusted, decide, runs, stopsAfterChance } from './decision/policy';
import { type Chance, RELEASED_ROUND } from './decision/guidance';
import type { Action, CallSettings } from './rules/settings';
import { ALLOW, type Detection, lastsUntilMessage, type Stop, type Verdict, verdictOf } from './decision/verdict';
import { startsSomething } from './facts/signs';
import type { WindowEntry } from './ledger/entry';
import { type Why, whyOf } from './decision/why';

interface IdentifiedCall extends NewCall {
  readonly parsed: unknown;
  readonly settings: CallSettings;
}

type Found = Pick<Detection, 'finding' | 'action' | 'afterChance'>;

/** Asks the detectors about a call, has the policy decide, and notes in the conversation what follows. */
export class Judge {
  constructor(private readonly ports: GuardPorts) {}

  judge(conversation: Conversation, identified: IdentifiedCall, nowMs: number): Verdict {
    const { call, signature } = identified;
    const { values: settings, keep, detectors } = identified.settings;
    const pruned = conversation.prune(nowMs, keep.ttlSeconds, signature.digest);
    if (pruned > 0) {
      const { id: conversationId } = conversation;
      this.ports.report({ kind: 'pruned', conversationId, calls: pruned, ttlSeconds: keep.ttlSeconds });
    }
    if (conversation.window.mergeDuplicateReport(signature.digest, call)) {
      return ALLOW;
    }
    const { stop } = conversation;
    if (stop !== undefined) {
      if (call.moment !== undefined) {
        const { detection } = stop;
        return call.moment === 'woken' && lastsUntilMessage(detection) ? { action: 'stopped', detection } : ALLOW;
      }
      // Unless the allowed tool itself is what was called over and over.
      if (identified.settings.isAlwaysAllowed && stop.detection.tool !== identified.tool) {
        return ALLOW;
      }
      if (call.outlivesStop !== true) {
        return this.#refuse(conversation, call, stop, nowMs);
      }
    }
    const entry = conversation.enter(identified, nowMs);
    const windowSize = Math.max(settings.windowSize, callsNeeded(settings));
    const evidence = evidenceOf(entry, { windowSize, ttlSeconds: settings.ttlSeconds, nowMs }, conversation);
    if (stop?.signatures.includes(entry.signature) === true) {
      if (!evidence.hasNewsSince(lastIndex(stop.detection))) {
        return this.#refuse(conversation, call, stop, nowMs);
      }
      conversation.endStop();
    }
    const chance = this.#chanceOf(conversation, entry, evidence);
    if (chance?.round === RELEASED_ROUND) {
      const { detection } = chance;
      this.#stop(conversation, call, { detection, atMs: nowMs, signatures: [...conversation.guidance.chances.keys()] });
      this.#refused(conversation, call, nowMs);
      return { action: 'stopped', detection };
    }
    if (chance?.round === entry.round) {
      this.#refused(conversation, call, nowMs);
      return { action: 'chance', detection: { ...chance.detection, arguments: boundedCopy(identified.parsed) } };
    }
    if (call.moment === undefined) {
      conversation.shared.counts.calls += 1;
    } else {
      entry.momentsInRow = conversation.shared.sinceMessage.happened(call.moment, entry.signature);
    }
    const strongest: Finding | undefined = strongestFinding(evidence, detectors, settings);
    const weighed = this.ports.explains?.() === true ? whyOf(evidence, detectors, settings) : undefined;
    if (weighed !== undefined && weighed.tallies.length > 0) {
      this.ports.report({ kind: 'weighed', conversationId: conversation.id, call, why: weighed });
    }
    const finding =
      chance !== undefined && stopsAfterChance(settings)
        ? rebuiltFinding(chance.detection.finding, entry.index)
        : strongest;
    const afterChance = chance !== undefined;
    const action =
      finding === undefined ? 'allow' : this.#decide(conversation, identified, entry, finding, afterChance);
    this.#mitigated(conversation, call, conversation.guidance.nudges.noteCompliance(entry, finding));
    if (runs(action) || this.ports.observeOnly === true) {
      this.#run(conversation, call, entry, keep.calls, finding);
    }
    if (finding === undefined || action === 'allow') {
      return ALLOW;
    }
    // Counts everything once more, so it only runs when somebody reads it.
    const why = (): Why => weighed ?? whyOf(evidence, detectors, settings);
    return this.#act(conversation, identified, entry, { finding, action, afterChance }, why, nowMs);
  }

  #refuse(conversation: Conversation, call: Call, { detection }: Stop, nowMs: number): Verdict {
    conversation.refuse(nowMs);
    this.#refused(conversation, call, nowMs);
    return { action: 'stopped', detection };
  }

  /** The call's second chance. It is over once another call has brought something new or edited a file. */
  #chanceOf({ guidance }: Conversation, { signature, round }: WindowEntry, evidence: Evidence): Chance | undefined {
    const chance = guidance.chances.get(signature);
    if (chance === undefined || chance.round === round || !evidence.hasActedSince(lastIndex(chance.detection))) {
      return chance;
    }
    guidance.chances.delete(signature);
    return undefined;
  }

  #stop(conversation: Conversation, { stopsAgentOnly }: Call, stop: Stop): void {
    if (this.ports.observeOnly !== true) {
      conversation.stopFor(stop, stopsAgentOnly === true);
    }
  }

  #refused({ id }: Conversation, call: Call, atMs: number): void {
    this.ports.report({ kind: 'refused', conversationId: id, call, atMs });
  }

  /** @returns `allow` if a warning was given already */
  #decide(
    conversation: Conversation,
    identified: IdentifiedCall,
    entry: WindowEntry,
    finding: Finding,
    afterChance: boolean,
  ): Action | 'allow' {
    const settings = identified.settings.values;
    const isMoment = entry.moment !== undefined;
    const isPrompt = entry.moment === 'woken';
    const { canAsk } = identified.call;
    const context = { detections: conversation.detections, hadChance: afterChance, isMoment, isPrompt, canAsk };
    const decided = decide(finding, settings, context);
    if (finding.isHint === true) {
      // Only the model learns of a hint.
      return decided === 'nudge' && conversation.guidance.noteWarning(finding, entry) ? decided : 'allow';
    }
    if (decided === 'continue' && finding.certainty === 'likely') {
      return 'allow';
    }
    const onLadder = finding.certainty === 'certain' && settings.actions.length > 0;
    const warns = decided === 'warn' || decided === 'nudge';
    if (warns && !onLadder && !conversation.guidance.noteWarning(finding, entry)) {
      return 'allow';
    }
    const { onDetection } = this.ports;
    // If the embedder's callback throws, the decision stands.
    const wanted =
      onDetection === undefined
        ? undefined
        : failOpen(this.ports, conversation.id, 'onDetection', undefined, () =>
            onDetection(detectionOf(conversation, identified, { finding, action: decided, afterChance })),
          );
    return adjusted(decided, wanted, finding.atCeiling);
  }

  #run(
    conversation: Conversation,
    call: Call,
    entry: WindowEntry,
    capacity: number,
    finding: Finding | undefined,
  ): void {
    conversation.window.append(entry, capacity);
    this.ports.report({ kind: 'recorded', conversationId: conversation.id, call, entry, count: finding?.count ?? 1 });
    conversation.shared.sinceMessage.ran(entry, conversation.agent);
    conversation.shared.hasStarted ||= startsSomething(entry.argumentsValue);
    if (entry.moment === undefined) {
      this.#mitigated(conversation, call, conversation.guidance.chances.noteCompliance(entry.signature));
    }
  }

  #mitigated(conversation: Conversation, { tool }: Call, followed: readonly { readonly detection: Detection }[]): void {
    // A hint may have been wrong, so what follows it proves nothing.
    for (const { detection } of followed.filter(({ detection: { finding } }) => finding.isHint !== true)) {
      conversation.shared.counts.mitigations += 1;
      this.ports.report({ kind: 'mitigated', conversationId: conversation.id, detection, nextTool: tool });
    }
  }

  #act(
    conversation: Conversation,
    identified: IdentifiedCall,
    entry: WindowEntry,
    found: Found,
    why: () => Why,
    nowMs: number,
  ): Verdict {
    const detection = detectionOf(conversation, identified, found);
    conversation.detections += found.finding.certainty === 'certain' ? 1 : 0;
    if (found.action === 'nudge' && entry.moment === undefined && this.ports.observeOnly !== true) {
      conversation.guidance.nudges.give(detection, entry);
    }
    if (found.finding.isHint === true) {
      return { ...ALLOW, hint: detection };
    }
    switch (found.action) {
      case 'continue':
        break;
      case 'warn':
      case 'nudge':
      case 'ask':
        conversation.shared.counts.warnings += 1;
        break;
      case 'chance':
        conversation.shared.counts.chances += 1;
        if (this.ports.observeOnly !== true) {
          conversation.guidance.chances.set(entry.signature, {
            detection,
            round: entry.round,
            atMs: nowMs,
            modelComplied: false,
          });
        }
        break;
      case 'break':
        conversation.shared.counts.breaks += 1;
        this.#stop(conversation, identified.call, {
          detection,
          atMs: nowMs,
          signatures: callsOfLoop(conversation, entry, detection),
        });
    }
    const { call } = identified;
    this.ports.report({
      kind: 'detection',
      detection,
      call,
      entry,
      get why() {
        return why();
      },
    });
    return verdictOf(detection);
  }
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

function detectionOf(
  conversation: Conversation,
  { call, parsed, tool, settings }: IdentifiedCall,
  { finding, action, afterChance }: Found,
): Detection {
  return {
    model: conversation.shared.model,
    conversationId: conversation.id,
    callId: call.id,
    tool,
    arguments: boundedCopy(parsed),
    finding,
    settings: settings.values,
    action,
    afterChance,
  };
}
