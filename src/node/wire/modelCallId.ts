/** VS Code adds this and a number to the call id that the model gave. */
export const INTERNAL_SUFFIX = '__vscode-';

/** The id that the model gave, of an id that a hook got. */
export function modelCallId(hookCallId: string): string {
  return hookCallId.split(INTERNAL_SUFFIX)[0] as string;
}
