import type { ModelName } from '../../engine/call';
import type { CallSettings, SettingsQuestion } from '../../engine/callSettings';
import { detectorsFor } from '../../engine/detectors/registry';
import type { Configuration } from './configuration';
import { ConversationOverrides } from './conversationOverrides';
import { type EffectiveSettings, ignoredOf, mayBeEnabled, operationOf, resolveSettings, retention } from './resolve';
import type { EngineValues } from './schema';

/** Senders can name any number of tools and models; beyond this, the answers are computed again. */
const REMEMBERED_ANSWERS = 1000;

/**
 * The settings that hold in each conversation: those of the configuration, and over them those set in its chat.
 *
 * Answers are remembered, because a conversation asks about the same few tools again and again. Configurations and the
 * values of a conversation are never changed, only replaced, so an answer holds as long as they do.
 */
export class ConversationSettings {
  readonly #known = new WeakMap<Configuration, WeakMap<EngineValues, Map<string, CallSettings>>>();

  /** @param configurationNow asked at every question, so that a changed setting takes effect at once */
  constructor(
    private readonly configurationNow: () => Configuration,
    readonly overrides = new ConversationOverrides(),
  ) {}

  /** The settings outside the conversations, as they are now. */
  get configuration(): Configuration {
    return this.configurationNow();
  }

  /** What one call is checked by: the guard's question. */
  readonly settingsFor = ({ conversationId, tool, parsed, model }: SettingsQuestion): CallSettings => {
    const { configuration } = this;
    const overrides = this.overrides.of(conversationId);
    const operation = operationOf(configuration, tool, parsed);
    const answers = this.#answers(configuration, overrides);
    const question = questionKey(tool, operation, model);
    let answer = answers.get(question);
    if (answer === undefined) {
      const effective = resolveSettings(configuration, overrides, toolNames(tool, operation), model);
      answer = {
        values: effective.values,
        exempt: effective.exempt,
        keep: retention(configuration, effective),
        detectors: detectorsFor(effective.values.detectors, operation !== undefined),
        operation,
        ignored: ignoredOf(configuration, tool),
        isWayOut: configuration.alwaysAllows(tool),
      };
      if (answers.size >= REMEMBERED_ANSWERS) {
        answers.clear();
      }
      answers.set(question, answer);
    }
    return answer;
  };

  /**
   * What holds in a conversation for a tool that no override names.
   * @param model undefined when it is not known; then no model override applies
   */
  effective(conversationId: string, model: ModelName | undefined): EffectiveSettings {
    return resolveSettings(this.configuration, this.overrides.of(conversationId), [], model);
  }

  /** False when no call of any conversation would be judged, so that surfaces need not even ask. */
  mayBeEnabled(): boolean {
    return mayBeEnabled(this.configuration, this.overrides.all);
  }

  #answers(configuration: Configuration, overrides: EngineValues): Map<string, CallSettings> {
    let ofConfiguration = this.#known.get(configuration);
    if (ofConfiguration === undefined) {
      ofConfiguration = new WeakMap();
      this.#known.set(configuration, ofConfiguration);
    }
    let answers = ofConfiguration.get(overrides);
    if (answers === undefined) {
      answers = new Map();
      ofConfiguration.set(overrides, answers);
    }
    return answers;
  }
}

/** Texts that are equal for equal questions; the tool alone where that is all that is known, so in most calls. */
function questionKey(tool: string, operation: string | undefined, model: ModelName | undefined): string {
  if (operation === undefined && model === undefined) {
    return tool;
  }
  const names = toolNames(tool, operation).join('\u0000');
  return model === undefined ? names : `${names}\u0000\u0000${model.vendor}\u0000${model.family}\u0000${model.id}`;
}

/** What a call goes by in `toolOverrides`: its operation first, as the more specific name. */
function toolNames(tool: string, operation: string | undefined): string[] {
  return operation === undefined ? [tool] : [`${tool}:${operation}`, tool];
}
