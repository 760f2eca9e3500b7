import type { BudgetedCall, BudgetVerdict } from '../../core/budget/budgetMeter';
import {
  budgetQuestion,
  budgetReachedText,
  budgetStopText,
  budgetTextForModel,
  budgetWarning,
} from '../../core/words/budgetTexts';
import { type CallNames, TOOL_NAMES } from '../../core/words/callNames';
import { loopsRow } from '../../core/words/detectorTexts';
import type { Messages } from '../../core/words/messages';
import { nudgeText, subAgentStoppedText, wakingText } from '../../core/words/modelTexts';
import { callLabel } from '../../core/words/callLabel';
import { shortFailure, SIGNATURE_CHARACTERS } from '../../core/words/quoting';
import {
  type Call,
  type Moment,
  MOMENT_NAMES,
  noted,
  type Outcome,
  type RecordedOutcome,
} from '../../engine/facts/call';
import type { Detection, Verdict } from '../../engine/decision/verdict';
import type { AgentMemory } from './sessionMemory';
import type { NotedStop } from '../state/stopsLog';
import type { AskingSession } from '../logs/agentLog';
import { latestFailure, tokensOfSession } from '../logs/sessionModel';
import type { Harness, Reply } from '../wire/harness';
import type { EndedCall, HookCall, HookInput } from '../wire/input';
import { letGoText, nextStepText, notEndedText, seeWhyText, OWN_NAME, textsOf } from '../../core/words/words';
import { inEnglish, type Translate } from '../../core/words/language';
import { randomUUID } from 'node:crypto';
import { digestOf } from '../files/hash';

interface MessageStyle extends StopSignature {
  readonly messages: Messages;
  readonly names: CallNames;
}

export interface CallPorts extends MessageStyle {
  readonly noteStop: (stop: NotedStop) => void;
  /** Whether something else ends the run of a blocked call: then it is only blocked. */
  readonly isEndedElsewhere: boolean;
}

export interface CallAnswer {
  readonly reply: Reply;
  /** Also undefined if a budget speaks. */
  readonly detection: Detection | undefined;
  readonly stop: Extract<Reply, { kind: 'stop' }> | undefined;
  /** Whether a stop, or what a budget says, begins with this call. */
  readonly begins: boolean;
  readonly pauseMs: number;
  /** Whether a stopped agent may continue, because nothing has ended it. */
  readonly isLetGo: boolean;
  readonly hasEnded?: boolean;
}

/** @param asked the call as the hook describes it; `call` is the same one for the guard */
export function answerCall(
  asked: HookCall & AskingSession,
  call: Omit<Call, 'canAsk' | 'outlivesStop'>,
  harness: Harness,
  memory: AgentMemory,
  { noteStop, isEndedElsewhere, ...voice }: CallPorts,
  nowMs: number,
): CallAnswer {
  const isEnded = harness.canEnd || harness.endsBeforeModel === true || isEndedElsewhere || memory.permissions.canEnd;
  const checked = { ...call, canAsk: harness.canAsk, outlivesStop: !isEnded && voice.isInTerminal };
  const verdict = memory.guard.check(memory.conversationId, checked, nowMs);
  if (verdict.action === 'break') {
    // Subagents' calls are recorded in other files.
    const isTold = verdict.detection.finding.results === 'errors' && asked.agentId === undefined;
    const failure = isTold ? latestFailure(harness, asked) : undefined;
    noteStop(notedStop(harness, verdict.detection, asked, nowMs, failure));
  }
  let detection = verdict.action === 'allow' ? undefined : verdict.detection;
  let begins = verdict.action === 'break';
  let reply = replyTo(verdict, asked.arguments, voice);
  // A loop that blocks the call comes first.
  const isBlocked = reply.kind === 'stop' || reply.kind === 'deny';
  const budgeted: BudgetedCall & { readonly tool: string } = {
    id: call.id,
    tool: asked.tool,
    agent: call.agent,
    tokensSince: (before) => tokensOfSession(harness, asked, before),
  };
  const form = harness.canAsk ? 'ask' : 'unattended';
  const budget = isBlocked ? undefined : memory.budgets?.check(memory.conversationId, budgeted, form, nowMs);
  if (budget !== undefined) {
    detection = undefined;
    begins = budget.isFirst;
    reply = budgetReply(budget, voice.translate);
    if (begins && reply.kind === 'stop') {
      noteStop({ atMs: nowMs, text: `${harness.name}: ${budgetReachedText(budget.reached, inEnglish)}` });
    }
  }
  if (reply.kind === 'stop') {
    reply = signedStop(reply, voice, budget === undefined);
  }
  if (reply.kind !== 'stop') {
    return { reply, detection, stop: undefined, begins, pauseMs: 0, isLetGo: false };
  }
  const refusal = isEndedElsewhere
    ? { reply, pauseMs: 0, isLetGo: false }
    : refuse(asked, reply, harness, memory, voice.translate, nowMs);
  return { detection, stop: reply, begins, ...refusal };
}

