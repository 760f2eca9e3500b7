import type { ModelName } from '../../engine/facts/call';
import type { CallSettings, SettingsQuestion } from '../../engine/rules/settings';
import { detectorsFor } from '../../engine/rules/registry';
import type { Configuration } from './configuration';
import {
  commandOf,
  type EffectiveSettings,
  mayBeEnabled,
  operationOf,
  resolveSettings,
  retention,
  toolSetting,
} from './resolve';
import type { EngineValues, EngineKey, TierSettings } from './table';
import { RecentMap } from '../../engine/values/boundedMap';
import { Emitter } from '../events/emitter';
import type { OverrideEvent } from '../events/events';
import { callLabel, type CallLabeller } from '../words/callLabel';

const REMEMBERED_ANSWERS = 1000;

/** Settings of each conversation. Can be cached because configurations and overrides are replaced, never changed. */
export class ConversationSettings {
  /** By overrides, for the configuration that was used last. */
  #known = new WeakMap<EngineValues, Map<string, CallSettings>>();
  #configuration: Configuration | undefined;

  /** @param configurationNow called each time, so that a changed setting takes effect at once */
  constructor(
    private readonly configurationNow: () => Configuration,
    readonly overrides = new ConversationOverrides(),
  ) {}

  get configuration(): Configuration {
    return this.configurationNow();
  }

  readonly settingsFor = ({ conversationId, tool, parsed, model }: SettingsQuestion): CallSettings => {
    const { configuration } = this;
    const overrides = this.overrides.of(conversationId);
    const operation = operationOf(configuration, tool, parsed);
    const names = toolNames(tool, operation, commandOf(configuration, parsed));
    const answers = this.#answers(configuration, overrides);
    const question = questionKey(names, model);
    let answer = answers.get(question);
    if (answer === undefined) {
      const effective = resolveSettings(configuration, overrides, names, model);
      answer = {
        values: effective.values,
        exempt: effective.exempt,
        keep: retention(configuration, effective),
        detectors: detectorsFor(effective.values.detectors, operation !== undefined),
        operation,
        ignored: toolSetting(configuration, 'ignoredArguments', tool) ?? [],
        isAlwaysAllowed: toolSetting(configuration, 'alwaysAllowed', tool) ?? false,
      };
      if (answers.size >= REMEMBERED_ANSWERS) {
        answers.clear();
      }
      answers.set(question, answer);
    }
    return answer;
  };

  /** For a tool that no override names. Without a model, no model override applies. */
  effective(conversationId: string, model: ModelName | undefined): EffectiveSettings {
    return resolveSettings(this.configuration, this.overrides.of(conversationId), [], model);
  }

  /** False if no call of any conversation would be checked, so that surfaces needn't ask. */
  mayBeEnabled(): boolean {
    return mayBeEnabled(this.configuration, this.overrides.all);
  }

  #answers(configuration: Configuration, overrides: EngineValues): Map<string, CallSettings> {
    if (this.#configuration !== configuration) {
      this.#configuration = configuration;
      this.#known = new WeakMap();
    }
    const answers = this.#known.get(overrides) ?? new Map<string, CallSettings>();
    this.#known.set(overrides, answers);
    return answers;
  }
}

function questionKey(names: readonly string[], model: ModelName | undefined): string {
  const known = names.join('\u0000');
  return model === undefined ? known : `${known}\u0000\u0000${model.vendor}\u0000${model.family}\u0000${model.id}`;
}

/** The names that `tools` may use for a call, the most specific first. */
function toolNames(tool: string, operation: string | undefined, command: string | undefined): string[] {
  return [
    ...(command === undefined ? [] : [`${tool}: ${command}`]),
    ...(operation === undefined ? [] : [`${tool}:${operation}`]),
    tool,
  ];
}

/** As many conversations as the guard remembers. */
const REMEMBERED_CONVERSATIONS = 1000;

const NO_OVERRIDES: EngineValues = Object.freeze({});

/** Values set in the chat of each conversation. In memory only. */
class ConversationOverrides {
  readonly #values = new RecentMap<string, EngineValues>(REMEMBERED_CONVERSATIONS);
  readonly #changed = new Emitter<OverrideEvent>();

  readonly onDidChange = this.#changed.event;

  /** The object is never changed, only replaced. */
  of(conversationId: string): EngineValues {
    return this.#values.get(conversationId) ?? NO_OVERRIDES;
  }

  get all(): Iterable<EngineValues> {
    return this.#values.values();
  }

  set<Key extends EngineKey>(conversationId: string, key: Key, value: TierSettings[Key]): void {
    this.#values.set(conversationId, { ...this.of(conversationId), [key]: value });
    this.#changed.fire({ kind: 'override', conversationId, key, value });
  }

  unset(conversationId: string, key: EngineKey): void {
    const kept = Object.entries(this.of(conversationId)).filter(([name]) => name !== key);
    this.#values.set(conversationId, Object.fromEntries(kept));
    this.#changed.fire({ kind: 'override', conversationId, key, value: undefined });
  }

  clear(conversationId: string): void {
    for (const key of Object.keys(this.of(conversationId)) as EngineKey[]) {
      this.unset(conversationId, key);
    }
  }
}

/** Labels calls without the ignored arguments. Reads the settings and folders (absolute paths) for each label. */
export function callLabels(
  configurationNow: () => Pick<Configuration, 'tools'>,
  folders: () => readonly string[],
): CallLabeller {
  return (tool, callArguments, shape) => {
    const configuration = configurationNow();
    const ignored = toolSetting(configuration, 'ignoredArguments', tool, tool.split(':', 1)[0] as string) ?? [];
    return callLabel(tool, callArguments, { ...shape, ignored, folders: folders() });
  };
}
