import * as vscode from 'vscode';
import { BoundedMap } from '../../engine/values/boundedMap';
import type { ModelName } from '../../engine/facts/call';
import type { Guard } from '../../engine/guard';
import type { Harness } from '../../node/wire/harness';
import { HARNESSES } from '../../node/agents/harnesses';
import type { HookInput } from '../../node/wire/input';
import type { AskingSession } from '../../node/logs/agentLog';
import { modelOfHarness, SessionModels } from '../../node/logs/sessionModel';

const REMEMBERED_SESSIONS = 50;

/** The models of agents whose hooks name none, from what their harness records of the session. */
export class AgentModels {
  readonly #models = new SessionModels();
  /** Sessions that made a call before their harness had written their model. */
  readonly #unknown = new BoundedMap<string, { readonly harness: Harness; readonly session: AskingSession }>(
    REMEMBERED_SESSIONS,
  );

  constructor(private readonly guard: Pick<Guard, 'setModel'>) {}

  /**
   * The model that a session begins with, or that makes a call.
   * @returns undefined where it is not told, and for a subagent, which has its own
   */
  async of(input: HookInput, harness: Harness): Promise<ModelName | undefined> {
    const { event, sessionId, modelId } = input;
    if (event === 'sessionStart') {
      if (modelId === undefined) {
        return undefined;
      }
      const [model] = await vscode.lm.selectChatModels({ id: modelId });
      return { vendor: model?.vendor ?? harness.vendor, family: model?.family ?? modelId, id: modelId };
    }
    if (event !== 'preToolUse' || harness === HARNESSES.vscode || input.agentId !== undefined) {
      return undefined;
    }
    if (modelId !== undefined) {
      return modelOfHarness(harness, modelId);
    }
    const session = { sessionId, transcriptPath: input.transcriptPath };
    const model = await this.#modelOf(session, harness);
    if (model === undefined) {
      this.#unknown.set(sessionId, { harness, session });
    } else {
      this.#unknown.delete(sessionId);
    }
    return model;
  }

  /** Looks again for a model that was not known when the session made its calls: some harnesses write it later. */
  async learn(sessionId: string): Promise<void> {
    const asking = this.#unknown.get(sessionId);
    const model = asking === undefined ? undefined : await this.#modelOf(asking.session, asking.harness);
    if (model !== undefined) {
      this.guard.setModel(sessionId, model);
      this.#unknown.delete(sessionId);
    }
  }

  async #modelOf(session: AskingSession, harness: Harness): Promise<ModelName | undefined> {
    const id = await this.#models.of(harness, session);
    return id === undefined ? undefined : modelOfHarness(harness, id);
  }
}
