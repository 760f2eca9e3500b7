import { REFUSED_SURFACE } from '../../core/timeline/timelineCall';
import { refusedText } from '../../core/words/loopTexts';
import { refusedWarning } from '../../core/words/words';
import type { SubAgents } from '../../core/models/subAgents';
import { describeOutcome } from '../../engine/facts/outcome';
import { digestOf } from '../../node/files/hash';
import type { HookInput } from '../../node/wire/input';
import { type RefusedCall, RefusedCalls, TranscriptFollower } from '../../node/logs/transcript';
import { translate } from '../host/translate';
import type { AgentHooksPorts } from './agentHooksPorts';
import { notifiesOfWarnings } from './loopNotices';

/** Transcripts followed at once; the oldest one is dropped first. */
const FOLLOWED_CONVERSATIONS = 20;

interface UnhookedCallsPorts extends Pick<AgentHooksPorts, 'guard' | 'agent' | 'messages'> {
  readonly subAgents: Pick<SubAgents, 'ofTurn'>;
  /** `begins`: false if the run continues after an earlier stop; `askedMs`: when the model asked for the call. */
  readonly onStop: (conversationId: string, begins: boolean, askedMs: number) => void;
}

/**
 * Brings calls to the guard that VS Code refuses before they run (no such tool, invalid arguments): no hook is asked,
 * but the transcript has them. They can't be kept from the model: the user is told, or a loop ends the run. VS Code
 * asks the model again at once, so a call is checked when the next one has already been asked for.
 */
export class UnhookedCalls {
  readonly #followed = new Map<string, { readonly calls: RefusedCalls; readonly follower: TranscriptFollower }>();

  constructor(private readonly ports: UnhookedCallsPorts) {}

  /** Does nothing if it is already followed. @param path of the transcript; undefined if the hook doesn't say */
  follow(input: HookInput | undefined, path: string | undefined): void {
    if (path === undefined || (input?.event !== 'userPrompt' && input?.event !== 'preToolUse')) {
      return;
    }
    const { sessionId: conversationId } = input;
    if (this.#followed.get(conversationId)?.follower.path === path) {
      return;
    }
    this.end(conversationId);
    if (this.#followed.size >= FOLLOWED_CONVERSATIONS) {
      this.end(this.#followed.keys().next().value as string);
    }
    const calls = new RefusedCalls();
    const follower = new TranscriptFollower(path, (events) => {
      calls
        .take(events, this.ports.subAgents.ofTurn(conversationId))
        .forEach((call) => this.#judge(conversationId, call));
    });
    this.#followed.set(conversationId, { calls, follower });
    follower.look();
  }

  /** A hook asks about a call: the guard must first know of all calls that were refused before it. */
  asked(conversationId: string, callId: string): void {
    const followed = this.#followed.get(conversationId);
    followed?.calls.asked(callId);
    followed?.follower.look();
  }

  beginTurn(conversationId: string): void {
    this.#followed.get(conversationId)?.calls.beginTurn();
  }

  end(conversationId: string): void {
    this.#followed.get(conversationId)?.follower.dispose();
    this.#followed.delete(conversationId);
  }

  dispose(): void {
    [...this.#followed.keys()].forEach((conversationId) => this.end(conversationId));
  }

  #judge(conversationId: string, call: RefusedCall): void {
    const { guard, agent, messages, onStop } = this.ports;
    const { callId: id, tool, round } = call;
    // A guarded model has already seen it.
    if (guard.callerOf(conversationId, id) !== undefined) {
      return;
    }
    const nowMs = Date.now();
    const verdict = guard.check(
      conversationId,
      { id, tool, arguments: call.arguments, round, agent: call.agent, surface: REFUSED_SURFACE },
      nowMs,
    );
    // What the model reads is unknown: our words for the user don't make two refusals the same.
    const recorded = describeOutcome('', true, digestOf);
    guard.record(conversationId, { callId: id, recorded, result: refusedText(translate) }, nowMs);
    if (verdict.action === 'break' || verdict.action === 'stopped') {
      onStop(conversationId, verdict.action === 'break', call.atMs ?? nowMs);
    } else if (verdict.action !== 'allow' && (verdict.action !== 'warn' || notifiesOfWarnings(verdict.detection))) {
      const { detection } = verdict;
      agent.tell(refusedWarning(detection, { translate, messages: messages() }), detection);
    }
  }
}
