import type { Messages } from '../words/messages';
import type { EngineKey, EngineValues, ToolSettings } from './table';
import type { PresetName } from './presets';

export type Origin =
  | { readonly kind: 'conversation' }
  | { readonly kind: 'tool'; readonly pattern: string }
  | { readonly kind: 'model'; readonly pattern: string }
  | { readonly kind: 'machine'; readonly file: string }
  | { readonly kind: 'workspaceFolder' | 'workspace' | 'user' }
  | { readonly kind: 'environment' }
  | { readonly kind: 'default' }
  | { readonly kind: 'preset'; readonly name: PresetName; readonly of: Origin };

export type Origins = Readonly<Record<EngineKey, Origin>>;

export interface Tier {
  readonly origin: Origin;
  readonly values: EngineValues;
}

/** Machine-wide values, and the settings that no other tier can set. */
export interface MachineTier extends Tier {
  readonly file: string;
  /** Also settings that the engine doesn't have. */
  readonly names: ReadonlySet<string>;
}

export interface Override<Values> {
  readonly pattern: string;
  readonly matches: (name: string) => boolean;
  readonly values: Values;
}

/** A setting that is ignored because it can't be used as written; the next weaker tier applies. */
export interface ConfigurationProblem {
  /** Full name of the setting, such as `toolLoopGuard.tools["x"].mode`. */
  readonly setting: string;
  readonly message: string;
}

/** For the answers of models; the same for every tool. */
export interface AnswerSettings {
  readonly anyGuardedModel: boolean;
  readonly guardsModel: (...names: readonly string[]) => boolean;
  /** 0: an answer is never ended. */
  readonly maxTextRepetitions: number;
}

/** Dollars per million tokens. Without its own price, cached input costs as much as other input. */
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

/** How much an agent may do before the user is asked. Without a limit there is no budget. */
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

/** An empty endpoint means that of the usual OpenTelemetry variables. */
export interface TelemetrySettings {
  readonly telemetry: 'off' | 'otlp';
  readonly telemetryEndpoint: string;
  /** Also sends each detection. That names the session, so it must be asked for separately. */
  readonly telemetryEvents: boolean;
}

/** All settings outside the conversation. Immutable: a change makes a new one. */
export interface Configuration {
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
