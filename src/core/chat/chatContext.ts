import type { Detection } from '../../engine/decision/verdict';
import type { Guard } from '../../engine/guard';
import type { Budgets } from '../budget/budgets';
import type { ConversationSettings } from '../settings/conversationSettings';
import type { EffectiveSettings } from '../settings/resolve';
import type { CallNames } from '../words/callNames';
import type { Translate } from '../words/language';
import type { WriteLink } from './chatLink';

/** The conversation that an answer is about, and how it is written. */
export interface ChatContext {
  readonly guard: Guard;
  readonly settings: ConversationSettings;
  readonly conversationId: string;
  readonly translate: Translate;
  /** Such as `de`; says how digits are grouped. English, if left out. */
  readonly language?: string;
  readonly names?: CallNames;
  readonly budgets?: Budgets;
  readonly link?: WriteLink | undefined;
  readonly found?: readonly { readonly detection?: Detection | undefined }[] | undefined;
  readonly statusLines?: readonly string[];
  /** How to let a stopped agent continue, as Markdown; undefined if links offer it. */
  readonly wayOn?: string | undefined;
}

export function effectiveIn({ guard, settings, conversationId }: ChatContext): EffectiveSettings {
  return settings.effective(conversationId, guard.status(conversationId).model);
}
