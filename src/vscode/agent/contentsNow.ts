import * as vscode from 'vscode';
import type { FileContent } from '../../engine/call';
import { contentsAround } from '../../node/hooks/contentsAround';
import type { HookCall } from '../../node/hooks/input';

/** What the files that a call changes hold now, in their editors where they are not saved yet. Never rejects. */
export function contentsNow(call: HookCall): Promise<FileContent[]> {
  return contentsAround(call, unsavedText);
}

/** The text of a file that is changed in an editor and not saved yet; undefined for all others. */
function unsavedText(path: string): string | undefined {
  return vscode.workspace.textDocuments.find(({ isDirty, uri }) => isDirty && uri.fsPath === path)?.getText();
}
