/** Judges all sessions with many choices of settings and constants, as rarely as possible. */
import { ConversationSettings } from '../../../src/core/settings/conversationSettings';
import { argumentFactsOfCall } from '../../../src/engine/facts/callFacts';
import { type RecordedCall, Replay } from '../../../src/engine/replay';
import type { DetectorId } from '../../../src/engine/rules/registry';
import { digestOf } from '../../../src/node/files/hash';
import type { SessionFirings } from '../score';
import { recordedCalls } from '../simulate';
import type { Session } from '../traces';
import { builtJudge } from './builtEngine';
import { type Choice, choiceKey, configurationWith, constantsIn, detectorsOf, KEEN } from './tunable';

interface Prepared extends Pick<Session, 'source' | 'id'> {
  readonly calls: readonly RecordedCall[];
  readonly isTimed: boolean;
  /** Detectors that find something with some choice. */
  readonly keen: ReadonlySet<DetectorId>;
}

export type FiringsOf = (choices: readonly Choice[]) => Promise<readonly (readonly SessionFirings[])[]>;

export function choiceFirings(sessions: readonly Session[]): FiringsOf {
  const prepared = sessions.map(preparedFrom);
  const known = new Map<string, readonly SessionFirings[]>();
  const firingsOf = async (choice: Choice): Promise<readonly SessionFirings[]> => {
    const key = choiceKey(choice);
    const usual = key === '' ? undefined : await firingsOf({});
    const firings = known.get(key) ?? (await firingsWith(choice, prepared, usual));
    known.set(key, firings);
    return firings;
  };
  return async (choices) => {
    const all: (readonly SessionFirings[])[] = [];
    for (const choice of choices) {
      all.push(await firingsOf(choice));
    }
    return all;
  };
}

/** @param usual with the defaults */
async function firingsWith(
  choice: Choice,
  prepared: readonly Prepared[],
  usual: readonly SessionFirings[] = [],
): Promise<SessionFirings[]> {
  const constants = constantsIn(choice);
  const { judgeCalls } = await builtJudge(constants);
  const concerned = detectorsOf(choice);
  // The ledger's constants are time limits.
  const hasTimes = Object.keys(constants).some((id) => id.startsWith('ledger/'));
  return prepared.map(({ source, id, calls, isTimed, keen }, at) => {
    const mayDiffer = concerned.some((detector) => keen.has(detector)) || (hasTimes && isTimed);
    const firings = mayDiffer ? judgeCalls(calls, choice) : (usual[at]?.firings ?? []);
    return { source, id, calls: calls.length, firings };
  });
}

function preparedFrom(session: Session): Prepared {
  const { source, id } = session;
  const calls = recordedCalls(session).map((call) => ({
    ...call,
    facts: argumentFactsOfCall(call.tool, call.arguments),
  }));
  const isTimed = session.calls.some(({ timestamp }) => typeof timestamp === 'number');
  return { source, id, calls, isTimed, keen: new Set(KEEN.flatMap((choice) => detectorsThatFind(calls, choice))) };
}

function detectorsThatFind(calls: readonly RecordedCall[], choice: Choice): DetectorId[] {
  const found: DetectorId[] = [];
  const configuration = configurationWith(choice);
  const session = new Replay(new ConversationSettings(() => configuration).settingsFor, digestOf, ({ tallies }) =>
    found.push(...tallies.filter(({ count, limit }) => count >= limit).map(({ detector }) => detector)),
  );
  calls.forEach((call) => session.play(call));
  return found;
}
