import * as vscode from 'vscode';

/** Sends a message in the chat that had the focus last, and moves no focus where VS Code knows how. */
export const SUBMIT = 'workbench.action.chat.submit';

/** Behind messages that the person has queued VS Code sends it without a question what is to become of those. */
const WITHOUT_FOCUS = { preserveInput: true, preserveFocus: true, queue: 'queued' } as const;

/** Cancels the run of a chat: the one that had the focus last, unless VS Code is told another. */
export const CANCEL = 'workbench.action.chat.cancel';

/** Measured in this version; `chat.open` always takes the focus. */
const FIRST_WITHOUT_FOCUS = [1, 139] as const;

/** Whether this VS Code can send a message without taking the focus. */
export const SENDS_WITHOUT_FOCUS = isAtLeast(FIRST_WITHOUT_FOCUS);

/** Whether this VS Code cancels the chat that it is told, wherever the focus is. */
export const CANCELS_WITHOUT_FOCUS = SENDS_WITHOUT_FOCUS;

function isAtLeast([major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = vscode.version.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** The arguments of {@link SUBMIT}; what the person has typed in the chat stays. */
export function submitted(inputValue: string): { readonly inputValue: string; readonly acceptInputOptions: object } {
  return { inputValue, acceptInputOptions: WITHOUT_FOCUS };
}

/** The arguments of {@link CANCEL} for one chat: VS Code's own buttons hand over the widget, of which it reads this. */
export function cancelled(sessionResource: vscode.Uri): object {
  return { widget: { viewModel: { sessionResource } } };
}
