import type * as vscode from 'vscode';
import type { Guard } from '../../engine/guard';
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
  guard: Guard,
  onDidChange: vscode.Event<unknown>,
): vscode.Disposable {
  const update = (): void => {
    process.env[OFF_VARIABLE] = guard.mayBeEnabled() ? '' : '1';
  };
  process.env[ADDRESS_VARIABLE] = address.path;
  process.env[TOKEN_VARIABLE] = address.token;
  process.env[NODE_VARIABLE] = process.execPath;
  update();
  const subscriptions = [onDidChange(update), guard.onDidChangeOverrides(update)];
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
