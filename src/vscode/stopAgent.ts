import * as vscode from 'vscode';

/**
 * Ends the run of an agent. VS Code offers extensions only the cancellation of the chat that had the focus
 * last; a hook that denies a call does not end the run (the agent goes on with the next model request).
 */
export function stopAgent(channel: vscode.LogOutputChannel): (conversationId: string) => void {
  return (conversationId) => {
    vscode.commands.executeCommand('workbench.action.chat.cancel').then(
      () => channel.debug(`Agent stopped in session ${conversationId}`),
      (error: unknown) => channel.error(`The agent of session ${conversationId} could not be stopped; its calls stay refused: ${String(error)}`),
    );
  };
}
