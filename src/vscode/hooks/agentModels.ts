import * as vscode from 'vscode';
import type { ModelName } from '../../engine/facts/call';
import type { Harness } from '../../node/wire/harness';
import { HARNESSES } from '../../node/agents/harnesses';
import type { HookInput } from '../../node/wire/input';
import type { SessionModels } from '../../node/logs/sessionModel';

/**
 * The model that a session begins with, or that makes a call: as the hook tells, or as the harness records it.
 * @returns undefined where it is not told, and for a subagent, which has its own
 */
export async function modelOf(
  input: HookInput,
  harness: Harness,
  recorded: SessionModels,
): Promise<ModelName | undefined> {
  const { event, modelId } = input;
  if (event === 'sessionStart') {
    if (modelId === undefined) {
      return undefined;
    }
    const [model] = await vscode.lm.selectChatModels({ id: modelId });
    return { vendor: model?.vendor ?? harness.vendor, family: model?.family ?? modelId, id: modelId };
  }
  return event === 'preToolUse' && harness !== HARNESSES.vscode && input.agentId === undefined
    ? recorded.of(harness, input)
    : undefined;
}
