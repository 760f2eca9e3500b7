import * as vscode from 'vscode';
import { Guard } from './core/guard';
import { sha256 } from './node/hash';
import { createHookAddress } from './node/hookAddress';
import { HookServer } from './node/hookServer';
import { AgentHooks } from './vscode/agentHooks';
import { ConfigurationSource } from './vscode/configuration';
import { publishAddress } from './vscode/hookEnvironment';
import { reportFault, reportProblems, reportTo } from './vscode/log';
import { registerParticipant } from './vscode/participant';
import { stopAgent } from './vscode/stopAgent';

/** Puts the guard in front of the agent. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const channel = vscode.window.createOutputChannel('Tool Loop Guard', { log: true });
  const settings = new ConfigurationSource();
  const guard = new Guard({ hash: sha256, configuration: () => settings.current, report: reportTo(channel) });
  const problems = () => settings.current.problems;
  const hooks = new AgentHooks({ guard, problems, stopAgent: stopAgent(channel) });
  const address = createHookAddress();
  const server = new HookServer(address, (input) => hooks.answer(input), reportFault(channel, 'hook'));
  context.subscriptions.push(
    channel,
    settings,
    server,
    registerParticipant(guard, problems, vscode.Uri.joinPath(context.extensionUri, 'media', 'icon.png')),
    vscode.commands.registerCommand('toolLoopGuard.showLog', () => channel.show()),
    settings.onDidChange(() => reportProblems(channel, problems())),
  );
  reportProblems(channel, problems());
  try {
    await server.listen();
    context.subscriptions.push(publishAddress(address, guard, settings.onDidChange));
  } catch (error) {
    reportFault(channel, 'listening for hooks')(error);
  }
}