export function answerOutcome(
  callId: string | undefined,
  answered: Answered,
  harness: Harness,
  memory: AgentMemory,
  nowMs: number,
): Reply {
  const { guard, conversationId } = memory;
  const reply: Reply =
    callId === undefined ? { kind: 'allow' } : recordAndReply(callId, answered, harness, memory, nowMs);
  const { stopped } = guard.status(conversationId);
  // The parent made no call in between: the stopped subagent has ended, and the parent reads why.
  const hasEnded = stopped !== undefined && answered.tool === harness.subAgentTool;
  if (hasEnded) {
    guard.reset(conversationId, { nowMs });
  }
  const untold = [...(hasEnded ? [stopped] : []), ...(harness.nudges === 'afterCall' ? memory.unreportedStops() : [])];
  const stops = untold.map(subAgentStoppedText);
  const texts = [...stops, ...(reply.kind === 'nudge' ? [reply.toModel] : [])];
  return stops.length === 0 ? reply : { kind: 'nudge', toModel: texts.join('\n\n'), answers: answered.toldBy };
}

type Interruption = Extract<Reply, { kind: 'allow' | 'interrupt' }>;

/** Denying a request to the model, or a permission request, ends a stopped run. */
export function interrupted(callArguments: unknown, memory: AgentMemory, voice: MessageStyle): Interruption {
  const { stopped } = memory;
  if (stopped === undefined) {
    const budget = memory.budgets?.stopped(memory.conversationId);
    return budget === undefined
      ? { kind: 'allow' }
      : signedStop({ kind: 'interrupt', toPerson: budgetStopText(budget, voice.translate) }, voice, false);
  }
  const reply = replyTo({ action: 'stopped', detection: stopped }, callArguments, voice);
  return reply.kind === 'stop' ? signedStop({ kind: 'interrupt', toPerson: reply.toPerson }, voice) : { kind: 'allow' };
}

/** Anyone may see this log line, so it quotes at most 50 masked characters of the call. */
export function notedStop(
  { name }: Harness,
  { finding: { detector, count, threshold } }: Detection,
  { tool, arguments: given }: Pick<HookCall, 'tool' | 'arguments'>,
  atMs: number,
  failure = '',
): NotedStop {
  const rule = loopsRow(detector, inEnglish);
  const call = callLabel(tool, given, { characters: SIGNATURE_CHARACTERS });
  const error = failure === '' ? '' : `, failed with: ${shortFailure(failure)}`;
  return {
    atMs,
    text: `${name}: a tool call loop was blocked (${rule}: ${count} of ${threshold}, ${call}${error})`,
  };
}

interface StopSignature {
  readonly translate: Translate;
  /** Without a chat in a window, what the agent shows is all that the user sees. */
  readonly isInTerminal: boolean;
  /** Whether the user can run tool-loop-guard. With only the extension, they can't. */
  readonly hasCommandLine: () => boolean;
}

/** Says who stopped it and what to do next, if the user sees nothing else of us. */
export function signedStop<Stop extends Extract<Reply, { kind: 'stop' | 'interrupt' | 'end' }>>(
  reply: Stop,
  { isInTerminal, hasCommandLine, translate }: StopSignature,
  isLoop = true,
): Stop {
  if (!isInTerminal) {
    return reply;
  }
  const next = isLoop ? [nextStepText(translate), ...(hasCommandLine() ? [seeWhyText(translate)] : [])] : [];
  return { ...reply, toPerson: [OWN_NAME, reply.toPerson, ...next].join(' ') };
}

