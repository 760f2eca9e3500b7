import * as vscode from 'vscode';
import { translate } from '../host/translate';

/** The files in which agents look for instructions, the first of which is written where there is none. */
const FILES = ['AGENTS.md', 'CLAUDE.md'];

/**
 * Proposes a line for the instructions that agents read in this folder. VS Code shows the change, and makes it once the
 * person applies it.
 */
export async function proposeInstruction(line: string): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) {
    await vscode.env.clipboard.writeText(line);
    void vscode.window.showInformationMessage(translate('Instruction copied. Open a folder to add it to a file.'));
    return;
  }
  const files = FILES.map((name) => vscode.Uri.joinPath(folder.uri, name));
  const there = await Promise.all(files.map(exists));
  const file = files.find((_, index) => there[index]) ?? files[0];
  if (file === undefined) {
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  const asked = { label: translate('Add an instruction for agents'), needsConfirmation: true };
  if (there.includes(true)) {
    const document = await vscode.workspace.openTextDocument(file);
    const { range } = document.lineAt(document.lineCount - 1);
    edit.insert(file, range.end, `${range.isEmpty ? '' : '\n'}${line}\n`, asked);
  } else {
    edit.createFile(file, { contents: Buffer.from(`${line}\n`) }, asked);
  }
  await vscode.workspace.applyEdit(edit);
}

async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}
