import type { CallEnd } from '../wire/harness';
import { jsonIn } from '../files/jsonFields';
import { modelCallId } from '../wire/modelCallId';
import { readTail } from './readTail';
import { readSessionEvent, type SessionEvent } from './copilot';
import { agentEventsOf, agentsOfRounds, callIdsOf } from './transcriptAgents';

/** How much of the end of a transcript is searched for the current model turn. */
const TAIL_BYTES = 512 * 1024;

/** The lines that matter; subagents need more of them. */
const LINES = ['"assistant.message"', '"tool.execution_complete"'];
const LINES_WITH_AGENTS = [...LINES, '"tool.execution_start"', '"assistant.turn_end"'];
/** A turn begins with a message, whoever wrote it. */
const ALL_LINES = [...LINES_WITH_AGENTS, '"user.message"'];

/** What a transcript tells of a call and those before it. Ids are those that the model gave. */
export interface TranscriptView {
  /** A name for the model turn that issued the call; undefined when the transcript does not tell. */
  readonly round: string | undefined;
  /** All calls of that turn. */
  readonly siblings: ReadonlySet<string>;
  /** The subagent that made the call; undefined for the main agent. */
  readonly agent: string | undefined;
  /** Calls that failed, with what the model reads, which is not written; no hook tells of them. */
  readonly failed: ReadonlyMap<string, CallEnd>;
}

/**
 * Reads the end of VS Code's transcript of a conversation: JSONL whose `assistant.message` lines list the
 * `toolRequests` of one turn, and whose `tool.execution_complete` lines say whether a call succeeded.
 * Always answers; a missing or unreadable file yields no information.
 *
 * @param callId as the hook got it
 * @param agentIds the subagents of this turn, see {@link agentsOfRounds}
 */
export async function viewTranscript(
  path: string,
  callId: string,
  agentIds: readonly string[] = [],
): Promise<TranscriptView> {
  const id = modelCallId(callId);
  let round: string | undefined;
  let siblings = new Set<string>();
  let rounds = 0;
  let roundNumber = -1;
  const failed = new Map<string, CallEnd>();
  const tail = await readTail(path, TAIL_BYTES).catch(() => '');
  const events = eventsIn(tail, agentIds.length === 0 ? LINES : LINES_WITH_AGENTS);
  for (const event of events) {
    if (event.kind === 'round') {
      const ids = new Set(callIdsOf(event));
      if (ids.has(id)) {
        round = event.id === '' ? undefined : event.id;
        siblings = ids;
        roundNumber = rounds;
      }
      rounds += 1;
    } else if (event.kind === 'callEnd' && event.succeeded === false) {
      const callId = modelCallId(event.callId);
      failed.set(callId, { callId, failure: '' });
    }
  }
  const agent =
    agentIds.length === 0 ? undefined : agentsOfRounds(events.flatMap(agentEventsOf), agentIds)[roundNumber];
  return { round, siblings, agent, failed };
}

/**
 * The events in a part of a transcript. Lines that are cut or no events are left out.
 * @param lines what one of stands in each line of interest
 */
export function eventsIn(text: string, lines: readonly string[] = ALL_LINES): SessionEvent[] {
  // The first line of the tail may be cut, the last one half written.
  return text
    .split('\n')
    .filter((line) => lines.some((type) => line.includes(type)))
    .flatMap((line) => readSessionEvent(jsonIn(line)) ?? []);
}
