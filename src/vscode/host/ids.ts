/** Every name that package.json and the code share. A contract test compares the two. */

export const COMMANDS = {
  agent: [
    'toolLoopGuard.continueAnyway',
    'toolLoopGuard.tryDifferentApproach',
    'toolLoopGuard.showStopDetails',
    'toolLoopGuard.notALoop',
    'toolLoopGuard.changeBudget',
    'toolLoopGuard.answerStop',
    'toolLoopGuard.showLog',
  ],
  agents: ['toolLoopGuard.protectAgents', 'toolLoopGuard.removeEverything'],
  feedback: ['toolLoopGuard.markAsFine', 'toolLoopGuard.markAsLoop', 'toolLoopGuard.undoFeedbackRule'],
  metrics: ['toolLoopGuard.showMetrics', 'toolLoopGuard.resetMetrics'],
  recording: ['toolLoopGuard.saveConversation'],
  protection: ['toolLoopGuard.checkProtection', 'toolLoopGuard.stopThread'],
  scan: ['toolLoopGuard.scanSessions'],
  status: [
    'toolLoopGuard.startFreshCount',
    'toolLoopGuard.explainStop',
    'toolLoopGuard.showStatus',
    'toolLoopGuard.neverJudgeTool',
    'toolLoopGuard.openSettings',
    'toolLoopGuard.statusBarClicked',
    'toolLoopGuard.showMenu',
    'toolLoopGuard.changeChatSettings',
    'toolLoopGuard.followLink',
  ],
  timeline: [
    'toolLoopGuard.showTimeline',
    'toolLoopGuard.showDetection',
    'toolLoopGuard.selectDetection',
    'toolLoopGuard.clearTimeline',
    'toolLoopGuard.copyReport',
    'toolLoopGuard.proposeInstruction',
  ],
  tryIt: ['toolLoopGuard.tryIt'],
} as const satisfies Readonly<Record<string, readonly `toolLoopGuard.${string}`[]>>;

export type FeatureName = keyof typeof COMMANDS;

export type CommandId<Name extends FeatureName = FeatureName> = (typeof COMMANDS)[Name][number];

/** Only our own buttons and lines run these, with the arguments they need; package.json doesn't name them. */
export const COMMANDS_OUTSIDE_PALETTE: readonly CommandId[] = [
  'toolLoopGuard.continueAnyway',
  'toolLoopGuard.tryDifferentApproach',
  'toolLoopGuard.showStopDetails',
  'toolLoopGuard.notALoop',
  'toolLoopGuard.changeBudget',
  'toolLoopGuard.followLink',
  'toolLoopGuard.stopThread',
  'toolLoopGuard.statusBarClicked',
  'toolLoopGuard.selectDetection',
  'toolLoopGuard.copyReport',
  'toolLoopGuard.proposeInstruction',
];

export const VIEWS = {
  timeline: 'toolLoopGuard.timeline',
  explanation: 'toolLoopGuard.explanation',
} as const;

/** For the conditions (`when`) of package.json. */
export const CONTEXT_KEYS = {
  hasConversation: 'toolLoopGuard.hasConversation',
  isStopped: 'toolLoopGuard.isStopped',
  isTrying: 'toolLoopGuard.isTrying',
} as const;

export const STATUS_BAR_ITEM = 'toolLoopGuard.status';
export const PARTICIPANT_ID = 'tool-loop-guard.loopguard';

export const GUARDED_VENDOR = 'tool-loop-guard';

/** Offers the model of the demonstration, while one runs. */
export const DEMONSTRATION_VENDOR = 'tool-loop-guard-demo';

export const DEMONSTRATION_TOOL = 'tool_loop_guard_demo';
