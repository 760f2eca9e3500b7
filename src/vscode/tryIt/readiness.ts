import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { DEMONSTRATION_MODEL } from './demonstrationModel';

/** VS Code learns of a new model within this time, or not at all. */
const MODEL_LIMIT_MS = 10_000;

const COPILOT = 'GitHub.copilot-chat';

/** Why VS Code's agent would not call our hooks; undefined when it should. */
export function obstacleToAgent(): string | undefined {
  const chat = vscode.workspace.getConfiguration('chat');
  if (vscode.extensions.getExtension(COPILOT) === undefined) {
    return 'there is no agent in this VS Code';
  }
  if (!vscode.workspace.isTrusted) {
    return 'the workspace is not trusted';
  }
  const off = ['useHooks', 'plugins.enabled', 'agent.enabled'].find((name) => chat.get(name) === false);
  return off === undefined ? undefined : `chat.${off} is off`;
}

/**
 * Whether this window has sessions of VS Code's own agent. Without them whatever is sent to the chat goes to the model
 * of another agent, `@loopguard` too.
 */
export function hasLocalSessions(): boolean {
  return vscode.workspace.getConfiguration('chat').get('editor.localAgent.enabled') !== false;
}

/** Waits until VS Code knows the model of the demonstration; resolves to false when it does not. */
export async function isModelOffered(): Promise<boolean> {
  for (const end = Date.now() + MODEL_LIMIT_MS; Date.now() < end; await pause(100)) {
    if ((await vscode.lm.selectChatModels({ ...DEMONSTRATION_MODEL })).length > 0) {
      return true;
    }
  }
  return false;
}
