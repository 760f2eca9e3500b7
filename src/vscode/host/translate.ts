import * as vscode from 'vscode';
import type { Translate } from '../../core/words/language';

/** In VS Code's display language, if `l10n/` has it. */
export const translate: Translate = (sentence, values) => vscode.l10n.t(sentence, values ?? {});
