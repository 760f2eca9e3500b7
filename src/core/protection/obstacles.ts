import type { ProtectionFacts, WindowFacts } from './facts';
import type { SeenType } from './liveProbe';
import type { ReasonId } from './reasons';

/** What may be in the way, in the order in which it is told, and whether it is. */
export type Candidates = Partial<Record<ReasonId, boolean>>;

/** The names of what holds, in the order in which they are written. */
export function holding(candidates: Candidates): ReasonId[] {
  return (Object.keys(candidates) as ReasonId[]).filter((id) => candidates[id] === true);
}

/** What stands between the hooks of our plugin and any session of the window. */
export function pluginObstacles(window: WindowFacts | undefined): Candidates {
  return window === undefined
    ? {}
    : {
        pluginsOff: window.plugins === 'off',
        pluginsOffByPolicy: window.plugins === 'managed',
        onlyManagedHooks: window.onlyManagedHooks,
        untrustedFolder: !window.isFolderTrusted,
      };
}

/**
 * What the session that was seen last tells of new ones. Whether a person has disabled a plugin is kept where no
 * extension can read it, so it is what remains where nothing else keeps the plugin's hooks away.
 * @param isByPlugin whether the plugin's hooks are the way to such sessions
 * @param known what is in the way by other signs
 */
export function withSeen(
  type: SeenType,
  { sessions }: Pick<ProtectionFacts, 'sessions'>,
  isByPlugin: boolean,
  known: readonly ReasonId[],
): readonly ReasonId[] {
  const latest = sessions.find((session) => session.type === type);
  if (latest?.judge === 'hookAlone') {
    return [...known, 'judgedByHookAlone'];
  }
  const isUnseen = latest !== undefined && latest.judge === undefined;
  const isDisabled = isUnseen && isByPlugin && known.length === 0;
  return isUnseen ? [...known, isDisabled ? 'pluginDisabled' : 'callsUnseen'] : known;
}
