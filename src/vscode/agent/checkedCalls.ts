import type { Detection } from '../../engine/verdict';
import type { Reply } from '../../node/hooks/harness';
import type { HookAnswer } from '../../node/hooks/hookServer';
import type { PermissionStepsOfSessions } from '../../node/hooks/permissionSteps';
import type { StoppedCall } from './runStop';
import type { StoppedRuns } from './stoppedRuns';
import type { StuckNotices } from './stuckNotices';

/** A hook that asks about a call. */
export type CallHook = Pick<StoppedCall, 'input' | 'harness' | 'type' | 'hookGone'>;

/** Turns what is to be said of a checked call into the answer of its hook, and does what goes with it. */
export class CheckedCalls {
  constructor(
    private readonly ports: {
      readonly stoppedRuns: StoppedRuns;
      readonly stuckNotices: StuckNotices;
      readonly permissions: PermissionStepsOfSessions;
      /** What the person is told of a stop outside of the chat. */
      readonly notice: (stopped: Detection) => string;
    },
  ) {}

  /**
   * @param begins whether a stop begins with this call
   * @param detection undefined where a budget speaks
   */
  async answer(reply: Reply, begins: boolean, detection: Detection | undefined, hook: CallHook): Promise<HookAnswer> {
    if (reply.kind === 'warn') {
      this.#tellWarning(reply.toPerson, detection, begins, hook);
    }
    if (reply.kind !== 'stop') {
      return { output: hook.harness.write(reply) };
    }
    const { sessionId: conversationId, callId = '' } = hook.input;
    const notice =
      detection === undefined
        ? { text: reply.toPerson, call: { conversationId, callId } }
        : { text: this.ports.notice(detection), call: detection };
    return this.ports.stoppedRuns.end({ ...hook, reply, notice }, begins, this.ports.permissions.of(conversationId));
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
