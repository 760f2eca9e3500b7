import type { BudgetedCall } from '../../core/budget/budgetMeter';
import { budgetStopText } from '../../core/words/budgetTexts';
import type { CallNames } from '../../core/words/callNames';
import type { Messages } from '../../core/words/messages';
import { subAgentStoppedText } from '../../core/words/modelTexts';
import { toolLabel } from '../../core/words/quoting';
import type { Call } from '../../engine/facts/call';
import type { Detection } from '../../engine/decision/verdict';
import type { AgentMemory } from './sessionMemory';
import type { AskingSession } from '../logs/agentLog';
import { tokensOfSession } from '../logs/sessionTokens';
import type { Harness, Reply } from '../wire/harness';
import type { HookCall } from '../wire/input';
import { refuse } from './refusals';
import { signedStop, type StopSignature } from './signedStop';
import { type Answered, budgetReply, recordAndReply, replyTo } from '../wire/reply';

export interface Voice extends StopSignature {
  readonly messages: Messages;
  readonly names: CallNames;
}

/** What is done about calls besides the answer. */
export interface CallPorts extends Voice {
  /** Gets a line about each stop, without any text of arguments, results, or prompts. */
  readonly noteStop: (line: string) => void;
  /** Whether something else ends the run of a blocked call: then it is only blocked. */
  readonly isEndedElsewhere: boolean;
}

export interface CallAnswer {
  readonly reply: Reply;
  /** What was found; undefined if nothing was, and if a budget speaks. */
  readonly detection: Detection | undefined;
  /** The text about a stopped run; undefined if the run isn't stopped. */
  readonly stop: Extract<Reply, { kind: 'stop' }> | undefined;
  /** Whether a stop, or what a budget says, begins with this call. */
  readonly begins: boolean;
  /** How long to wait before answering, in milliseconds. */
  readonly pauseMs: number;
  /** Whether a stopped agent may go on, because nothing has ended it. */
  readonly isLetGo: boolean;
}

/**
 * Checks a call by its loop and its budget, and decides what its agent is told.
 * @param asked the call as the hook tells of it
 * @param call the same for the guard
 */
export function answerCall(
  asked: HookCall & AskingSession,
  call: Omit<Call, 'canAsk' | 'outlivesStop'>,
  harness: Harness,
  memory: AgentMemory,
  { noteStop, isEndedElsewhere, ...voice }: CallPorts,
  nowMs: number,
): CallAnswer {
  const { translate, messages, names } = voice;
  const isEnded = harness.canEnd || harness.endsBeforeModel === true || isEndedElsewhere || memory.permissions.canEnd;
  const checked = { ...call, canAsk: harness.canAsk, outlivesStop: !isEnded && voice.isInTerminal };
  const verdict = memory.guard.check(memory.conversationId, checked, nowMs);
  if (verdict.action === 'break') {
    noteStop(stopLine(harness, verdict.detection, asked.tool, nowMs));
  }
  let detection = verdict.action === 'allow' ? undefined : verdict.detection;
  let begins = verdict.action === 'break';
  let reply = replyTo(verdict, asked.arguments, translate, messages, names);
  // A loop that blocks the call comes first.
  const isBlocked = reply.kind === 'stop' || reply.kind === 'deny';
  const budgeted: BudgetedCall & { readonly tool: string } = {
    id: call.id,
    tool: asked.tool,
    agent: call.agent,
    tokensSince: (before) => tokensOfSession(harness, asked, before),
  };
  const budget = isBlocked ? undefined : memory.checkBudget(budgeted, harness.canAsk ? 'ask' : 'unattended', nowMs);
  if (budget !== undefined) {
    detection = undefined;
    begins = budget.isFirst;
    reply = budgetReply(budget, translate);
  }
  if (reply.kind === 'stop') {
    reply = signedStop(reply, voice, budget === undefined);
  }
  if (reply.kind !== 'stop') {
    return { reply, detection, stop: undefined, begins, pauseMs: 0, isLetGo: false };
  }
  const refusal = isEndedElsewhere
    ? { reply, pauseMs: 0, isLetGo: false }
    : refuse(asked, reply, harness, memory, translate, nowMs);
  return { detection, stop: reply, begins, ...refusal };
}

/**
 * Records the outcome of a call, and returns what the model reads next to the result, if anything.
 * @param callId undefined if the call is unknown
 */
export function answerOutcome(
  callId: string | undefined,
  answered: Answered,
  harness: Harness,
  memory: AgentMemory,
  nowMs: number,
): Reply {
  const { guard, conversationId } = memory;
  const reply: Reply =
    callId === undefined ? { kind: 'allow' } : recordAndReply(guard, harness, conversationId, callId, answered, nowMs);
  const { stopped } = guard.status(conversationId);
  // Its parent made no call in between: who was stopped is over, and the parent reads why.
  const hasEnded = stopped !== undefined && answered.tool === harness.subAgentTool;
  if (hasEnded) {
    guard.reset(conversationId, { nowMs });
  }
  const untold = [...(hasEnded ? [stopped] : []), ...(harness.nudges === 'afterCall' ? memory.untoldStops() : [])];
  const stops = untold.map(subAgentStoppedText);
  const texts = [...stops, ...(reply.kind === 'nudge' ? [reply.toModel] : [])];
  return stops.length === 0 ? reply : { kind: 'nudge', toModel: texts.join('\n\n'), answers: answered.toldBy };
}

type Interruption = Extract<Reply, { kind: 'allow' | 'interrupt' }>;

/**
 * Answers a request for permission: denying the awaited one ends a stopped run.
 * @param memory of the main agent: a request by a subagent has its parent's session
 */
export function answerPermission(asked: HookCall, memory: AgentMemory, voice: Voice): Interruption {
  return memory.permissions.asked(asked) ? interrupted(asked.arguments, memory, voice) : { kind: 'allow' };
}

/** Answers a request to the model: denying it ends a stopped run. */
export function answerModelRequest(memory: AgentMemory, voice: Voice): Interruption {
  return interrupted(undefined, memory, voice);
}

function interrupted(callArguments: unknown, memory: AgentMemory, voice: Voice): Interruption {
  const { translate, messages, names } = voice;
  const { stopped } = memory.guard.status(memory.conversationId);
  if (stopped === undefined) {
    const budget = memory.budgetStop();
    return budget === undefined
      ? { kind: 'allow' }
      : signedStop({ kind: 'interrupt', toPerson: budgetStopText(budget, translate) }, voice, false);
  }
  const reply = replyTo({ action: 'stopped', detection: stopped }, callArguments, translate, messages, names);
  return reply.kind === 'stop' ? signedStop({ kind: 'interrupt', toPerson: reply.toPerson }, voice) : { kind: 'allow' };
}

/** One line about a stop for a log that anybody may be shown. */
export function stopLine({ name }: Harness, { finding }: Detection, tool: string, nowMs: number): string {
  const { detector, count } = finding;
  const when = new Date(nowMs).toISOString();
  return `${when} ${name}: a tool call loop was stopped (${detector}, ${count} calls, ${toolLabel(tool)})`;
}
