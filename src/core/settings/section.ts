/** The section of settings.json that is ours. */
export const SECTION = 'toolLoopGuard';
