import * as vscode from 'vscode';
import type { Switch, WindowFacts } from '../../core/protection/facts';
import { weaknessesOf } from '../../core/protection/weaknesses';
import type { GuardWindow } from '../window/guardWindow';

/** The workspace that VS Code opens in its Agents window; that it is one may only be asked by extensions of its own. */
const AGENTS_WORKSPACE = 'agent-sessions.code-workspace';

/** What this window tells about itself, as of now. */
export function readWindowFacts({
  conversations,
  settings,
  probe,
}: Pick<GuardWindow, 'conversations' | 'settings' | 'probe'>): WindowFacts {
  const chat = vscode.workspace.getConfiguration('chat');
  const isCopilotFirst =
    chat.get('defaultToCopilotHarness') === true ||
    chat.get('editor.preferCopilotHarness') === true ||
    chat.get('editor.localAgent.enabled') === false;
  return {
    version: vscode.version,
    isFolderTrusted: vscode.workspace.isTrusted,
    isRemote: vscode.env.remoteName !== undefined,
    isAgentsWindow: vscode.workspace.workspaceFile?.path.endsWith(`/${AGENTS_WORKSPACE}`) === true,
    hooks: readSwitch(chat, 'useHooks'),
    plugins: readSwitch(chat, 'plugins.enabled'),
    onlyManagedHooks: chat.get('hooks.allowManagedOnly') === true,
    isListening: probe.listeningSinceMs !== undefined,
    settings: weaknessesOf(conversations.configuration),
    watchesCodexChats: settings.current.window.agentHost,
    newChat: isCopilotFirst ? 'copilot' : 'local',
  };
}

/** What is off although nobody has set it so is off by policy. */
function readSwitch(chat: vscode.WorkspaceConfiguration, name: string): Switch {
  if (chat.get(name) !== false) {
    return 'on';
  }
  const { defaultValue, globalValue, workspaceValue, workspaceFolderValue } = chat.inspect(name) ?? {};
  const isByPerson = [defaultValue, globalValue, workspaceValue, workspaceFolderValue].includes(false);
  return isByPerson ? 'off' : 'managed';
}
