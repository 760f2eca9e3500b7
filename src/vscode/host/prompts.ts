import * as vscode from 'vscode';
import { translate } from './translate';

type Window = typeof vscode.window;

/** Only this module shows such texts: VS Code reads links to commands and icons in them, and agents may write them. */
export const prompts = {
  showInformationMessage: plainly('showInformationMessage'),
  showWarningMessage: plainly('showWarningMessage'),
  showErrorMessage: plainly('showErrorMessage'),
  showQuickPick: plainly('showQuickPick'),
  setStatusBarMessage: plainly('setStatusBarMessage'),
  withProgress: plainly('withProgress'),
};

function plainly<Name extends keyof Window>(name: Name): Window[Name] {
  return ((...given: unknown[]) =>
    (vscode.window[name] as (...shown: unknown[]) => unknown)(...given.map(plain))) as Window[Name];
}

const SHOWN = ['title', 'placeHolder', 'label', 'description', 'detail'];

/** A text, or the texts of options and items, without markup. */
function plain<Value>(value: Value): Value {
  if (typeof value === 'string') {
    return value.replaceAll('](', '] (').replaceAll('$(', '$ (') as Value;
  }
  if (Array.isArray(value)) {
    return value.map(plain) as Value;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const texts = Object.entries(value).filter(([name, text]) => SHOWN.includes(name) && typeof text === 'string');
  return texts.length === 0
    ? value
    : { ...value, ...Object.fromEntries(texts.map(([name, text]) => [name, plain(text)])) };
}

/** Before other programs' files are changed. Doesn't go away on its own: a dialog, then a choice above the changes. */
export async function consents(
  { question, detail, yes }: Readonly<Record<'question' | 'detail' | 'yes', string>>,
  preview?: { show(): Promise<void>; close(): Promise<void> },
): Promise<boolean> {
  const showChanges = translate('Show Changes');
  const answers = preview === undefined ? [yes] : [yes, showChanges];
  const answer = await prompts.showInformationMessage(question, { modal: true, detail }, ...answers);
  if (answer !== showChanges || preview === undefined) {
    return answer === yes;
  }
  await preview.show();
  try {
    const options = { title: question, ignoreFocusOut: true };
    return (await prompts.showQuickPick([yes, translate('Cancel')], options)) === yes;
  } finally {
    await preview.close();
  }
}
