import { steeringAnew } from '../../core/words/loopTexts';
import type { Detection } from '../../engine/decision/verdict';
import type { AgentMemory } from '../../node/hooks/agentMemory';
import type { CallAnswer } from '../../node/hooks/callAnswer';
import { HARNESSES } from '../../node/agents/harnesses';
import type { HookAnswer } from '../../node/transport/hookServer';
import type { CallHook, ForeignStops } from './foreignStops';
import type { StoppedRuns } from './stoppedRuns';
import type { StopNotice } from './stopNotice';
import type { LoopNotifications } from './loopNotifications';
import { translate } from '../host/translate';

/** Gives the answer about a checked call to its hook, and does what goes with it. */
export class HookResponder {
  constructor(
    private readonly ports: {
      readonly stoppedRuns: StoppedRuns;
      readonly foreignStops: ForeignStops;
      readonly stuckNotices: LoopNotifications;
      /** What the person is told of a stop outside of the chat. */
      readonly notice: (stopped: Detection) => Omit<StopNotice, 'call'>;
    },
  ) {}

  async answer(answer: CallAnswer, memory: AgentMemory, hook: CallHook): Promise<HookAnswer> {
    const { reply, stop, begins, detection } = answer;
    const { stoppedRuns, foreignStops } = this.ports;
    if (stop === undefined) {
      if (reply.kind === 'warn') {
        this.#tellWarning(reply.toPerson, detection, begins, hook);
      }
      return { output: hook.harness.write(reply) };
    }
    const { sessionId: conversationId, callId = '' } = hook.input;
    const notice =
      detection === undefined
        ? {
            text: stop.toPerson,
            blocking: stop.toPerson,
            steering: steeringAnew(translate),
            call: { conversationId, callId },
          }
        : { ...this.ports.notice(detection), call: detection };
    return hook.harness === HARNESSES.vscode
      ? stoppedRuns.end({ ...hook, reply: stop, notice }, begins)
      : foreignStops.answer(hook, answer, memory, notice);
  }

  /** What a hook says is folded away; who chose to be warned, and who set a budget, wants to read it. */
  #tellWarning(
    text: string,
    detection: Detection | undefined,
    isFirst: boolean,
    { input: { sessionId, callId }, type }: CallHook,
  ): void {
    if (detection !== undefined) {
      this.ports.stuckNotices.warned(detection, type);
    } else if (isFirst) {
      this.ports.stuckNotices.tell(text, { conversationId: sessionId, callId: callId ?? '' }, type);
    }
  }
}