/** For calls refused before any hook was asked. Undefined if the call was checked before: only its end is recorded. */
export function answerRefused(
  asked: EndedCall & AskingSession,
  call: Omit<Call, 'canAsk' | 'outlivesStop'>,
  harness: Harness,
  memory: AgentMemory,
  ports: CallPorts,
  nowMs: number,
): (CallAnswer & { readonly nudge: Reply }) | undefined {
  const isKnown = memory.guard.callerOf(memory.conversationId, call.id) !== undefined;
  const answer = isKnown ? undefined : answerCall(asked, call, { ...harness, canAsk: false }, memory, ports, nowMs);
  const nudge = recordAndReply(call.id, asked, harness, memory, nowMs);
  return answer && { ...answer, nudge };
}

/** The call is over: a reason to block it is said next to its result, and an end still ends the agent. */
export function afterRefusal(reply: Reply, nudge: Reply): Reply {
  switch (reply.kind) {
    case 'stop':
    case 'end':
      return { kind: 'end', toModel: reply.toModel, toPerson: reply.toPerson };
    case 'deny':
      return { kind: 'nudge', toModel: reply.toModel, toPerson: reply.toPerson, answers: 'answerOver' };
    case 'warn':
      return nudge.kind === 'nudge' ? { ...nudge, toPerson: reply.toPerson } : reply;
    default:
      return nudge;
  }
}

export type MomentInput = Extract<HookInput, { event: Moment }>;

/** The guard's question about a moment; no harness gives it an id. */
export function callOfMoment(moment: Moment, notice?: string): Call {
  const tool = MOMENT_NAMES[moment];
  const told = notice === undefined ? {} : noted(notice, digestOf);
  return { id: `${tool} ${randomUUID()}`, tool, arguments: told, moment, surface: 'hook' };
}

export interface MomentAnswer {
  readonly reply: Extract<Reply, { kind: 'allow' | 'warn' | 'hint' | 'end' }>;
  readonly stopped: Detection | undefined;
}

/** Nothing can be blocked, so the agent is ended if the harness has an answer for that, otherwise at its next call. */
export function answerMoment(
  call: Call,
  harness: Harness,
  { guard, conversationId }: Pick<AgentMemory, 'guard' | 'conversationId'>,
  { noteStop, ...voice }: Omit<CallPorts, 'isEndedElsewhere'>,
  nowMs: number,
): MomentAnswer {
  const verdict = guard.check(conversationId, { ...call, canAsk: harness.canAsk }, nowMs);
  const stopped = verdict.action === 'break' ? verdict.detection : undefined;
  if (stopped !== undefined) {
    noteStop(notedStop(harness, stopped, call, nowMs));
  }
  const reply = replyTo(verdict, {}, voice);
  if (reply.kind === 'stop' && harness.canEnd) {
    return { reply: signedStop({ ...reply, kind: 'end' }, voice), stopped };
  }
  if (reply.kind === 'warn' && reply.toModel !== undefined && verdict.action !== 'allow') {
    return { reply: { kind: 'hint', toPerson: reply.toPerson, toModel: wakingText(verdict.detection) }, stopped };
  }
  return 'toPerson' in reply && reply.toPerson !== undefined
    ? { reply: { kind: 'warn', toPerson: reply.toPerson }, stopped }
    : { reply: { kind: 'allow' }, stopped };
}

/**
 * After this many blocked calls without a message from the user, the harness gets its strongest stop again. If it has
 * none, calls run again: an agent that nothing stops would ask its model endlessly, at the user's cost, and couldn't
 * even finish.
 */
export const MOST_REFUSALS_IN_A_ROW = 20;

const MOST_DOUBLINGS = 5;

/** Refusals without a pause, and the longest pause: a window has to answer within 5 seconds. */
const REFUSALS_WITHOUT_PAUSE = 3;
const LONGEST_PAUSE_MS = 3_000;

