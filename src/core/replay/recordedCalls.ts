import type { RecordedCall } from '../../engine/replay';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';

/** Longer than what a window keeps for comparison, so that a stand-in is as incomparable as what it stands for. */
const STAND_IN_CHARACTERS = 2_100;

/** Arguments that are still kept, by the signature of their call. */
type KnownArguments = ReadonlyMap<string | undefined, unknown>;

/** The arguments at hand in a conversation. */
export function knownArguments({ calls }: TimelineConversation): KnownArguments {
  return new Map(calls.filter((call) => call.arguments !== FORGOTTEN).map((call) => [call.signature, call.arguments]));
}

/**
 * A call as a replay takes it. Arguments that are no longer kept are taken from an identical call if there is one, else
 * from a stand-in: equal for identical calls, and like no other call. That is how the guard itself judges arguments
 * that are too large for its window.
 */
export function recordedCall(call: TimelineCall, known: KnownArguments, afterUserMessage: boolean): RecordedCall {
  const { name, agent, signature, round, number, atMs, doneMs, outcome, resultText, facts, moment } = call;
  const standIn = known.get(signature) ?? { forgotten: (signature ?? String(number)).padEnd(STAND_IN_CHARACTERS, '.') };
  return {
    tool: name,
    arguments: call.arguments === FORGOTTEN ? standIn : call.arguments,
    facts,
    moment,
    agent,
    round: `${agent ?? ''} ${round ?? `refused ${number}`}`,
    afterUserMessage,
    atMs,
    doneMs,
    outcome,
    result: resultText,
  };
}

/**
 * The calls of a conversation as a replay takes them, refused ones included: what would have happened had they run is
 * not known, so they have no outcome.
 */
export function recordedCalls(conversation: TimelineConversation): RecordedCall[] {
  const known = knownArguments(conversation);
  let turn: number | undefined;
  return conversation.calls.map((call) => {
    const afterUserMessage = turn !== undefined && call.turn !== turn;
    turn = call.turn;
    return recordedCall(call, known, afterUserMessage);
  });
}
