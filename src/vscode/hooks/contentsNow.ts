import * as vscode from 'vscode';
import type { FileContent, RecordedOutcome } from '../../engine/facts/call';
import { contentsAround } from '../../node/hooks/contentsAround';
import { hiddenOutcome } from '../../node/hooks/hiddenOutcome';
import type { HookCall, HookInput } from '../../node/wire/input';

/** What the files that a call changes hold now, in their editors where they are not saved yet. Never rejects. */
export function contentsNow(call: HookCall): Promise<FileContent[]> {
  return contentsAround(call, unsavedText);
}

/** What is known of the answer to a call whose result VS Code keeps from hooks. Never rejects. */
export async function hiddenOutcomeNow(
  call: Extract<HookInput, { event: 'postToolUse' }>,
): Promise<RecordedOutcome | undefined> {
  return call.result !== undefined || call.isError ? undefined : hiddenOutcome(call, unsavedText);
}

/** The text of a file that is changed in an editor and not saved yet; undefined for all others. */
function unsavedText(path: string): string | undefined {
  return vscode.workspace.textDocuments.find(({ isDirty, uri }) => isDirty && uri.fsPath === path)?.getText();
}
