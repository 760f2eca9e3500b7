import * as vscode from 'vscode';
import type { ProtectionFacts, WindowFacts } from '../../core/protection/facts';
import type { Gap } from '../../core/protection/gap';
import type { UnseenSession } from '../../core/protection/liveProbe';
import { gapOfNewChats, notGuardedIn, obstacle, protectionTable } from '../../core/protection/protectionTable';
import { holds } from '../../node/hooks/findWindow';
import { readMachineFacts } from '../../node/protection/machineFacts';
import { sessionStateFolder } from '../../node/hooks/sessionLogs';
import { SessionFollower } from '../../node/protection/sessionFollower';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../window/translate';
import { readWindowFacts } from './windowFacts';

/** The facts of a window that is open. */
export type FactsOfWindow = ProtectionFacts & { readonly window: WindowFacts };

/**
 * Knows at any time what of this window and its machine is guarded, and tells the window's notice of a gap as soon as
 * there is one.
 */
export class ProtectionWatch {
  readonly #follower: SessionFollower;
  /** When a call was last checked in this window. */
  #checkedAtMs = 0;

  /** @param sinceMs sessions of Copilot are looked at from this time on */
  constructor(
    private readonly window: GuardWindow,
    sinceMs: number,
  ) {
    this.#follower = new SessionFollower(sessionStateFolder(), sinceMs);
    window.observers.push({
      note: ({ kind }) => {
        if (kind === 'recorded') {
          this.#checkedAtMs = Date.now();
        }
      },
    });
  }

  /** Reads everything anew, and sets the notice. Reads files, so not for every call. */
  look(nowMs: number): FactsOfWindow {
    const { probe, protection } = this.window;
    for (const call of this.#follower.look(nowMs)) {
      if (isOfThisWindow(call.folder)) {
        probe.seen(call);
      }
    }
    const facts = {
      window: readWindowFacts(this.window),
      machine: readMachineFacts(),
      unseen: probe.listeningSinceMs === undefined ? [] : probe.unseen(nowMs),
    };
    protection.set(this.#gapIn(facts), notGuardedIn(protectionTable(facts, translate)));
    return facts;
  }

  /** A session that was seen without us tells more than what is in the way of new chats. */
  #gapIn(facts: FactsOfWindow): Gap | undefined {
    const [session] = facts.unseen;
    if (session !== undefined && session.lastAtMs > this.#checkedAtMs) {
      return gapOf(session, facts);
    }
    // Nobody expects calls to be checked where the guard is off; the status bar says that by itself.
    const found = facts.window.isEnabled ? gapOfNewChats(facts, translate) : undefined;
    return found && { sessionId: undefined, why: found.why, remedy: found.remedy };
  }
}

/** What is known to be in the way of Copilot sessions says more than that one was seen. */
function gapOf({ sessionId }: UnseenSession, facts: FactsOfWindow): Gap | undefined {
  if (!facts.window.isEnabled) {
    return undefined;
  }
  const known = gapOfNewChats({ ...facts, window: { ...facts.window, newChat: 'copilot' } }, translate);
  const { why, remedy } = known ?? obstacle('callsUnseen', translate);
  return { sessionId, why, remedy };
}

/** Hooks of sessions elsewhere ask other windows. */
function isOfThisWindow(folder: string | undefined): boolean {
  return (
    folder !== undefined &&
    (vscode.workspace.workspaceFolders ?? []).some(({ uri }) => uri.scheme === 'file' && holds(uri.fsPath, folder))
  );
}
