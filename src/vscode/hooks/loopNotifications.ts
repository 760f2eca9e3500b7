import { isInChat, type SessionType } from '../../node/agents/sessions';
import { AS_TEXT, stuckSentences } from '../../core/words/loopTexts';
import { isSameLoop } from '../../engine/rules/finding';
import type { Detection } from '../../engine/decision/verdict';
import type { NamedCall } from '../chatPanel/agentControl';
import { translate } from '../host/translate';
import type { EndingPorts } from './agentHooksPorts';

/**
 * Whether a person is told of the warnings of a conversation: where they chose warnings only. In other modes the guard
 * acts by itself, and the status bar says enough.
 */
export function isToldOfWarnings({ settings }: Detection): boolean {
  return settings.mode === 'warn' && settings.actions.length === 0;
}

/** Reports agents that may be stuck to users who chose warnings only: while they run, once for each loop. */
export class LoopNotifications {
  /** The last call that was told of, by conversation and count of calls. */
  readonly #told = new Map<string, number>();

  constructor(private readonly ports: Pick<EndingPorts, 'agent' | 'sessions' | 'names' | 'exactStop'>) {}

  /** A call was allowed although it is part of a loop. */
  warned(detection: Detection, type: SessionType): void {
    const { conversationId, finding } = detection;
    if (!isToldOfWarnings(detection)) {
      return;
    }
    const isKnown = isSameLoop(finding, this.#told.get(conversationId));
    this.#told.set(conversationId, finding.calls.at(-1) ?? 0);
    if (!isKnown) {
      this.tellStuck(detection, type);
    }
  }

  /** An agent repeats itself, and runs on. */
  tellStuck(detection: Detection, type: SessionType): void {
    const text = stuckSentences(detection, { translate, names: this.ports.names, emphasis: AS_TEXT });
    this.tell(text, detection, type);
  }

  /** Something is to be told of an agent that runs on, with the way to stop it at hand. */
  tell(text: string, { conversationId, callId }: NamedCall, type: SessionType): void {
    const { agent, sessions, exactStop } = this.ports;
    const stop = async (): Promise<void> => {
      if (type === 'local') {
        await agent.stop(conversationId, sessions.areOthersAtWork(conversationId, Date.now()));
      } else if ((await exactStop?.cancel({ sessionId: conversationId })) !== true) {
        await agent.cancelForeign(() => sessions.mayOthersBeAtWork(conversationId, Date.now()));
      }
      sessions.ended(conversationId);
    };
    agent.tellRunning(text, { conversationId, callId }, isInChat(type) ? stop : undefined);
  }

  /** The person speaks. */
  beginTurn(conversationId: string): void {
    this.#told.delete(conversationId);
  }
}
