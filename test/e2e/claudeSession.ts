import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { commands, extensions, workspace } from 'vscode';

/** The notifications of the window, once they are listed. */
export const NOTICE = '.notifications-center .notification-list-item';

/** What a Claude session in a chat of this window tells its hooks: a prompt, and four identical calls. */
export async function loopInClaudeSession(prompt: string): Promise<void> {
  const cwd = workspace.workspaceFolders?.[0]?.uri.fsPath;
  const installed = extensions.getExtension('tool-loop-guard.tool-loop-guard')?.extensionPath ?? '';
  const environment = { ELECTRON_RUN_AS_NODE: '1', VSCODE_ESM_ENTRYPOINT: 'agentHostMain' };
  const hook = async (event: object): Promise<void> => {
    const given = [join(installed, 'plugin', 'hook.js'), 'agent'];
    const child = spawn(process.execPath, given, { cwd, env: { ...process.env, ...environment }, stdio: 'pipe' });
    child.stdin.end(JSON.stringify({ session_id: 'claude-session', cwd, transcript_path: '/none', ...event }));
    await once(child, 'close');
  };
  await hook({ hook_event_name: 'UserPromptSubmit', prompt });
  for (let count = 1; count <= 4; count++) {
    const read = { tool_name: 'Read', tool_input: { file_path: '/src/checkout.ts' }, tool_use_id: String(count) };
    await hook({ ...read, hook_event_name: 'PreToolUse' });
    await hook({ ...read, hook_event_name: 'PostToolUse', tool_response: 'the same' });
  }
  await commands.executeCommand('notifications.showList');
}
