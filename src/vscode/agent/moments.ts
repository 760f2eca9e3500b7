import type { SessionType } from '../../core/status/sessionType';
import type { Guard } from '../../engine/guard';
import type { Messages } from '../../core/words/messages';
import { type CallNames, PLAIN_NAMES } from '../../core/words/callNames';
import { whyQuestion } from '../../core/chat/whyQuestion';
import { stopNotice } from '../../core/words/words';
import type { Harness } from '../../node/hooks/harness';
import { HARNESSES } from '../../node/hooks/harnesses/registry';
import type { HookAnswer } from '../../node/hooks/hookServer';
import { callOfMoment, type MomentInput, replyToMoment } from '../../node/hooks/momentReply';
import type { AgentSessions } from '../window/agentSessions';
import type { AgentControl } from '../window/agentControl';
import { translate } from '../window/translate';

/** What is needed to judge a moment. */
export interface MomentPorts {
  readonly guard: Guard;
  readonly agent: AgentControl;
  readonly messages: () => Messages;
  readonly sessions: AgentSessions;
  readonly names?: CallNames;
}

/** Who told of a moment. */
interface MomentSource {
  readonly harness: Harness;
  readonly type: SessionType;
  readonly hookGone: AbortSignal;
}

/** Judges a moment, and ends the agent where that is decided: at once if it can be cancelled, else at its next call. */
export async function answerMoment(
  input: MomentInput,
  { guard, agent, messages, sessions, names = PLAIN_NAMES }: MomentPorts,
  { harness, type, hookGone }: MomentSource,
): Promise<HookAnswer> {
  const { sessionId } = input;
  const verdict = guard.check(sessionId, callOfMoment(input), Date.now());
  const output = harness.write(replyToMoment(verdict, harness, translate, messages()));
  if (verdict.action !== 'break') {
    return { output };
  }
  const { detection } = verdict;
  const notice = { text: stopNotice(detection, translate, messages(), names), call: detection };
  const othersAtWork = (): boolean => sessions.areOthersAtWork(sessionId, Date.now());
  if (harness === HARNESSES.vscode) {
    if (await agent.cancel(sessionId, { othersAtWork: othersAtWork(), hookGone })) {
      sessions.ended(sessionId);
    }
    const away = { ...notice, isProbablyAway: sessions.isAway(sessionId, Date.now()) };
    return { output: '', afterwards: () => void agent.ask(sessionId, whyQuestion(translate), away) };
  }
  agent.tell(notice.text, notice.call);
  if (type === 'agentHostCopilot') {
    await agent.cancelForeign(othersAtWork);
  }
  return { output };
}
