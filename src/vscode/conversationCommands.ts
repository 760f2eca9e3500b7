import * as vscode from 'vscode';
import type { Guard } from '../core/guard';
import { SECTION } from '../core/settings/parse';
import type { Detection } from '../core/verdict';

const RESET = 'toolLoopGuard.resetConversation';
const WARN_ONLY = 'toolLoopGuard.warnOnlyInConversation';
const EXEMPT_TOOL = 'toolLoopGuard.exemptTool';
const SHOW_LOG = 'toolLoopGuard.showLog';

/** Registers what the buttons under an explanation do, and the palette's commands. */
export function registerConversationCommands(guard: Guard, channel: vscode.LogOutputChannel): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand(RESET, (conversationId: unknown) => {
      assertText(conversationId);
      guard.reset(conversationId);
      return continueAgent();
    }),
    vscode.commands.registerCommand(WARN_ONLY, (conversationId: unknown) => {
      assertText(conversationId);
      guard.setOverride(conversationId, 'mode', 'warn');
      guard.reset(conversationId);
      return continueAgent();
    }),
    vscode.commands.registerCommand(EXEMPT_TOOL, async (conversationId: unknown, tool: unknown) => {
      assertText(conversationId);
      assertText(tool);
      await exemptTool(tool);
      guard.reset(conversationId);
      await continueAgent();
    }),
    vscode.commands.registerCommand(SHOW_LOG, () => channel.show()),
  );
}

/** Offers a person the ways on after a stop. */
export function offerWaysOn(stream: vscode.ChatResponseStream, { conversationId, tool }: Pick<Detection, 'conversationId' | 'tool'>): void {
  stream.button({ command: RESET, title: 'Continue with a fresh count', arguments: [conversationId] });
  stream.button({ command: WARN_ONLY, title: 'Only warn in this conversation', arguments: [conversationId] });
  stream.button({ command: EXEMPT_TOOL, title: `Never judge ${tool}`, arguments: [conversationId, tool] });
  stream.button({ command: SHOW_LOG, title: 'Show log' });
}

/** Adds one entry to the person's own `toolOverrides`; whatever else stands there stays. */
export async function exemptTool(tool: string): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const own = configuration.inspect<Record<string, unknown>>('toolOverrides')?.globalValue ?? {};
  const ofTool = own[tool];
  const entry = { ...(typeof ofTool === 'object' ? ofTool : {}), exempt: true };
  await configuration.update('toolOverrides', { ...own, [tool]: entry }, vscode.ConfigurationTarget.Global);
}

/** Anybody may run a command with anything. */
function assertText(argument: unknown): asserts argument is string {
  if (typeof argument !== 'string' || argument === '') {
    throw new TypeError('This command of Tool Loop Guard is for its buttons; it needs a conversation, and a tool to exempt.');
  }
}

async function continueAgent(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.open', { query: 'Continue.', preserveInput: true });
}
