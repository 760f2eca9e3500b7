/** Judges all sessions with many choices of settings and constants, as rarely as possible. */
import { argumentFactsOfCall } from '../../../src/engine/facts/callFacts';
import type { RecordedCall } from '../../../src/engine/replay';
import { groupBy } from '../group';
import type { Firing, SessionFirings } from '../score';
import { recordedCalls } from '../simulate';
import type { Session } from '../traces';
import { builtJudge, builtRules } from './builtEngine';
import { probe, type Variant, variantOf, windowOf } from './probe';
import { type Choice, choiceKey, constantsIn } from './tunable';

interface Prepared {
  readonly session: Session;
  readonly calls: readonly RecordedCall[];
  readonly isTimed: boolean;
  isEventful: boolean;
}

export type FiringsOf = (choices: readonly Choice[]) => Promise<readonly (readonly SessionFirings[])[]>;

export function choiceFirings(sessions: readonly Session[]): FiringsOf {
  const prepared = sessions.map(preparedFrom);
  return async (choices) => {
    const judged = choices.map(() => new Map<Session, readonly Firing[]>());
    const places = choices.map((choice, place) => ({ choice: withoutTimes(choice), place }));
    for (const [, group] of groupBy(places, ({ choice }) => String(windowOf(choice)))) {
      const variants = await Promise.all(group.map(({ choice }) => variantWith(choice)));
      const windowSize = windowOf((group[0] as (typeof group)[number]).choice);
      for (const each of prepared) {
        const { firings, isEventful } = probe(each.calls, windowSize, variants);
        each.isEventful ||= isEventful;
        group.forEach(({ place }, at) => judged[place]?.set(each.session, firings[at] ?? []));
      }
    }
    for (const [place, choice] of choices.entries()) {
      if (hasTimes(choice)) {
        const { judgeCalls } = await builtJudge(constantsIn(choice));
        for (const { session, calls } of prepared.filter(({ isTimed, isEventful }) => isTimed && isEventful)) {
          judged[place]?.set(session, judgeCalls(calls, choice));
        }
      }
    }
    return judged.map((firings) =>
      sessions.map((session) => ({
        source: session.source,
        id: session.id,
        calls: session.calls.length,
        firings: firings.get(session) ?? [],
      })),
    );
  };
}

function preparedFrom(session: Session): Prepared {
  const calls = recordedCalls(session).map((call) => ({
    ...call,
    facts: argumentFactsOfCall(call.tool, call.arguments),
  }));
  const isTimed = session.calls.some(({ timestamp }) => typeof timestamp === 'number');
  return { session, calls, isTimed, isEventful: false };
}

/** The ledger's constants are time limits. */
const hasTimes = (choice: Choice): boolean => Object.keys(constantsIn(choice, 'ledger')).length > 0;

function withoutTimes(choice: Choice): Choice {
  const times = constantsIn(choice, 'ledger');
  return Object.fromEntries(Object.entries(choice).filter(([name]) => !(name in times)));
}

async function variantWith(choice: Choice): Promise<Variant> {
  const constants = constantsIn(choice, 'rules');
  return Object.keys(constants).length === 0 ? variantOf(choice) : variantOf(choice, await builtRules(constants));
}

/** A cache, because several folds ask for the same choices. */
export function remembered(firings: FiringsOf): FiringsOf {
  const known = new Map<string, readonly SessionFirings[]>();
  return async (choices) => {
    const missing = new Map(choices.map((choice) => [choiceKey(choice), choice] as const));
    [...missing.keys()].filter((key) => known.has(key)).forEach((key) => missing.delete(key));
    if (missing.size > 0) {
      const judged = await firings([...missing.values()]);
      [...missing.keys()].forEach((key, at) => known.set(key, judged[at] ?? []));
    }
    return choices.map((choice) => known.get(choiceKey(choice)) ?? []);
  };
}
