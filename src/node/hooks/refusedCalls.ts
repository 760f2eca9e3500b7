import { modelCallId } from './modelCallId';
import type { SessionEvent } from './sessionEvent';
import { agentEventsOf, agentsOfRounds } from './transcriptAgents';

/** Events of a turn beyond this are forgotten, the oldest first. */
const REMEMBERED_EVENTS = 4000;

/** A call that a model asked for and that was never run. */
export interface RefusedCall {
  /** As the model gave it. */
  readonly callId: string;
  readonly tool: string;
  readonly arguments: unknown;
  readonly round: string | undefined;
  /** The sub-agent that made the call; undefined for the main agent. */
  readonly agent: string | undefined;
}

/**
 * Finds the calls of a turn that VS Code refused before they ran: a tool that does not exist or is switched off,
 * arguments that are not what the tool takes. VS Code asks no hook about them, and its transcript has the request and
 * no start. That a call was refused is known once it has ended without a start, or once its agent has been asked for
 * its next answer, because VS Code asks the model again only when all calls are answered.
 */
export class RefusedCalls {
  readonly #events: SessionEvent[] = [];
  /** Calls that began, that a hook was asked about, or that were told of before. */
  readonly #settled = new Set<string>();

  /** Takes note that a hook was asked about a call, which is therefore not refused before it runs. */
  asked(callId: string): void {
    this.#settled.add(modelCallId(callId));
  }

  /**
   * Takes note of what the transcript tells, in the order of the file.
   * @param agentIds the sub-agents of this turn, see {@link agentsOfRounds}
   * @returns the refused calls that are known now, each told once
   */
  take(events: readonly SessionEvent[], agentIds: readonly string[] = []): RefusedCall[] {
    this.#events.push(...events.filter(({ kind }) => kind !== 'other'));
    this.#events.splice(0, Math.max(0, this.#events.length - REMEMBERED_EVENTS));
    for (const event of events) {
      if (event.kind === 'callStart') {
        this.asked(event.callId);
      }
    }
    return this.#isNews(events) ? this.#refused(agentIds) : [];
  }

  /** The person speaks: what was asked for before is answered, or never will be. */
  beginTurn(): void {
    this.#events.length = 0;
    this.#settled.clear();
  }

  #isNews(events: readonly SessionEvent[]): boolean {
    return events.some(({ kind }) => kind === 'round' || kind === 'callEnd');
  }

  #refused(agentIds: readonly string[]): RefusedCall[] {
    const agents = agentIds.length === 0 ? [] : agentsOfRounds(this.#events.flatMap(agentEventsOf), agentIds);
    const rounds = this.#events.filter((event) => event.kind === 'round');
    const ended = new Set(
      this.#events.flatMap((event) =>
        event.kind === 'callEnd' && event.succeeded === false ? [modelCallId(event.callId)] : [],
      ),
    );
    return rounds.flatMap(({ id, calls }, at) => {
      const agent = agents[at];
      const isAnswered = rounds.slice(at + 1).some((_, further) => agents[at + 1 + further] === agent);
      return calls.flatMap((call): RefusedCall[] => {
        const callId = modelCallId(call.callId);
        if (this.#settled.has(callId) || call.tool === undefined || !(isAnswered || ended.has(callId))) {
          return [];
        }
        this.#settled.add(callId);
        return [{ callId, tool: call.tool, arguments: call.arguments, round: id === '' ? undefined : id, agent }];
      });
    });
  }
}
