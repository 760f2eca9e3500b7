import type { ModelName } from '../../engine/call';
import { detectorsFor, type RegisteredDetector } from '../../engine/detectors/registry';
import type { Configuration } from './configuration';
import { type EffectiveSettings, resolveSettings, retention } from './resolve';
import type { EngineValues } from './schema';

/** The settings of one call, with what follows from them. */
export interface ResolvedSettings extends EffectiveSettings {
  readonly keep: { readonly calls: number; readonly ttlSeconds: number };
  /** Those that look at the call. */
  readonly detectors: readonly RegisteredDetector[];
}

/** Tools and models are as many as their senders name; beyond this the answers are found anew. */
const REMEMBERED_ANSWERS = 1000;

/**
 * Remembers what {@link resolveSettings} answered: a conversation asks about the same few tools again and again.
 * Configurations and the values of a conversation are never changed, only replaced, so an answer holds as long as they
 * do.
 */
export class SettingsMemory {
  readonly #known = new WeakMap<Configuration, WeakMap<EngineValues, Map<string, ResolvedSettings>>>();

  /** @param operation undefined for a tool that names none */
  resolve(
    configuration: Configuration,
    conversation: EngineValues,
    tool: string,
    operation: string | undefined,
    model: ModelName | undefined,
  ): ResolvedSettings {
    const hasOperation = operation !== undefined;
    const names = hasOperation ? [`${tool}:${operation}`, tool] : [tool];
    const answers = this.#answers(configuration, conversation);
    const question = [...names, ...(model === undefined ? [] : ['', model.vendor, model.family, model.id])].join(
      '\u0000',
    );
    let answer = answers.get(question);
    if (answer === undefined) {
      const effective = resolveSettings(configuration, conversation, names, model);
      answer = {
        ...effective,
        keep: retention(configuration, effective),
        detectors: detectorsFor(effective.values.detectors, hasOperation),
      };
      if (answers.size >= REMEMBERED_ANSWERS) {
        answers.clear();
      }
      answers.set(question, answer);
    }
    return answer;
  }

  #answers(configuration: Configuration, conversation: EngineValues): Map<string, ResolvedSettings> {
    let ofConfiguration = this.#known.get(configuration);
    if (ofConfiguration === undefined) {
      ofConfiguration = new WeakMap();
      this.#known.set(configuration, ofConfiguration);
    }
    let answers = ofConfiguration.get(conversation);
    if (answers === undefined) {
      answers = new Map();
      ofConfiguration.set(conversation, answers);
    }
    return answers;
  }
}
