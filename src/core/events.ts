import type { Call } from './call';
import type { Detection } from './verdict';
import type { EngineKey, EngineSettings } from './settings/schema';

/** What the guard reports while it works: the source of log lines, metrics and the timeline. */
export type GuardEvent =
  | { readonly kind: 'detection'; readonly detection: Detection; readonly call: Call }
  | { readonly kind: 'mitigated'; readonly conversationId: string; readonly detection: Detection; readonly nextTool: string }
  | { readonly kind: 'recorded'; readonly conversationId: string; readonly call: Call; readonly signature: string; readonly count: number }
  | { readonly kind: 'refused'; readonly conversationId: string; readonly call: Call }
  | { readonly kind: 'outcome'; readonly conversationId: string; readonly callId: string; readonly isError: boolean; readonly length: number }
  | { readonly kind: 'pruned'; readonly conversationId: string; readonly calls: number; readonly ttlSeconds: number }
  | { readonly kind: 'turn'; readonly conversationId: string }
  | { readonly kind: 'reset'; readonly conversationId: string }
  | { readonly kind: 'override'; readonly conversationId: string; readonly key: EngineKey; readonly value: EngineSettings[EngineKey] | undefined }
  | { readonly kind: 'fault'; readonly conversationId: string; readonly during: string; readonly error: unknown };
