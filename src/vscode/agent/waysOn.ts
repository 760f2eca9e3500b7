import * as vscode from 'vscode';
import type { Guard } from '../../engine/guard';
import type { ConversationOverrides } from '../../core/settings/conversationOverrides';
import { SECTION } from '../../core/settings/parse';
import { literalPattern } from '../../core/settings/patterns';
import { toolLabel } from '../../core/words/quoting';
import type { Detection } from '../../engine/verdict';
import { offerFeedback } from './offerFeedback';
import { SHOW_DETECTION } from '../timeline/timelineCommands';
import { translate } from '../window/translate';

const RESET = 'toolLoopGuard.resetConversation';
const WARN_ONLY = 'toolLoopGuard.warnOnlyInConversation';
const EXEMPT_TOOL = 'toolLoopGuard.exemptTool';
const SHOW_LOG = 'toolLoopGuard.showLog';

/** Registers what the buttons under an explanation do, and the palette's commands. */
export function registerConversationCommands(
  guard: Guard,
  overrides: ConversationOverrides,
  channel: vscode.LogOutputChannel,
): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand(RESET, async (conversationId: unknown) => {
      if (isName(conversationId)) {
        guard.reset(conversationId);
        await continueAgent();
      }
    }),
    vscode.commands.registerCommand(WARN_ONLY, async (conversationId: unknown) => {
      if (isName(conversationId)) {
        overrides.set(conversationId, 'mode', 'warn');
        guard.reset(conversationId);
        await continueAgent();
      }
    }),
    vscode.commands.registerCommand(EXEMPT_TOOL, async (conversationId: unknown, tool: unknown) => {
      if (isName(conversationId) && isName(tool)) {
        await exemptTool(tool);
        guard.reset(conversationId);
        await continueAgent();
      }
    }),
    vscode.commands.registerCommand(SHOW_LOG, () => channel.show()),
  );
}

/** Offers a person the ways on after a stop. */
export function offerWaysOn(
  stream: vscode.ChatResponseStream,
  detection: Pick<Detection, 'conversationId' | 'callId' | 'tool'>,
): void {
  const { conversationId, callId, tool } = detection;
  stream.button({ command: RESET, title: translate('Continue with a fresh count'), arguments: [conversationId] });
  stream.button({
    command: WARN_ONLY,
    title: translate('Only warn in this conversation'),
    arguments: [conversationId],
  });
  stream.button({
    command: EXEMPT_TOOL,
    title: translate('Never judge {tool}', { tool: toolLabel(tool) }),
    arguments: [conversationId, tool],
  });
  offerFeedback(stream, detection);
  stream.button({
    command: SHOW_DETECTION,
    title: translate('Open the timeline'),
    arguments: [{ conversationId, callId }],
  });
}

/** Commands can be run by anybody, with anything: what is no name of a conversation or tool is not acted on. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 300;
}

/**
 * Adds one entry to the person's own `toolOverrides`, for this tool and no other, however it is named; whatever else
 * stands there stays.
 */
export async function exemptTool(tool: string): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const own = configuration.inspect<Record<string, unknown>>('toolOverrides')?.globalValue ?? {};
  const pattern = literalPattern(tool);
  const ofTool = Object.hasOwn(own, pattern) ? own[pattern] : undefined;
  const entry = { ...(typeof ofTool === 'object' ? ofTool : {}), exempt: true };
  await configuration.update('toolOverrides', { ...own, [pattern]: entry }, vscode.ConfigurationTarget.Global);
}

/** Lets the agent of the chat go on. */
export async function continueAgent(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.open', {
    query: translate('Continue.'),
    preserveInput: true,
  });
}
