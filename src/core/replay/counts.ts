import type { RecordedCall } from '../../engine/replay';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';

/** Longer than what a window keeps for comparison, so that a stand-in is as incomparable as what it stands for. */
const STAND_IN_CHARACTERS = 2_100;

/** Arguments that are still kept, by the signature of their call. */
type KnownArguments = ReadonlyMap<string | undefined, unknown>;

/** The calls of one count of a conversation: what a call can have been judged by, for a replay. */
export interface CallCount {
  readonly conversationId: string;
  /** In the order of {@link recorded}. */
  readonly calls: readonly TimelineCall[];
  readonly recorded: readonly RecordedCall[];
}

/** The count that holds a call. */
export function countOf(conversation: TimelineConversation, call: TimelineCall): CallCount {
  return (
    countsOf(conversation).find(({ calls }) => calls.includes(call)) ?? {
      conversationId: conversation.id,
      calls: [],
      recorded: [],
    }
  );
}

/** All counts of a conversation, oldest first. */
export function countsOf(conversation: TimelineConversation): CallCount[] {
  const counts = new Map<number, TimelineCall[]>();
  for (const call of conversation.calls) {
    const calls = counts.get(call.countNumber);
    if (calls === undefined) {
      counts.set(call.countNumber, [call]);
    } else {
      calls.push(call);
    }
  }
  const known = knownArguments(conversation);
  return [...counts.values()].map((calls) => ({
    conversationId: conversation.id,
    calls,
    recorded: calls.map((call) => recordedCall(call, known)),
  }));
}

/** The arguments at hand in a conversation. */
function knownArguments({ calls }: TimelineConversation): KnownArguments {
  return new Map(calls.filter((call) => call.arguments !== FORGOTTEN).map((call) => [call.signature, call.arguments]));
}

/**
 * A call as a replay takes it; one that was refused has no outcome, as nobody knows what it would have answered.
 * Arguments that are no longer kept are taken from an identical call if there is one, else from a stand-in: equal for
 * identical calls, and like no other call. That is how the guard itself judges arguments that are too large for its
 * window.
 */
function recordedCall(call: TimelineCall, known: KnownArguments): RecordedCall {
  const { name, agent, signature, round, number, atMs, doneMs, outcome, resultText, facts, moment } = call;
  const standIn = known.get(signature) ?? { forgotten: (signature ?? String(number)).padEnd(STAND_IN_CHARACTERS, '.') };
  return {
    tool: name,
    arguments: call.arguments === FORGOTTEN ? standIn : call.arguments,
    facts,
    moment,
    agent,
    round: `${agent ?? ''} ${round ?? `refused ${number}`}`,
    afterUserMessage: false,
    atMs,
    doneMs,
    outcome,
    result: resultText,
  };
}
