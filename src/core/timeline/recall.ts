import type { Detection } from '../../engine/decision/verdict';
import type { Recalled } from '../words/callNames';
import type { Timeline } from './timeline';
import { FORGOTTEN } from './timelineCall';
import type { TimelineConversation } from './timelineConversation';

/**
 * What a timeline remembers of the calls that a detection names; undefined when it does not know the checked call.
 * @param endsAsAWhole whether the stop of a subagent stops its whole run
 */
export function recall(
  timeline: Pick<Timeline, 'conversation'>,
  detection: Detection,
  endsAsAWhole: boolean,
): Recalled | undefined {
  const conversation = timeline.conversation(detection.conversationId);
  return conversation === undefined ? undefined : recallIn(conversation, detection, endsAsAWhole);
}

/** The same, of the conversation itself. */
export function recallIn(
  conversation: Pick<TimelineConversation, 'callOf' | 'callAt'>,
  { callId, finding }: Detection,
  endsAsAWhole: boolean,
): Recalled | undefined {
  const judged = conversation.callOf(callId);
  if (judged === undefined) {
    return undefined;
  }
  const { agent } = judged;
  return {
    steps: finding.steps.map((step) =>
      step.map((index) => {
        const call = conversation.callAt(index, agent);
        return call === undefined || call.arguments === FORGOTTEN
          ? undefined
          : { tool: call.tool, arguments: call.arguments, resultText: call.resultText };
      }),
    ),
    stopOf: agent === undefined ? 'mainAgent' : endsAsAWhole ? 'run' : 'subagent',
    isRefused: judged.isRefused,
  };
}
