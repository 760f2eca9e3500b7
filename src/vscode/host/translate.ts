import * as vscode from 'vscode';
import type { Translate } from '../../core/words/language';

/** Sentences in the display language of VS Code, if `l10n/` has it. */
export const translate: Translate = (sentence, values) => vscode.l10n.t(sentence, values ?? {});
