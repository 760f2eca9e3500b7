import type { Guard } from '../../engine/guard';
import type { Detection } from '../../engine/decision/verdict';
import type { CodexThread, ThreadWatch } from '../../node/agentHost/codexChats';
import type { CodexListener } from '../../node/logs/codex';
import type { AgentHooksPorts } from './agentHooksPorts';

const OBSERVED_SURFACE = 'observed';

interface ObservedThreadsPorts extends Pick<
  AgentHooksPorts,
  'guard' | 'sessions' | 'clock' | 'isWatched' | 'isAskedAbout'
> {
  readonly onWarning: (detection: Detection) => void;
  /** A call is part of a loop to stop. @param begins false if the run continues although it was to be stopped before */
  readonly onStop: (stopped: Detection, begins: boolean) => void;
}

/**
 * Checks calls of Codex threads in Agent Host chats as they are written down. They run already, so none is refused, and
 * the model learns nothing: the user is warned, and a certain loop ends the run. Threads with hooks are left to those.
 */
export class ObservedThreads implements ThreadWatch {
  constructor(private readonly ports: ObservedThreadsPorts) {}

  isWatched(folder: string): boolean {
    return this.ports.isWatched(folder);
  }

  begin({ id, folder }: Pick<CodexThread, 'id' | 'folder'>): CodexListener {
    const { guard, sessions, clock, isAskedAbout } = this.ports;
    let isLeft = false;
    sessions.heard(id, 'agentHostCodex', folder);
    return {
      isIdeal: true,
      withdraw: () => undefined,
      userMessage: (text) => {
        isLeft = isAskedAbout(id);
        if (!isLeft) {
          guard.beginTurn(id, text);
          sessions.spokenTo(id);
        }
      },
      answeredBy: (vendor, model) => {
        if (model !== undefined && !isLeft) {
          guard.setModel(id, { vendor, family: model, id: model });
        }
      },
      call: (callId, { tool, arguments: given, folder: worksIn = folder, round, atMs }) => {
        sessions.works(id, clock.now());
        isLeft ||= isAskedAbout(id);
        if (!isLeft) {
          const named = { id: callId, tool, arguments: given, folder: worksIn };
          const call = { ...named, round, canAsk: false, surface: OBSERVED_SURFACE };
          this.#act(id, guard.check(id, call, atMs));
        }
      },
      outcome: (callId, result, isError, doneMs) => {
        if (!isLeft) {
          guard.record(id, { callId, result, isError }, doneMs);
        }
      },
      tokens: () => undefined,
    };
  }

  #act(conversationId: string, verdict: ReturnType<Guard['check']>): void {
    const { guard, onWarning, onStop } = this.ports;
    if (verdict.action === 'break' || verdict.action === 'stopped') {
      const { stopped } = guard.status(conversationId);
      if (stopped !== undefined) {
        onStop(stopped, verdict.action === 'break');
      }
    } else if (verdict.action !== 'allow') {
      onWarning(verdict.detection);
    }
  }
}
