import * as vscode from 'vscode';

/** Addresses of the texts that are open in tabs. */
export function openTexts(): ReadonlySet<string> {
  return new Set(
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : [])),
  );
}

/** Closes the tab of a text, unless it has changes that are not saved. */
export async function closeText(address: vscode.Uri): Promise<void> {
  await closeTabs((input) => input instanceof vscode.TabInputText && input.uri.toString() === address.toString());
}

/** Closes tabs by what they show, but none that has changes that are not saved. */
async function closeTabs(matches: (input: unknown) => boolean): Promise<void> {
  await vscode.window.tabGroups.close(
    vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input, isDirty }) => !isDirty && matches(input)),
  );
}
