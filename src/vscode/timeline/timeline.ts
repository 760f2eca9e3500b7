import * as vscode from 'vscode';
import { detectionAt } from '../../core/timeline/timeline';
import type { CallAddress } from '../../core/timeline/timelineCall';
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
      // A selected line of the view runs this: nothing needs to be revealed.
      'toolLoopGuard.selectDetection': async (given) => {
        const found = detectionAt(timeline, given);
        if (given !== undefined && found !== undefined) {
          activity.see(found.conversation.id);
          await explanation.show(addressOf(found));
        }
      },
      'toolLoopGuard.showDetection': async (given) => {
        const found = detectionAt(timeline, given);
        if (found === undefined) {
          await show();
          void prompts.showInformationMessage(
            given === undefined
              ? translate('No loops found in this window.')
              : translate('This call is no longer available.'),
          );
          return;
        }
        const call = addressOf(found);
        activity.see(call.conversationId);
        await show();
        await view.reveal(call).finally(() => explanation.show(call));
      },
      'toolLoopGuard.clearTimeline': () => timeline.clear(),
      'toolLoopGuard.copyReport': async () => {
        const report = explanation.report(`Tool Loop Guard ${version}, ${vscode.env.appName} ${vscode.version}`);
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

function addressOf({ conversation, call }: NonNullable<ReturnType<typeof detectionAt>>): CallAddress {
  return { conversationId: conversation.id, number: call.number };
}

/** Where agents look for instructions; if there is none, the first is written. */
const FILES = ['AGENTS.md', 'CLAUDE.md'] as const;

/** Adds the line if the user agrees, and shows it in the file. */
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

/** At the end of the file. What the user has changed there stays unsaved. */
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
