import { whyQuestion } from '../../core/chat/slashCommands';
import { steeringText, stuckSentences } from '../../core/words/loopTexts';
import { blockingNotice, stopNotice } from '../../core/words/words';
import { isSameLoop } from '../../engine/rules/finding';
import type { Detection } from '../../engine/decision/verdict';
import type { ChatAddress } from '../../node/agentHost/runningChats';
import type { Notice } from '../chatPanel/notification';
import { translate } from '../host/translate';
import type { AgentHooksPorts } from './agentHooksPorts';

export interface StopNotice extends Notice {
  /** Used instead if the agent continues although its calls are blocked. */
  readonly blocking: string;
  readonly steering: string;
}

/** Only for users who chose warnings only. In other modes, the guard acts, and the status bar says enough. */
export function notifiesOfWarnings({ settings }: Detection): boolean {
  return settings.mode === 'warn' && settings.actions.length === 0;
}

/** By `@loopguard` in chats of VS Code's own agent, else in a notification. */
export class LoopNotices {
  /** By conversation: the last call warned about since the user's last message. */
  readonly #warned = new Map<string, number>();

  constructor(private readonly ports: Pick<AgentHooksPorts, 'agent' | 'sessions' | 'names' | 'messages'>) {}

  of(stopped: Detection): StopNotice {
    const { messages, names } = this.ports;
    const phrasing = { translate, messages: messages(), names };
    return {
      text: stopNotice(stopped, phrasing),
      blocking: blockingNotice(stopped, phrasing),
      steering: steeringText(stopped, translate),
      call: stopped,
    };
  }

  /** An allowed call is part of a loop: said once for each loop. @param stop undefined if nothing can stop the agent */
  warned(detection: Detection, stop: (() => Promise<void>) | undefined): void {
    const { conversationId, finding } = detection;
    if (!notifiesOfWarnings(detection)) {
      return;
    }
    const isKnown = isSameLoop(finding, this.#warned.get(conversationId));
    this.#warned.set(conversationId, finding.calls.at(-1) ?? 0);
    if (!isKnown) {
      this.stuck(detection, stop);
    }
  }

  stuck(detection: Detection, stop: (() => Promise<void>) | undefined): void {
    const { agent, names } = this.ports;
    agent.tell(stuckSentences(detection, { translate, names }), detection, stop);
  }

  /**
   * A notification, because what is said to a participant in that chat would reach the model. Without the chat's
   * address, text lands in the chat in front. @param steering undefined if nobody can write to the agent
   */
  stopped(sessionId: string, { text, call }: Notice, steering: string | undefined, chat?: ChatAddress): void {
    const { agent, sessions } = this.ports;
    const isReached = chat !== undefined || sessions.isSpokenToLast(sessionId);
    agent.tellStop({ text, call }, { steering: isReached ? steering : undefined, chat });
  }

  async inChat(conversationId: string, notice: Notice | undefined): Promise<void> {
    const { agent, sessions } = this.ports;
    const isProbablyAway = sessions.isAway(conversationId, Date.now());
    await agent.ask(conversationId, whyQuestion(translate), notice && { ...notice, isProbablyAway });
  }

  beginTurn(conversationId: string): void {
    this.#warned.delete(conversationId);
  }
}
