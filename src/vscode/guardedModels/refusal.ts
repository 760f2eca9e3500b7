import * as vscode from 'vscode';
import { escapeMarkdown } from '../../core/words/pages/markdown';
import { translate } from '../host/translate';

/** Adds to an error of the wrapped model what a person can do about it, where its vendor refused us. */
export function explainedError(error: unknown, { vendor, name }: vscode.LanguageModelChat): unknown {
  if (!(error instanceof vscode.LanguageModelError)) {
    return error;
  }
  switch (error.code) {
    case vscode.LanguageModelError.NoPermissions().code:
      return vscode.LanguageModelError.NoPermissions(
        translate(
          'Tool Loop Guard isn’t allowed to use {model} from {vendor}. Allow it when VS Code asks or in ' +
            '"Manage Extension Access", or select {model} without "(guarded)".',
          {
            model: name,
            vendor,
          },
        ),
      );
    case vscode.LanguageModelError.Blocked().code:
      return vscode.LanguageModelError.Blocked(
        translate(
          '{vendor} rejected the request for {model}, perhaps because a limit was reached. Try again ' +
            'later, or select {model} without "(guarded)". Its message: {message}',
          {
            model: name,
            vendor,
            message: error.message,
          },
        ),
      );
    default:
      return error;
  }
}

/** Whether the vendor of the wrapped model refused us. */
export function isRefusal(error: unknown): error is vscode.LanguageModelError {
  return (
    error instanceof vscode.LanguageModelError &&
    [vscode.LanguageModelError.NoPermissions().code, vscode.LanguageModelError.Blocked().code].includes(error.code)
  );
}

/** A text of ours in an answer. Tools are named as others call them: what would be Markdown in it is shown as it is. */
export function noticePart(text: string): vscode.LanguageModelTextPart {
  return new vscode.LanguageModelTextPart(`\n\n> ⚠️ ${escapeMarkdown(text)}\n\n`);
}
