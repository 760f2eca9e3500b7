import * as vscode from 'vscode';
import type { ConversationSettings } from '../../core/settings/conversationSettings';
import { ADDRESS_VARIABLE, type HookAddress, OFF_VARIABLE, TOKEN_VARIABLE } from '../../node/transport/hookAddress';
import { type AnnouncedWindow, publishWindow, type PublishedWindow } from '../../node/transport/publishWindow';
import { HookServer } from '../../node/transport/hookServer';
import { workspacePaths } from '../host/workspacePaths';
import type { ConfigurationSource } from '../settings/configuration';
import type { GuardWindow } from './guardWindow';
import { reportFault } from './log';

/** Listens for the hooks of agents, and tells them where. Never rejects: without it hooks let every call run. */
export async function listenForHooks(
  { log, probe, userData, conversations, settings, subscriptions }: GuardWindow,
  address: HookAddress,
  answer: ConstructorParameters<typeof HookServer>[1],
): Promise<void> {
  const server = new HookServer(address, answer, reportFault(log, 'hook'));
  subscriptions.push(server);
  try {
    await server.listen();
    probe.listens(Date.now());
    const published = { address, userData, conversations, settings };
    subscriptions.push(publishAddress(published, reportFault(log, 'publishing the hook address')));
  } catch (error) {
    reportFault(log, 'listening for hooks')(error);
  }
}

/** What hooks are told of a window. */
interface WindowToPublish {
  readonly address: HookAddress;
  /** See {@link AnnouncedWindow}. */
  readonly userData: string;
  /** The settings of its conversations. */
  readonly conversations: ConversationSettings;
  readonly settings: Pick<ConfigurationSource, 'written' | 'onDidChange'>;
}

/**
 * Hands the address of this window's guard to its hook processes, which inherit the extension host's
 * environment. While no call would be judged anywhere, tool calls are told not to ask at all.
 *
 * Processes that do not inherit it, such as those of the Agent Host, find the window by a file in the home folder.
 *
 * @param onFault told when that file cannot be written; sessions of VS Code's own agent do without it
 * @returns takes everything back
 */
function publishAddress(
  window: WindowToPublish,
  onFault: (error: unknown) => void = () => undefined,
): vscode.Disposable {
  const { address, conversations, settings } = window;
  process.env[ADDRESS_VARIABLE] = address.path;
  process.env[TOKEN_VARIABLE] = address.token;
  const published = publishFile(window, onFault);
  const update = (): void => {
    try {
      process.env[OFF_VARIABLE] = published.off(!conversations.mayBeEnabled());
    } catch (error) {
      onFault(error);
    }
  };
  update();
  const subscriptions = [settings.onDidChange(update), conversations.overrides.onDidChange(update), published];
  return {
    dispose: () => {
      for (const subscription of subscriptions) {
        subscription.dispose();
      }
      for (const variable of [ADDRESS_VARIABLE, TOKEN_VARIABLE, OFF_VARIABLE]) {
        delete process.env[variable];
      }
    },
  };
}

function publishFile(
  { address, userData, settings }: WindowToPublish,
  onFault: (error: unknown) => void,
): vscode.Disposable & Pick<PublishedWindow, 'off'> {
  const facts = (): AnnouncedWindow => ({
    socket: address.path,
    token: address.token,
    folders: workspacePaths(),
    userData,
    program: process.execPath,
    settings: settings.written.user ?? {},
  });
  try {
    const published = publishWindow(facts());
    const update = (): void => {
      try {
        published.update(facts());
      } catch (error) {
        onFault(error);
      }
    };
    const parts = vscode.Disposable.from(
      published,
      settings.onDidChange(update),
      vscode.workspace.onDidChangeWorkspaceFolders(update),
    );
    return { dispose: () => void parts.dispose(), off: (isOff) => published.off(isOff) };
  } catch (error) {
    onFault(error);
    // Hooks then ask, and are told that nothing is judged.
    return { dispose: () => undefined, off: () => '' };
  }
}
