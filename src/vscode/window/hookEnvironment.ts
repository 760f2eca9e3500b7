import * as vscode from 'vscode';
import { ADDRESS_VARIABLE, type HookAddress, TOKEN_VARIABLE } from '../../node/transport/hookAddress';
import { publishWindow, withdrawWindow } from '../../node/transport/publishedWindows';
import { HookServer } from '../../node/transport/hookServer';
import { workspacePaths } from '../host/workspacePaths';
import type { GuardWindow } from './guardWindow';
import { reportFault } from './log';

/** Never rejects: without it, hooks let every call run. */
export async function listenForHooks(
  window: GuardWindow,
  address: HookAddress,
  answer: ConstructorParameters<typeof HookServer>[1],
): Promise<void> {
  const { log, probe, subscriptions } = window;
  const server = new HookServer(address, answer, reportFault(log, 'hook'));
  subscriptions.push(server);
  try {
    await server.listen();
    probe.listens(Date.now());
    subscriptions.push(publishAddress(window, address, reportFault(log, 'publishing the hook address')));
  } catch (error) {
    reportFault(log, 'listening for hooks')(error);
  }
}

/**
 * Hook processes inherit the address with the extension host's environment. Others, such as those of the Agent Host,
 * find the window by a file in the home folder.
 */
function publishAddress(
  { settings, userData }: GuardWindow,
  address: HookAddress,
  onFault: (error: unknown) => void,
): vscode.Disposable {
  process.env[ADDRESS_VARIABLE] = address.path;
  process.env[TOKEN_VARIABLE] = address.token;
  const announce = (): void => {
    try {
      publishWindow({
        socket: address.path,
        token: address.token,
        folders: workspacePaths(),
        userData,
        program: process.execPath,
        settings: settings.written.user ?? {},
      });
    } catch (error) {
      onFault(error);
    }
  };
  announce();
  return vscode.Disposable.from(
    settings.onDidChange(announce),
    vscode.workspace.onDidChangeWorkspaceFolders(announce),
    new vscode.Disposable(() => {
      withdrawWindow();
      delete process.env[ADDRESS_VARIABLE];
      delete process.env[TOKEN_VARIABLE];
    }),
  );
}
