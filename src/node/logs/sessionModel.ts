import type { ModelName } from '../../engine/facts/call';
import { BoundedMap } from '../../engine/values/boundedMap';
import type { Harness } from '../wire/harness';
import type { AgentLog, AskingSession } from './agentLog';
import { CLAUDE_LOG } from './claude';
import { CODEX_LOG } from './codex';
import { COPILOT_LOG } from './copilot';
import { linesIn, readTailSince } from './readTail';

/** The line that tells of the call which a hook asks about is one of the last. */
const TAIL_BYTES = 128 * 1024;

/** The logs of which hooks need more than their own harness tells them, by its name. */
export const LOGS_OF_HOOKS: Readonly<Record<string, AgentLog>> = {
  claude: CLAUDE_LOG,
  codex: CODEX_LOG,
  copilot: COPILOT_LOG,
};

const REMEMBERED_LOGS = 100;

/** The models of sessions. Of a log that it has read it reads only what was written since. */
export class SessionModels {
  readonly #known = new BoundedMap<string, { readonly model: string | undefined; readonly readTo: number }>(
    REMEMBERED_LOGS,
  );

  /**
   * The id of the model that a session uses at this moment, as the harness itself writes it down.
   * @returns undefined where the harness writes nothing of it, or what it wrote cannot be read; never throws
   */
  async of(harness: Harness, session: AskingSession): Promise<string | undefined> {
    const { pathOf, modelIn } = LOGS_OF_HOOKS[harness.name] ?? {};
    const path = pathOf?.(session);
    if (modelIn === undefined || path === undefined) {
      return undefined;
    }
    const before = this.#known.get(path);
    try {
      const { text, endOfLines } = await readTailSince(path, before?.readTo ?? 0, TAIL_BYTES);
      let model: string | undefined;
      for (const line of linesIn(text, '"model"')) {
        model ??= modelIn(line);
        if (model !== undefined) {
          break;
        }
      }
      model ??= before?.model;
      this.#known.set(path, { model, readTo: endOfLines });
      return model;
    } catch {
      // There is no such file yet, or it is none.
      return undefined;
    }
  }
}

/** The model of a harness that is known by its id only. */
export function modelOfHarness({ vendor }: Harness, id: string): ModelName {
  return { vendor, family: id, id };
}
