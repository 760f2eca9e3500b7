// A window without VS Code, in a separate process with the whole extension. `labWindow.ts` starts it.
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type * as extensionModule from '../../src/extension';
import type * as featuresModule from '../../src/features';
import { withVscode } from '../fakes/vscodeModule';
import { Uri } from '../fakes/vscodeValues';
import { VscodeWindow } from '../fakes/vscodeWindow';

const { userData, folders } = JSON.parse(process.argv[2] ?? '') as { userData: string; folders: readonly string[] };
const window = new VscodeWindow();
window.folders = folders.map((path) => ({ uri: Uri.file(path) }));
const context = window.contextWith(join(userData, 'User', 'globalStorage', 'tool-loop-guard'));

process.on('message', () => process.send?.({ shown: window.shown, log: window.logLines }));
process.on('disconnect', () => {
  context.subscriptions.forEach((subscription) => void subscription.dispose());
  process.exit();
});
const load = withVscode(window.module);
void load<typeof extensionModule>('extension')
  .activate(context as unknown as vscode.ExtensionContext, () =>
    Promise.resolve(load<typeof featuresModule>('features')),
  )
  .then(() => process.send?.('active'));
