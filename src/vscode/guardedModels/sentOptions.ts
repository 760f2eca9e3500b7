import type * as vscode from 'vscode';
import { translate } from '../host/translate';

/** What the wrapped model gets of the options, those included that stable typings do not know. */
export function sentOptions(
  options: vscode.ProvideLanguageModelChatResponseOptions,
): vscode.LanguageModelChatRequestOptions {
  return {
    ...options,
    justification: translate(
      'You selected the guarded version of this model. Tool Loop Guard forwards your request to it.',
    ),
  } as vscode.LanguageModelChatRequestOptions;
}
