import { basename } from 'node:path';
import * as vscode from 'vscode';
import { conversationLabel } from '../../core/timeline/conversationLabel';
import type { ModelName } from '../../engine/call';
import type { RecordedCall } from '../../engine/replay';
import { recordedCalls } from '../../core/replay/recordedCalls';
import type { Timeline } from '../../core/timeline/timeline';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import type { RecordingFolder } from '../../node/files/recordingFolder';
import type { RecordedSession } from '../../node/sessions/recordedSession';
import { readSessionFile } from '../../node/sessions/sessionFile';
import { translate } from '../window/translate';

/** Calls to replay, and what to call them. */
export interface PickedSession {
  readonly title: string;
  readonly calls: readonly RecordedCall[];
  /** The model that made them, as far as it is known. */
  readonly model: ModelName | undefined;
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
  const picked = await vscode.window.showQuickPick(items, {
    title: translate('Which chat do you want to replay?'),
    matchOnDescription: true,
  });
  return picked?.pick?.();
}

/** A conversation of this window, to be replayed. */
export function sessionOfWindow(conversation: TimelineConversation): PickedSession {
  const { label } = conversationLabel(conversation, Date.now(), translate);
  return { title: label, calls: recordedCalls(conversation), model: conversation.model };
}

function section(label: string, items: readonly Item[]): Item[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

async function pickFile(): Promise<PickedSession | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      filters: { [translate('Session log')]: ['jsonl'] },
      openLabel: translate('Replay'),
    })) ?? [];
  return file === undefined ? undefined : sessionOf(file.fsPath);
}

async function sessionOf(path: string): Promise<PickedSession | undefined> {
  const sessions: RecordedSession[] = [];
  let broken: string | undefined;
  for await (const session of readSessionFile(path)) {
    if ('reason' in session) {
      broken ??= translate('Line {line} is not from a known kind of session.', { line: session.line });
    } else if (session.calls.length > 0) {
      sessions.push(session);
    }
    if (sessions.length >= OFFERED_SESSIONS) {
      break;
    }
  }
  if (sessions.length === 0) {
    void vscode.window.showWarningMessage(
      `${translate('{file} holds no tool calls.', { file: basename(path) })} ${broken ?? ''}`,
    );
  }
  return sessions.length <= 1 ? titled(sessions[0]) : pickOne(sessions);
}

async function pickOne(sessions: readonly RecordedSession[]): Promise<PickedSession | undefined> {
  const items = sessions.map((session) => ({
    session,
    label: session.id,
    description: [session.sessionType, translate('{count} calls', { count: session.calls.length })]
      .filter((part) => part !== undefined)
      .join(' · '),
  }));
  return titled((await vscode.window.showQuickPick(items, { title: translate('Which session?') }))?.session);
}

function titled(session: RecordedSession | undefined): PickedSession | undefined {
  return session && { title: session.id, calls: session.calls, model: session.model };
}
