import * as vscode from 'vscode';
import type { ModelName } from '../../engine/call';
import type { Harness } from '../../node/hooks/harness';
import { HARNESSES } from '../../node/hooks/harnesses/registry';
import type { HookInput } from '../../node/hooks/input';
import { modelOfSession } from '../../node/hooks/sessionModel';

/** The model that a harness names by its id, as VS Code knows it. */
export async function namedModel(id: string, harness: Harness): Promise<ModelName> {
  const [model] = await vscode.lm.selectChatModels({ id });
  return { vendor: model?.vendor ?? harness.vendor, family: model?.family ?? id, id };
}

/**
 * The model that makes a call. Hooks of other agents tell none; what their harness writes of the session does.
 * @returns undefined where it is not told, and for a sub-agent, which has its own
 */
export async function callingModel(
  input: Extract<HookInput, { event: 'preToolUse' }>,
  harness: Harness,
): Promise<ModelName | undefined> {
  const id =
    harness === HARNESSES.vscode || input.agentId !== undefined ? undefined : await modelOfSession(harness, input);
  return id === undefined ? undefined : { vendor: harness.vendor, family: id, id };
}
