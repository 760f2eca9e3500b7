import * as vscode from 'vscode';

/** Sends a message in the chat that had the focus last, and moves no focus where VS Code knows how. */
export const SUBMIT = 'workbench.action.chat.submit';
const WITHOUT_FOCUS = { preserveInput: true, preserveFocus: true } as const;

/** Measured in this version; `chat.open` always takes the focus. */
const FIRST_WITHOUT_FOCUS = [1, 139] as const;

/** Whether this VS Code can send a message without taking the focus. */
export const SENDS_WITHOUT_FOCUS = isAtLeast(FIRST_WITHOUT_FOCUS);

function isAtLeast([major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = vscode.version.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** The arguments of {@link SUBMIT}; what the person has typed in the chat stays. */
export function submitted(inputValue: string): { readonly inputValue: string; readonly acceptInputOptions: object } {
  return { inputValue, acceptInputOptions: WITHOUT_FOCUS };
}
