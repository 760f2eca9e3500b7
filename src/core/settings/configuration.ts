import type { Messages } from '../words/messages';
import type { EngineKey, EngineValues, ToolSettings } from './table';

export type Origin =
  | { readonly kind: 'conversation' }
  | { readonly kind: 'tool'; readonly pattern: string }
  | { readonly kind: 'model'; readonly pattern: string }
  /** The file that holds for everyone on the machine. */
  | { readonly kind: 'machine'; readonly file: string }
  | { readonly kind: 'workspaceFolder' | 'workspace' | 'user' }
  | { readonly kind: 'environment' }
  | { readonly kind: 'default' }
  | { readonly kind: 'preset'; readonly name: string; readonly of: Origin };

export type Origins = Readonly<Record<EngineKey, Origin>>;

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

export interface Override<Values> {
  readonly pattern: string;
  readonly matches: (name: string) => boolean;
  readonly values: Values;
}

/** A setting that cannot be used as written. It is ignored; the next weaker tier applies. */
export interface ConfigurationProblem {
  /** Full name of the setting, such as `toolLoopGuard.tools["x"].mode`. */
  readonly setting: string;
  /** One sentence that names the setting, the value and what is allowed. */
  readonly message: string;
}

/** Settings for the answers of models; they do not depend on the tool. */
export interface AnswerSettings {
  readonly anyGuardedModel: boolean;
  /** Whether a model with one of these names is offered as a guarded one. */
  readonly guardsModel: (...names: readonly string[]) => boolean;
  /** 0: an answer is never ended. */
  readonly maxTextRepetitions: number;
}

/** What a model costs, in dollars per million tokens. Without its own price, cached input costs as much as the rest. */
export interface ModelPrice {
  readonly input?: number;
  readonly cachedInput?: number;
  readonly output?: number;
}

interface BudgetLimits {
  readonly calls?: number;
  readonly minutes?: number;
  readonly subAgents?: number;
  readonly tokens?: number;
}

/** How much an agent may do before the person is asked. Without a limit there is no budget. */
export interface BudgetSettings {
  readonly perMessage?: BudgetLimits;
  readonly perConversation?: BudgetLimits;
  readonly unattended?: 'warn' | 'stop';
}

interface WindowSettings {
  readonly budget: BudgetSettings;
  readonly adaptive: boolean;
  readonly agentHost: boolean;
  readonly onStop: string;
}

/** Whether counts are sent, and where to; an empty address is that of the usual variables. */
export interface TelemetrySettings {
  readonly telemetry: 'off' | 'otlp';
  readonly telemetryEndpoint: string;
  /** Whether each detection is sent, too. It names the session, so the person asks for it on its own. */
  readonly telemetryEvents: boolean;
}

/** All settings outside the conversation, parsed. Immutable: a change makes a new one. */
export interface Configuration {
  /** What holds for everyone on the machine, whatever a person sets; undefined where nothing does. */
  readonly machine: MachineTier | undefined;
  /** Strongest first: folder, workspace, user, environment, default. */
  readonly tiers: readonly Tier[];
  /** Most specific pattern first. */
  readonly tools: readonly Override<ToolSettings>[];
  /** Most specific pattern first. */
  readonly modelOverrides: readonly Override<EngineValues>[];
  readonly prices: readonly Override<ModelPrice>[];
  readonly messages: Messages;
  readonly answers: AnswerSettings;
  readonly window: WindowSettings;
  readonly telemetry: TelemetrySettings;
  readonly problems: readonly ConfigurationProblem[];
}
