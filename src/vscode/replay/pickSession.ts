import { basename } from 'node:path';
import * as vscode from 'vscode';
import { conversationLabel } from '../../core/timeline/conversationLabel';
import { recordedCalls } from '../../core/replay/recordedCalls';
import type { Timeline } from '../../core/timeline/timeline';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import type { RecordingFolder } from '../../node/files/recordingFolder';
import { callsOfSession, type ListedSession, listSessions, type ToldCall } from '../../node/sessions/sessionParts';
import { translate } from '../host/translate';
import { whileReading } from './whileReading';
import { prompts } from '../host/prompts';

/** Calls to replay, and what to call them. */
export interface PickedSession {
  readonly title: string;
  /**
   * Tells all calls in their order, of a file as it is read again.
   * @returns false if the person canceled
   */
  readonly tell: (take: (calls: readonly ToldCall[]) => void) => Promise<boolean>;
}

type Item = vscode.QuickPickItem & { readonly pick?: () => Promise<PickedSession | undefined> };

/** A file with very many sessions is read no further. */
const OFFERED_SESSIONS = 5_000;

/** Asks what to replay: a conversation of this window, one that was recorded, or a session log in a file. */
export async function pickSession(timeline: Timeline, folder: RecordingFolder): Promise<PickedSession | undefined> {
  const live = timeline.conversations.filter(({ calls }) => calls.length > 0);
  const recorded = await folder.list();
  const items: Item[] = [
    ...section(
      translate('This window'),
      live.map((conversation): Item => {
        const { label, description } = conversationLabel(conversation, Date.now(), translate);
        return { label, description, pick: () => Promise.resolve(sessionOfWindow(conversation)) };
      }),
    ),
    ...section(
      translate('Recorded'),
      recorded.map((path) => ({ label: basename(path), pick: () => sessionOf(path) })),
    ),
    ...section(translate('Other'), [
      {
        label: translate('Open a file…'),
        detail: translate('A recording, or a session log from VS Code, GitHub Copilot CLI, or Claude Code (JSONL)'),
        pick: pickFile,
      },
    ]),
  ];
  const picked = await prompts.showQuickPick(items, {
    title: translate('Which chat do you want to replay?'),
    matchOnDescription: true,
  });
  return picked?.pick?.();
}

/** A conversation of this window, to be replayed. */
export function sessionOfWindow(conversation: TimelineConversation): PickedSession {
  const { label } = conversationLabel(conversation, Date.now(), translate);
  return {
    title: label,
    tell: (take) => {
      take(recordedCalls(conversation).map((call) => ({ call, model: conversation.model })));
      return Promise.resolve(true);
    },
  };
}

function section(label: string, items: readonly Item[]): Item[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

async function pickFile(): Promise<PickedSession | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      filters: { [translate('Session log')]: ['jsonl', 'json', 'db'] },
      openLabel: translate('Replay'),
    })) ?? [];
  return file === undefined ? undefined : sessionOf(file.fsPath);
}

async function sessionOf(path: string): Promise<PickedSession | undefined> {
  const sessions: ListedSession[] = [];
  let broken: string | undefined;
  const isRead = await whileReading(path, listSessions(path), (told) => {
    for (const session of told) {
      if ('reason' in session) {
        broken ??= translate('Line {line} isn’t from a known kind of session.', { line: session.line });
      } else if (session.callCount > 0) {
        sessions.push(session);
      }
    }
    return sessions.length >= OFFERED_SESSIONS ? 'enough' : undefined;
  });
  if (!isRead) {
    return undefined;
  }
  if (sessions.length === 0) {
    void prompts.showWarningMessage(
      broken === undefined
        ? translate('{file} holds no tool calls.', { file: basename(path) })
        : `${basename(path)}: ${broken}`,
    );
  }
  const session = sessions.length <= 1 ? sessions[0] : await pickOne(sessions.slice(0, OFFERED_SESSIONS));
  return session && sessionInFile(path, session);
}

async function pickOne(sessions: readonly ListedSession[]): Promise<ListedSession | undefined> {
  const items = sessions.map((session) => ({
    session,
    label: session.id,
    description: [session.sessionType, translate('{count} calls', { count: session.callCount })]
      .filter((part) => part !== undefined)
      .join(' · '),
  }));
  return (await prompts.showQuickPick(items, { title: translate('Which session?') }))?.session;
}

function sessionInFile(path: string, { id, position, callCount }: ListedSession): PickedSession {
  return {
    title: id,
    tell: (take) => {
      let left = callCount;
      return whileReading(path, callsOfSession(path, position), (told) => {
        take(told);
        left -= told.length;
        return left <= 0 ? 'enough' : undefined;
      });
    },
  };
}
