import type { EngineValues } from '../../core/settings/schema';
import type { TimelineConversation } from '../../core/timeline/timelineConversation';
import type { WhatIf } from '../../core/whatIf';

/** A conversation as it would have been judged under other settings. */
export interface ReplayedConversation {
  /** What was replayed. */
  readonly title: string;
  /** The settings it was replayed with, in words. */
  readonly settings: string;
  /** What to write into the person's settings for it to come true; nothing for the present settings. */
  readonly values: EngineValues;
  /** Its calls, with what would have been found in them. */
  readonly conversation: TimelineConversation;
  readonly whatIf: WhatIf;
}
