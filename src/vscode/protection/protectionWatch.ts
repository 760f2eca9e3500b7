import * as vscode from 'vscode';
import { BoundedMap } from '../../engine/values/boundedMap';
import type { ProtectionFacts, WindowFacts, Switch } from '../../core/protection/facts';
import type { Gap } from '../../core/protection/gap';
import type { RunningThread } from '../../core/protection/runningThread';
import { sessionName } from '../../core/protection/sessionProbe';
import {
  gapOfNewChats,
  notGuardedIn,
  type ProtectionRow,
  protectionTable,
  weakenedIn,
} from '../../core/protection/protectionTable';
import { appServerOf } from '../../node/agents/codex';
import { threadsAtWork } from '../../node/hooks/appServer';
import { findWindows, holds } from '../../node/transport/publishedWindows';
import { readMachineFacts, thisMachine } from '../../node/protection/machineFacts';
import { claudeProjectsFolder, sessionStateFolder } from '../../node/logs/sessionLogFiles';
import { sharedFolder } from '../../node/plugin/sharedFolder';
import { stateChangedAtMs } from '../../node/state/stateFolder';
import { SessionFollower } from '../../node/protection/sessionFollower';
import { claudeSessions } from '../../node/logs/claude';
import { copilotSessions } from '../../node/logs/copilot';
import type { GuardWindow } from '../window/guardWindow';
import { translate } from '../host/translate';
import { weaknessesOf } from '../../core/protection/weaknesses';

const REMEMBERED_SESSIONS = 50;

/** Codex is asked less often than files are read. */
const THREADS_INTERVAL_MS = 15_000;

type FactsOfWindow = ProtectionFacts & { readonly window: WindowFacts };

/** Knows what of this window and its machine is guarded, and sets the window's notice as soon as there is a gap. */
export class ProtectionWatch {
  readonly #followers: readonly SessionFollower[];
  #checkedAtMs = 0;
  readonly #latest = new BoundedMap<string, number>(REMEMBERED_SESSIONS);
  #threads: readonly RunningThread[] = [];
  #askedForThreadsMs = -Infinity;

  /** Looks at sessions of other agents from the start of the window on. */
  constructor(private readonly window: GuardWindow) {
    this.#followers = [
      copilotSessions(sessionStateFolder()),
      claudeSessions(claudeProjectsFolder(), foldersOfThisWindow),
    ].map((log) => new SessionFollower(log, window.startedMs));
    window.observers.push({
      note: ({ kind }) => {
        if (kind === 'recorded') {
          this.#checkedAtMs = Date.now();
        }
      },
    });
  }

  /** Reads everything again, and sets the notice. Not for every call, because it reads files. */
  look(nowMs: number): FactsOfWindow {
    const { probe, protection } = this.window;
    if (nowMs - this.#askedForThreadsMs >= THREADS_INTERVAL_MS) {
      void this.lookForThreads(nowMs);
    }
    for (const call of this.#followers.flatMap((follower) => follower.look(nowMs))) {
      if (isOfThisWindow(call.folder)) {
        probe.seen(call);
        this.#latest.set(call.sessionId, call.atMs);
      }
    }
    for (const [sessionId] of this.#latest) {
      // A hook without a window leaves its memory on disk.
      const atMs = stateChangedAtMs(sharedFolder(), sessionId);
      if (atMs !== undefined) {
        probe.asked(sessionId, atMs, 'elsewhere');
      }
    }
    const facts = {
      window: readWindowFacts(this.window),
      machine: readMachineFacts(thisMachine(), foldersOfThisWindow()),
      sessions: probe.listeningSinceMs === undefined ? [] : probe.sessions(nowMs),
    };
    const [latest] = facts.sessions;
    const isElsewhere = latest !== undefined && latest.lastAtMs > this.#checkedAtMs;
    const rows = protectionTable(facts, [], translate);
    protection.set({
      gap: this.#gapIn(facts, rows),
      notGuarded: notGuardedIn(rows),
      weakened: weakenedIn(rows),
      elsewhere: isElsewhere && latest.judge === 'elsewhere' ? sessionName(latest, translate) : undefined,
      threads: this.#threads,
    });
    return facts;
  }

  /** Asks Codex what runs in the background. Never throws. */
  async lookForThreads(nowMs: number): Promise<void> {
    this.#askedForThreadsMs = nowMs;
    this.#threads = (await threadsAtWork(appServerOf(thisMachine()))) ?? [];
    this.window.protection.set({ ...this.window.protection.now, threads: this.#threads });
  }

  /** A session seen without us matters more than what prevents protection of new chats. */
  #gapIn(facts: FactsOfWindow, rows: readonly ProtectionRow[]): Gap | undefined {
    // Nobody expects checks where the guard is off, and the status bar says that already.
    if (facts.window.settings.off !== undefined) {
      return undefined;
    }
    const [session] = facts.sessions;
    if (session !== undefined && session.judge === undefined && session.lastAtMs > this.#checkedAtMs) {
      // A known obstacle to such sessions says more than that one was seen.
      const row = rows.find(({ type }) => type === session.type);
      const obstacle = row?.obstacles.find(({ level }) => level === 'not');
      return obstacle && { session: sessionName(session, translate), ...obstacle };
    }
    const found = gapOfNewChats(facts, translate);
    return found && { session: undefined, ...found };
  }
}

/** Hooks of sessions elsewhere ask other windows. Reads their files only for a session in a folder of this window. */
function isOfThisWindow(folder: string | undefined): boolean {
  if (folder === undefined || !foldersOfThisWindow().some((own) => holds(own, folder))) {
    return false;
  }
  const [asked] = findWindows({ folder, orEmptyWindow: false });
  return asked === undefined || asked.pid === process.pid;
}

function foldersOfThisWindow(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? [uri.fsPath] : []));
}

/** VS Code's Agents window opens this workspace; only VS Code's own extensions may ask whether a window is one. */
const AGENTS_WORKSPACE = 'agent-sessions.code-workspace';

function readWindowFacts({ conversations, settings, probe }: GuardWindow): WindowFacts {
  const chat = vscode.workspace.getConfiguration('chat');
  const isCopilotFirst =
    chat.get('defaultToCopilotHarness') === true ||
    chat.get('editor.preferCopilotHarness') === true ||
    chat.get('editor.localAgent.enabled') === false;
  return {
    version: vscode.version,
    isFolderTrusted: vscode.workspace.isTrusted,
    isRemote: vscode.env.remoteName !== undefined,
    isAgentsWindow: vscode.workspace.workspaceFile?.path.endsWith(`/${AGENTS_WORKSPACE}`) === true,
    hooks: readSwitch(chat, 'useHooks'),
    plugins: readSwitch(chat, 'plugins.enabled'),
    onlyManagedHooks: chat.get('hooks.allowManagedOnly') === true,
    isListening: probe.listeningSinceMs !== undefined,
    settings: weaknessesOf(conversations.configuration),
    watchesCodexChats: settings.current.window.agentHost,
    newChat: isCopilotFirst ? 'copilot' : 'local',
  };
}

/** What is off although nobody turned it off is off by policy. */
function readSwitch(chat: vscode.WorkspaceConfiguration, name: string): Switch {
  if (chat.get(name) !== false) {
    return 'on';
  }
  const { defaultValue, globalValue, workspaceValue, workspaceFolderValue } = chat.inspect(name) ?? {};
  const isByPerson = [defaultValue, globalValue, workspaceValue, workspaceFolderValue].includes(false);
  return isByPerson ? 'off' : 'managed';
}
