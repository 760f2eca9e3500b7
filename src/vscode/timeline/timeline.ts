import * as vscode from 'vscode';
import type { Timeline } from '../../core/timeline/timeline';
import { type CallAddress, parseCallAddress } from '../../core/timeline/timelineCall';
import { instructionText } from '../../core/words/modelTexts';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { VIEWS } from '../host/ids';
import { translate } from '../host/translate';
import { ExplanationView } from './explanationView';
import { TimelineView } from './timelineView';
import { prompts, consents } from '../host/prompts';

/** How long the status bar says that something was copied. */
const COPIED_MS = 3_000;

export function registerTimeline({ timeline, callNames, activity, version }: GuardWindow): Registered<'timeline'> {
  const explanation = new ExplanationView(timeline, callNames.label);
  const view = new TimelineView(timeline, callNames.label);
  const show = (): Thenable<unknown> => vscode.commands.executeCommand(`${VIEWS.timeline}.focus`);
  return {
    parts: [explanation, view, vscode.window.registerWebviewViewProvider(VIEWS.explanation, explanation)],
    commands: {
      'toolLoopGuard.showTimeline': show,
      // What a line of the view runs when it is chosen: nothing needs to be revealed.
      'toolLoopGuard.selectDetection': async (given) => {
        const call = callOf(timeline, given);
        if (call !== undefined) {
          activity.see(call.conversationId);
          await explanation.show(call);
        }
      },
      'toolLoopGuard.showDetection': async (given) => {
        const call = given === undefined ? newestDetection(timeline) : callOf(timeline, given);
        if (call === undefined) {
          await show();
          void prompts.showInformationMessage(
            given === undefined
              ? translate('No loops found in this window.')
              : translate('This call is no longer available.'),
          );
          return;
        }
        activity.see(call.conversationId);
        await show();
        await view.reveal(call).finally(() => explanation.show(call));
      },
      'toolLoopGuard.clearTimeline': () => timeline.clear(),
      'toolLoopGuard.copyReport': async () => {
        const report = explanation.report({
          guard: `Tool Loop Guard ${version}`,
          editor: `${vscode.env.appName} ${vscode.version}`,
        });
        if (report !== undefined) {
          await vscode.env.clipboard.writeText(report);
          prompts.setStatusBarMessage(translate('Report copied.'), COPIED_MS);
        }
      },
      'toolLoopGuard.proposeInstruction': async () => {
        const { detection } = explanation.call ?? {};
        if (detection !== undefined) {
          await proposeInstruction(instructionText(detection));
        }
      },
    },
  };
}

/** The call that a command was given: a line of the view, an address, or the id by which the guard was asked. */
function callOf(timeline: Timeline, given: unknown): CallAddress | undefined {
  const { conversationId, callId } = (given ?? {}) as Record<string, unknown>;
  const conversation = typeof conversationId === 'string' ? timeline.conversation(conversationId) : undefined;
  const number =
    parseCallAddress(given)?.number ?? (typeof callId === 'string' ? conversation?.callOf(callId)?.number : undefined);
  const isKnown = number !== undefined && conversation?.callNumbered(number)?.detection !== undefined;
  return conversation === undefined || !isKnown ? undefined : { conversationId: conversation.id, number };
}

function newestDetection(timeline: Timeline): CallAddress | undefined {
  let newest: { readonly at: CallAddress; readonly atMs: number } | undefined;
  for (const conversation of timeline.conversations) {
    const call = conversation.detections.at(-1);
    if (call !== undefined && call.atMs >= (newest?.atMs ?? 0)) {
      newest = { at: { conversationId: conversation.id, number: call.number }, atMs: call.atMs };
    }
  }
  return newest?.at;
}

/** The files in which agents look for instructions, the first of which is written where there is none. */
const FILES = ['AGENTS.md', 'CLAUDE.md'] as const;

/**
 * Proposes a line for the instructions that agents read in this folder. It is added once the person agrees, and shown
 * in the file.
 */
async function proposeInstruction(line: string): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) {
    await vscode.env.clipboard.writeText(line);
    void prompts.showInformationMessage(translate('Instruction copied. Open a folder to add it to a file.'));
    return;
  }
  const addressOf = (name: string): vscode.Uri => vscode.Uri.joinPath(folder.uri, name);
  const there = await Promise.all(FILES.map((name) => exists(addressOf(name))));
  const name = FILES.find((_, index) => there[index]) ?? FILES[0];
  const question = translate('Add this line to {file}?', { file: name });
  if (await consents({ question, detail: line, yes: translate('Add Line') })) {
    await addLine(addressOf(name), line);
  }
}

/** Adds a line at the end of a file, and shows it. What the person has changed in the file stays unsaved. */
async function addLine(file: vscode.Uri, line: string): Promise<void> {
  if (!(await exists(file))) {
    await vscode.workspace.fs.writeFile(file, new Uint8Array());
  }
  const document = await vscode.workspace.openTextDocument(file);
  const { isDirty } = document;
  const { range } = document.lineAt(document.lineCount - 1);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(file, range.end, `${range.isEmpty ? '' : '\n'}${line}\n`);
  await vscode.workspace.applyEdit(edit);
  if (!isDirty) {
    await document.save();
  }
  const added = document.lineAt(document.lineCount - 2).range;
  await vscode.window.showTextDocument(document, { selection: added });
}

async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}
