import { HARNESSES } from '../../node/agents/harnesses';
import { endsAsAWhole, isInChat, type SessionType } from '../../node/agents/sessions';
import type { Guard } from '../../engine/guard';
import { whyQuestion } from '../../core/chat/whyQuestion';
import { steeringText } from '../../core/words/loopTexts';
import { stopNotice } from '../../core/words/words';
import type { CallPorts } from '../../node/hooks/callAnswer';
import type { Harness } from '../../node/wire/harness';
import type { HookAnswer } from '../../node/transport/hookServer';
import { answerMoment, callOfMoment, type MomentInput } from '../../node/hooks/momentReply';
import type { AgentSessions } from '../window/agentSessions';
import type { AgentControl } from '../chatPanel/agentControl';
import { translate } from '../host/translate';
import type { ExactStop } from './exactStop';

/** What is needed to judge a moment. */
interface MomentPorts {
  readonly guard: Guard;
  readonly agent: AgentControl;
  readonly sessions: AgentSessions;
  readonly exactStop?: Pick<ExactStop, 'cancel' | 'addressOf'> | undefined;
}

/** Who told of a moment. */
interface MomentSource {
  readonly harness: Harness;
  readonly type: SessionType;
  readonly hookGone: AbortSignal;
}

/** Judges a moment, and ends the agent where that is decided: at once if it can be cancelled, else at its next call. */
export async function endAtMoment(
  input: MomentInput,
  { guard, agent, sessions, exactStop }: MomentPorts,
  { harness, type, hookGone }: MomentSource,
  ports: Omit<CallPorts, 'isEndedElsewhere'>,
  nowMs: number,
): Promise<HookAnswer> {
  const { sessionId } = input;
  const moment = { ...callOfMoment(input), stopsAgentOnly: !endsAsAWhole(type) };
  const { reply, stopped } = answerMoment(moment, harness, { guard, conversationId: sessionId }, ports, nowMs);
  const output = harness.write(reply);
  if (stopped === undefined) {
    return { output };
  }
  const notice = { text: stopNotice(stopped, translate, ports.messages, ports.names), call: stopped };
  const othersAtWork = (): boolean => sessions.areOthersAtWork(sessionId, Date.now());
  if (harness === HARNESSES.vscode) {
    if (await agent.cancel(sessionId, { othersAtWork: othersAtWork(), hookGone })) {
      sessions.ended(sessionId);
    }
    const away = { ...notice, isProbablyAway: sessions.isAway(sessionId, Date.now()) };
    return { output: '', afterwards: () => void agent.ask(sessionId, whyQuestion(translate), away) };
  }
  const chat = await exactStop?.addressOf({ sessionId });
  agent.tellStop(notice, { steering: isInChat(type) ? steeringText(stopped, translate) : undefined, chat });
  if (type === 'agentHostCopilot' && (await exactStop?.cancel({ sessionId })) !== true) {
    await agent.cancelForeign(othersAtWork);
  }
  return { output };
}