function refuse(
  call: HookCall,
  reply: Extract<Reply, { kind: 'stop' }>,
  harness: Harness,
  memory: AgentMemory,
  translate: Translate,
  nowMs: number,
): Pick<CallAnswer, 'reply' | 'pauseMs' | 'isLetGo'> {
  const { guard, conversationId, agent, permissions } = memory;
  const most = mostRefusals(memory);
  const refusals = memory.refusals + 1;
  const areTooMany = refusals >= most;
  memory.refusals = areTooMany ? 0 : refusals;
  if (harness.canEnd) {
    // It has ignored all stops, so it is ended in a way that needs a call to run.
    return { reply: areTooMany ? { ...reply, kind: 'end' } : reply, pauseMs: 0, isLetGo: false };
  }
  if (areTooMany) {
    guard.reset(conversationId, { agent, nowMs });
    memory.releases += 1;
    return { reply: { kind: 'warn', toPerson: letGoText(translate) }, pauseMs: 0, isLetGo: true };
  }
  if (harness.endsBeforeModel === true && call.agentId === undefined) {
    return { reply, pauseMs: 0, isLetGo: false };
  }
  if (permissions.mayInterrupt(call)) {
    // Blocking the call here would prevent the permission request, whose denial ends the run.
    return { reply: { kind: 'allow' }, pauseMs: 0, isLetGo: false };
  }
  const toPerson = `${reply.toPerson} ${notEndedText(most, translate)}`;
  // If nothing ends the agent, an endless run should be slow and cheap.
  const pauseMs = Math.min(Math.max(refusals - REFUSALS_WITHOUT_PAUSE, 0) * 1_000, LONGEST_PAUSE_MS);
  return { reply: { ...reply, toPerson }, pauseMs, isLetGo: false };
}

export function mostRefusals({ releases }: Pick<AgentMemory, 'releases'>): number {
  return MOST_REFUSALS_IN_A_ROW * 2 ** Math.min(releases, MOST_DOUBLINGS);
}

export function withoutMarkup(markdown: string): string {
  return markdown
    .replaceAll(/ {2}\n/g, '\n')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\\([^A-Za-z0-9\s])/g, '$1')
    .trim();
}

/** Replaces the arguments of an earlier call in a text that quotes them. */
const NOT_KEPT = '…';

/** @param callArguments replace those that a state file doesn't keep: the same unless the run was stopped earlier */
export function replyTo(
  verdict: Verdict,
  callArguments: unknown,
  { translate, messages, names }: Pick<MessageStyle, 'translate' | 'messages' | 'names'>,
): Reply {
  if (verdict.action === 'allow') {
    const { hint } = verdict;
    return hint === undefined ? { kind: 'allow' } : { kind: 'nudgeBefore', toModel: nudgeText(hint, callArguments) };
  }
  const { action, detection } = verdict;
  const ofTheCall = detection.arguments ?? (action === 'stopped' ? NOT_KEPT : callArguments);
  const { forModel = '', forPerson: toPerson = '' } = textsOf(
    { action, detection: { ...detection, arguments: ofTheCall } },
    // In some harnesses, the model also reads the user's text about a stop.
    { translate, messages, names: action === 'break' || action === 'stopped' ? TOOL_NAMES : names },
  );
  switch (action) {
    case 'warn':
      return {
        kind: 'warn',
        toPerson,
        toModel: detection.action === 'nudge' ? nudgeText(detection, ofTheCall) : undefined,
      };
    case 'ask':
      return { kind: 'ask', toPerson };
    case 'chance':
      return { kind: 'deny', toModel: forModel, toPerson };
    case 'break':
    case 'stopped':
      return { kind: 'stop', toModel: forModel, toPerson };
  }
}

export type Answered = EndedCall &
  Pick<Outcome, 'contents'> & {
    /** What is known about a result that the harness doesn't pass on. */
    readonly recorded?: RecordedOutcome | undefined;
  };

export function recordAndReply(
  callId: string,
  { arguments: callArguments, result, isError, toldBy, contents, recorded }: Answered,
  { nudges }: Harness,
  { guard, conversationId }: Pick<AgentMemory, 'guard' | 'conversationId'>,
  nowMs: number,
): Reply {
  let reply: Reply = { kind: 'allow' };
  const outcome =
    recorded === undefined
      ? { callId, result, isError, arguments: callArguments, contents }
      : { callId, recorded, result };
  guard.record(conversationId, outcome, nowMs, (nudge) => {
    if (nudges === 'afterCall') {
      reply = { kind: 'nudge', toModel: nudgeText(nudge, nudge.arguments ?? callArguments), answers: toldBy };
    }
  });
  return reply;
}

function budgetReply(
  { action, reached }: BudgetVerdict,
  translate: Translate,
): Extract<Reply, { kind: 'ask' | 'warn' | 'stop' }> {
  switch (action) {
    case 'ask':
      return { kind: 'ask', toPerson: budgetQuestion(reached, translate) };
    case 'warn':
      return { kind: 'warn', toPerson: budgetWarning(reached, translate) };
    case 'stop':
      return { kind: 'stop', toModel: budgetTextForModel(reached), toPerson: budgetStopText(reached, translate) };
  }
}
