import * as vscode from 'vscode';
import { consents } from '../host/consent';
import { translate } from '../host/translate';
import { prompts } from '../host/prompts';

/** The files in which agents look for instructions, the first of which is written where there is none. */
const FILES = ['AGENTS.md', 'CLAUDE.md'] as const;

/**
 * Proposes a line for the instructions that agents read in this folder. It is added once the person agrees, and shown
 * in the file.
 */
export async function proposeInstruction(line: string): Promise<void> {
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
