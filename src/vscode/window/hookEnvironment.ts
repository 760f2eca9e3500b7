import type * as vscode from 'vscode';
import type { ConversationSettings } from '../../core/settings/conversationSettings';
import {
  ADDRESS_VARIABLE,
  type HookAddress,
  NODE_VARIABLE,
  OFF_VARIABLE,
  TOKEN_VARIABLE,
} from '../../node/hooks/hookAddress';

/**
 * Hands the address of this window's guard to its hook processes, which inherit the extension host's
 * environment. While no call would be judged anywhere, tool calls are told not to ask at all.
 *
 * @returns takes everything back
 */
export function publishAddress(
  address: HookAddress,
  settings: ConversationSettings,
  onDidChange: vscode.Event<unknown>,
): vscode.Disposable {
  const update = (): void => {
    process.env[OFF_VARIABLE] = settings.mayBeEnabled() ? '' : '1';
  };
  process.env[ADDRESS_VARIABLE] = address.path;
  process.env[TOKEN_VARIABLE] = address.token;
  process.env[NODE_VARIABLE] = process.execPath;
  update();
  const subscriptions = [onDidChange(update), settings.overrides.onDidChange(update)];
  return {
    dispose: () => {
      for (const subscription of subscriptions) {
        subscription.dispose();
      }
      for (const variable of [ADDRESS_VARIABLE, TOKEN_VARIABLE, NODE_VARIABLE, OFF_VARIABLE]) {
        delete process.env[variable];
      }
    },
  };
}
