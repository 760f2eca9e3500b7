import type { Messages } from '../words/messages';
import type { EngineKey, EngineValues, ToolOverride } from './schema';
import type { ModelPrice, WindowSettings } from './settingsSchema';
import type { TelemetrySettings } from './telemetrySettings';

/** Where an effective value comes from. */
export type Origin =
  | { readonly kind: 'conversation' }
  | { readonly kind: 'tool'; readonly pattern: string }
  | { readonly kind: 'model'; readonly pattern: string }
  /** The file that holds for everyone on the machine. */
  | { readonly kind: 'machine'; readonly file: string }
  | { readonly kind: 'workspaceFolder' | 'workspace' | 'user' }
  | { readonly kind: 'environment' }
  | { readonly kind: 'default' }
  /** Nobody set it: it follows a limit that somebody set. */
  | { readonly kind: 'limit'; readonly limit: EngineKey }
  | { readonly kind: 'preset'; readonly name: string; readonly of: Origin };

/** Where each effective value comes from. */
export type Origins = Readonly<Record<EngineKey, Origin>>;

/** Values of one origin. */
export interface Tier {
  readonly origin: Origin;
  readonly values: EngineValues;
}

/** Values of the machine-wide settings, and which settings they take away from all other tiers. */
export interface MachineTier extends Tier {
  readonly file: string;
  /** Names of the settings, those outside the engine too. */
  readonly names: ReadonlySet<string>;
}

/** Values for the tools or models whose name matches a glob. */
export interface Override<Values> {
  readonly pattern: string;
  readonly matches: (name: string) => boolean;
  readonly values: Values;
}

/** A setting that cannot be used as written. It is ignored; the next weaker tier applies. */
export interface ConfigurationProblem {
  /** Full name of the setting, such as `toolLoopGuard.toolOverrides["x"].mode`. */
  readonly setting: string;
  /** One sentence that names the setting, the value and what is allowed. */
  readonly message: string;
}

/** Settings for the answers of models; they do not depend on the tool. */
export interface AnswerSettings {
  /** Whether guarded models are offered at all. */
  readonly anyGuardedModel: boolean;
  /** Whether a model with one of these names is offered as a guarded one. */
  readonly guardsModel: (...names: readonly string[]) => boolean;
  readonly selfAwareness: boolean;
  /** 0: an answer is never ended. */
  readonly maxTextRepetitions: number;
}

/** All settings outside the conversation, parsed. Immutable: a change makes a new one. */
export interface Configuration {
  /** What holds for everyone on the machine, whatever a person sets; undefined where nothing does. */
  readonly machine: MachineTier | undefined;
  /** Strongest first: folder, workspace, user, environment, default. */
  readonly tiers: readonly Tier[];
  /** Most specific pattern first. */
  readonly toolOverrides: readonly Override<ToolOverride>[];
  /** Most specific pattern first. */
  readonly modelOverrides: readonly Override<EngineValues>[];
  /** What models cost; most specific pattern first. */
  readonly prices: readonly Override<ModelPrice>[];
  /** The argument that names the operation, by tool; most specific pattern first. */
  readonly operationFields: readonly Override<string>[];
  /** Arguments that make no difference, by tool; most specific pattern first. */
  readonly ignoredArguments: readonly Override<readonly string[]>[];
  /** Whether a tool runs even after its agent was stopped: one that ends the work, or asks the person. */
  readonly alwaysAllows: (tool: string) => boolean;
  readonly messages: Messages;
  readonly answers: AnswerSettings;
  readonly window: WindowSettings;
  readonly telemetry: TelemetrySettings;
  readonly problems: readonly ConfigurationProblem[];
  /** Sentences about settings that are allowed but probably a mistake. */
  readonly settingsWarnings: readonly string[];
}
