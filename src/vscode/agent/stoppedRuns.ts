import type { Guard } from '../../engine/guard';
import { HARNESSES } from '../../node/hooks/harnesses/registry';
import type { HookAnswer } from '../../node/hooks/hookServer';
import type { PermissionSteps } from '../../node/hooks/permissionSteps';
import { Refusals } from '../../node/hooks/refusals';
import type { AgentSessions } from '../window/agentSessions';
import type { AgentControl } from '../window/agentControl';
import { endOrLetGo, type StoppedCall, stopRun } from './runStop';

/** Ends runs, and remembers of which the person has been told, and which go on all the same. */
export class StoppedRuns {
  readonly #refusals = new Refusals();
  /** Conversations whose stop the person has been told since their last message. */
  readonly #told = new Set<string>();

  constructor(
    private readonly ports: {
      readonly guard: Guard;
      readonly agent: AgentControl;
      readonly sessions: AgentSessions;
    },
  ) {}

  /**
   * Ends the run of a refused call by the strongest means that its harness has.
   * @param begins whether the run was stopped by this call, and not by an earlier one
   */
  async end(
    call: Omit<StoppedCall, 'isFirst' | 'areOthersAtWork'>,
    begins: boolean,
    permissions: PermissionSteps,
  ): Promise<HookAnswer> {
    const { harness, reply } = call;
    const { sessionId } = call.input;
    if (harness !== HARNESSES.vscode && this.#refusals.areTooMany(sessionId)) {
      return endOrLetGo(sessionId, harness, reply, this.ports);
    }
    const isFirst = begins && !this.#told.has(sessionId);
    this.#told.add(sessionId);
    const areOthersAtWork = (): boolean => this.ports.sessions.areOthersAtWork(sessionId, Date.now());
    return stopRun({ ...call, isFirst, areOthersAtWork }, this.ports, permissions);
  }

  /** The person speaks. */
  beginTurn(conversationId: string): void {
    this.#refusals.clear(conversationId);
    this.#told.delete(conversationId);
  }
}
