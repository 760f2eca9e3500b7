import { failOpen } from './failOpen';
import type { Call } from './call';
import { parseArguments } from './canonical';
import { withoutComments } from './comments';
import type { Conversation } from './conversation';
import { Evidence } from './detectors/evidence';
import { callsNeeded, strongestFinding } from './detectors/registry';
import { type Finding, madeAgain } from './finding';
import type { GuardPorts } from './ports';
import { keptValue } from './boundedCopy';
import { adjusted, decide } from './policy';
import { withoutIgnored } from '../core/settings/resolve';
import type { ResolvedSettings } from '../core/settings/resolved';
import type { Action, EngineSettings } from './settings';
import { signatureOf } from './signature';
import { ALLOW, type Detection, type Verdict } from './verdict';
import { isIdleWait, silenceAfter, waitingOf } from './waiting';
import type { WindowEntry } from './window';

/** What a detection adds to its call. */
type Found = Pick<Detection, 'finding' | 'settings' | 'origins' | 'action' | 'afterChance'>;

/**
 * Judges one call of a conversation: asks the detectors, has the policy decide, and notes in the conversation what
 * follows.
 */
export class Judge {
  constructor(private readonly ports: GuardPorts) {}

  /**
   * @param parsed the arguments of the call, parsed
   * @param operation undefined for a tool that names none
   */
  judge(
    conversation: Conversation,
    call: Call,
    parsed: unknown,
    operation: string | undefined,
    { values: settings, origins, keep, detectors }: ResolvedSettings,
    nowMs: number,
  ): Verdict {
    const pruned = conversation.prune(nowMs, keep.ttlSeconds);
    if (pruned > 0) {
      this.ports.report({
        kind: 'pruned',
        conversationId: conversation.id,
        calls: pruned,
        ttlSeconds: keep.ttlSeconds,
      });
    }
    const asked = withoutComments(withoutIgnored(this.ports.configuration(), call.tool, parsed));
    const signature = signatureOf(call.tool, asked, this.ports.hash);
    if (conversation.isSeenAgain(signature.digest, call)) {
      return ALLOW;
    }
    if (conversation.stop !== undefined) {
      conversation.stop = { ...conversation.stop, atMs: nowMs };
      this.ports.report({ kind: 'refused', conversationId: conversation.id, call, atMs: nowMs });
      return { action: 'stopped', detection: conversation.stop.detection };
    }
    const entry = conversation.candidate(call, operation, signature, nowMs);
    const chance = conversation.chances.get(entry.signature);
    if (chance?.round === entry.round) {
      this.ports.report({ kind: 'refused', conversationId: conversation.id, call, atMs: nowMs });
      return { action: 'chance', detection: chance.detection };
    }
    conversation.add('calls');
    const history = conversation.history(
      Math.max(settings.windowSize, callsNeeded(settings)),
      settings.ttlSeconds,
      nowMs,
    );
    const waiting = waitingOf(entry, history);
    entry.wait = waiting?.kind === 'waits' ? silenceAfter(waiting.before) : undefined;
    const counted = history.some(isIdleWait) ? history.filter((call) => !isIdleWait(call)) : history;
    const evidence = new Evidence(entry, counted, !conversation.hasAsked(entry.signature), waiting);
    const found = strongestFinding(evidence, detectors, settings);
    const finding =
      chance !== undefined && stopsAfterChance(settings) ? madeAgain(chance.detection.finding, entry.index) : found;
    const action =
      finding === undefined
        ? 'allow'
        : this.#decide(conversation, call, entry, { finding, settings, origins, afterChance: chance !== undefined });
    const runs = action === 'allow' || action === 'continue' || action === 'warn' || action === 'ask';
    if (runs || this.ports.observeOnly === true) {
      this.#run(conversation, call, entry, keep.calls, finding);
    }
    if (finding === undefined || action === 'allow') {
      return ALLOW;
    }
    return this.#act(
      conversation,
      call,
      entry,
      { finding, settings, origins, action, afterChance: chance !== undefined },
      nowMs,
    );
  }

  /** @returns `allow` when a warning is meant but was given already */
  #decide(conversation: Conversation, call: Call, entry: WindowEntry, found: Omit<Found, 'action'>): Action | 'allow' {
    const { finding, settings, afterChance } = found;
    const decided = decide(finding, settings, { detections: conversation.detections, hadChance: afterChance });
    const onLadder = finding.certainty === 'certain' && settings.actions.length > 0;
    if (decided === 'warn' && !onLadder && !conversation.warningDue(finding, entry.index)) {
      return 'allow';
    }
    return adjusted(decided, this.#wanted(conversation, call, entry, { ...found, action: decided }), finding.atCeiling);
  }

  /** What the embedder's callback wants; when it throws, the decision stands. */
  #wanted(conversation: Conversation, call: Call, entry: WindowEntry, found: Found): Action | undefined {
    const { onDetection } = this.ports;
    return onDetection === undefined
      ? undefined
      : failOpen(this.ports, conversation.id, 'onDetection', undefined, () =>
          onDetection(this.#detection(conversation, call, entry, found)),
        );
  }

  /** Field by field, not spread: this is on the way of every detection. */
  #detection(
    conversation: Conversation,
    call: Call,
    entry: WindowEntry,
    { finding, settings, origins, action, afterChance }: Found,
  ): Detection {
    const { messages } = this.ports.configuration();
    return {
      model: conversation.model,
      messages,
      conversationId: conversation.id,
      callId: call.id,
      tool: entry.tool,
      arguments: keptValue(parseArguments(call.arguments)),
      finding,
      settings,
      origins,
      action,
      afterChance,
    };
  }

  #run(
    conversation: Conversation,
    call: Call,
    entry: WindowEntry,
    capacity: number,
    finding: Finding | undefined,
  ): void {
    conversation.append(entry, capacity);
    this.ports.report({ kind: 'recorded', conversationId: conversation.id, call, entry, count: finding?.count ?? 1 });
    for (const [signature, chance] of conversation.chances) {
      if (!chance.heeded && signature !== entry.signature) {
        conversation.chances.set(signature, { ...chance, heeded: true });
        conversation.add('mitigations');
        this.ports.report({
          kind: 'mitigated',
          conversationId: conversation.id,
          detection: chance.detection,
          nextTool: call.tool,
        });
      }
    }
  }

  #act(conversation: Conversation, call: Call, entry: WindowEntry, found: Found, nowMs: number): Verdict {
    const detection = this.#detection(conversation, call, entry, found);
    conversation.detections += found.finding.certainty === 'certain' ? 1 : 0;
    switch (found.action) {
      case 'continue':
        break;
      case 'warn':
      case 'ask':
        conversation.add('warnings');
        break;
      case 'chance':
        conversation.add('chances');
        if (this.ports.observeOnly === true) {
          break;
        }
        conversation.giveChance(entry.signature, {
          detection,
          round: entry.round,
          attempts: (conversation.chances.get(entry.signature)?.attempts ?? 0) + 1,
          atMs: nowMs,
          heeded: false,
        });
        break;
      case 'break':
        conversation.add('breaks');
        conversation.stop = this.ports.observeOnly === true ? undefined : { detection, atMs: nowMs };
    }
    this.ports.report({ kind: 'detection', detection, call, entry });
    return found.action === 'continue' ? ALLOW : { action: found.action, detection };
  }
}

/** With a ladder its next action decides what a call repeated after a chance leads to; it may be no finding at all. */
function stopsAfterChance(settings: EngineSettings): boolean {
  return settings.actions.length > 0 || settings.mode === 'chance_then_break';
}
