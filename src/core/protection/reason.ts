import type { Translate } from '../words/language';
import type { HooksOff, MachineFacts } from './facts';

/** What a person can be taken to in order to be protected. */
export type ProtectionRemedy =
  | { readonly kind: 'protectCopilotSessions' }
  | { readonly kind: 'protectAgents' }
  | { readonly kind: 'setting'; readonly setting: string }
  | { readonly kind: 'trust' }
  | { readonly kind: 'plugins' }
  | { readonly kind: 'log' };

/** Why a kind of session is not guarded, or only in part. */
export interface Reason {
  /** `partly`: calls are checked, but something is missing. */
  readonly level: 'partly' | 'not';
  /** One sentence: what is in the way. */
  readonly why: (translate: Translate, machine: MachineFacts, hooksOff?: HooksOff) => string;
  /** One sentence: what to do. */
  readonly remedy: (translate: Translate, hooksOff?: HooksOff) => string;
  /** Where there is a command or a setting for it. */
  readonly remedyBy?: ProtectionRemedy;
}

/** What several reasons share. */
export const PROTECT: ProtectionRemedy = { kind: 'protectCopilotSessions' };

/** The person lets us write the hook file of Copilot sessions. */
export function protect(translate: Translate): string {
  return translate(
    'Run "Tool Loop Guard: Protect Other Agents…" for GitHub Copilot CLI, on the machine where the session runs.',
  );
}

/** Nothing that the person could do alone. */
export function byAdministrator(translate: Translate): string {
  return translate('Only your organization can change this: ask your administrator.');
}

/** Our hooks in the settings of another agent. */
export const PROTECT_AGENTS: ProtectionRemedy = { kind: 'protectAgents' };

/** The person lets us write our hooks into the settings of another agent. */
export function byOwnHooks(translate: Translate): string {
  return translate(
    'Run "Tool Loop Guard: Protect Other Agents…" in VS Code, or tool-loop-guard install in a terminal.',
  );
}

/** The person lets us write our hooks into a repository. */
export function byRepositoryHooks(translate: Translate): string {
  return translate('Run tool-loop-guard install --repository in a terminal there, and commit what it writes.');
}

/** A setting that can be opened. */
export function setting(name: string): ProtectionRemedy {
  return { kind: 'setting', setting: name };
}
