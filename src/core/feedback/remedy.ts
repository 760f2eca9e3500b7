import type { CountKey, RuleId } from '../../engine/rules/registry';
import type { CallAddress } from '../timeline/callAddress';
import type { SettingsChange } from './settingsChange';

/** A threshold that becomes another. */
export interface ThresholdChange {
  readonly key: CountKey;
  readonly before: number;
  readonly after: number;
}

/** What a change of settings does, by kind. `tool` is the name the settings know the tool by. */
export type RemedyKind =
  | { readonly kind: 'raise'; readonly rule: RuleId; readonly thresholds: readonly ThresholdChange[] }
  | { readonly kind: 'lower'; readonly rule: RuleId; readonly thresholds: readonly ThresholdChange[] }
  | { readonly kind: 'operation'; readonly argument: string }
  | { readonly kind: 'countArgument'; readonly argument: string }
  | { readonly kind: 'ignoreArgument'; readonly argument: string }
  | { readonly kind: 'exempt' };

/** A change of settings under which the recorded calls would have been judged as the person says. */
export type Remedy = RemedyKind & {
  readonly tool: string;
  readonly changes: readonly SettingsChange[];
  /** Calls with other detections that would no longer have been found. */
  readonly vanishing: readonly CallAddress[];
  /** Other calls in which something would have been found that was not. */
  readonly appearing: readonly CallAddress[];
};

/**
 * Why there is no remedy: under the settings as they are now the call is checked as the person says already; its
 * arguments are no longer kept; or no user setting would have changed it.
 */
export type NoRemedy = 'settled' | 'forgotten' | 'impossible';

export interface Remedies {
  /** The smallest first. */
  readonly remedies: readonly Remedy[];
  /** Undefined when there are remedies. */
  readonly reason: NoRemedy | undefined;
}
