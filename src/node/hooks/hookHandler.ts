import type { SubAgents } from '../../core/models/subAgents';
import type { ModelName } from '../../engine/facts/call';
import { parseArguments } from '../../engine/values/canonical';
import { endsAsAWhole, type SessionType } from '../agents/sessions';
import { endOfCall, viewSession } from '../logs/sessionView';
import { viewTranscript } from '../logs/transcript';
import type { CallEnd, Harness, Reply } from '../wire/harness';
import { type HookInput, modelCallId } from '../wire/input';
import {
  afterRefusal,
  answerCall,
  answerMoment,
  answerOutcome,
  answerRefused,
  type CallAnswer,
  callOfMoment,
  type CallPorts,
  interrupted,
  type MomentAnswer,
  type MomentInput,
} from './callAnswer';
import { answeredCallId, newCallId } from './callIds';
import type { Clock } from './clock';
import { contentsAround, hiddenOutcome, type OpenText } from './fileContents';
import type * as AppServer from './appServer';
import type { AgentMemory, HookMemory } from './sessionMemory';

type InputOf<Event> = Extract<HookInput, { event: Event }>;

export type CallInput = InputOf<'preToolUse'>;

export interface HookSource {
  readonly harness: Harness;
  readonly type: SessionType;
  readonly hookGone: AbortSignal;
}

export interface HookResponse {
  readonly reply: Reply;
  readonly afterwards?: (() => void) | undefined;
}

export interface RunEnds {
  afterCall(answer: CallAnswer, input: CallInput, source: HookSource, memory: AgentMemory): Promise<HookResponse>;
  afterMoment(answer: MomentAnswer, input: MomentInput, source: HookSource): Promise<HookResponse>;
  afterInterrupt(sessionId: string): void;
}

/** Differs between a window and a process that answers one hook. */
interface HookPorts {
  readonly memory: HookMemory;
  readonly clock: Clock;
  readonly subAgents: SubAgents;
  readonly callPorts: (source: HookSource) => CallPorts;
  /** The model in the hook's input, or the one that makes its call; undefined if unknown. */
  readonly modelOf: (input: HookInput, harness: Harness) => Promise<ModelName | undefined>;
  /** Carries out a typed command of ours; undefined for a message to the agent. */
  readonly answerTyped: (input: InputOf<'userPrompt'>, source: HookSource) => Promise<HookResponse | undefined>;
  readonly onMessage?: (conversationId: string) => void;
  /** Where files may be open and unsaved. */
  readonly openText?: OpenText;
  /** Absent if only the answer to a hook ends a run. */
  readonly ends?: RunEnds;
  /** Ends a call's turn if no answer to the harness does. @returns whether its end was seen */
  readonly endTurn?: ((call: CallInput) => Promise<boolean>) | undefined;
}

const NOTHING: HookResponse = { reply: { kind: 'allow' } };

async function interruptedByServer(
  { sessionId, agentId, turnId, transcriptPath }: CallInput,
  { serverOf }: Harness,
): Promise<boolean> {
  const server = transcriptPath === undefined ? undefined : serverOf?.(transcriptPath);
  if (agentId !== undefined || server === undefined || turnId === undefined) {
    return false;
  }
  // Loaded on demand: few turns are stopped.
  const { interruptTurn } = require('./appServer') as typeof AppServer;
  return interruptTurn(server, sessionId, turnId);
}

/** The only code that decides what a hook event means. */
export class HookHandler {
  constructor(private readonly ports: HookPorts) {}

  /** @throws if the memory can't be read or stored; then nothing is counted, and the agent must continue */
  async answer(input: HookInput | undefined, source: HookSource): Promise<HookResponse> {
    const { memory, clock, subAgents, callPorts } = this.ports;
    switch (input?.event) {
      case 'preToolUse':
        return this.#call(input, source);
      case 'postToolUse':
        return this.#outcome(input, source);
      case 'permissionRequest': {
        // A subagent's request has its parent's session.
        const ofParent = { ...input, agentId: undefined };
        const reply = await this.#use(ofParent, source, (known) =>
          known.permissions.asked(input) ? interrupted(input.arguments, known, callPorts(source)) : NOTHING.reply,
        );
        if (reply.kind === 'interrupt') {
          this.ports.ends?.afterInterrupt(input.sessionId);
        }
        return { reply };
      }
      case 'answerOver':
        return this.#answerOver(input, source);
      case 'modelRequest':
        return { reply: await this.#use(input, source, (known) => interrupted(undefined, known, callPorts(source))) };
      case 'userPrompt':
        return this.#prompt(input, source);
      case 'continued':
      case 'compacted':
      case 'woken':
        if (input.event === 'continued' && input.hasEnded) {
          subAgents.beginTurn(input.sessionId);
        }
        return this.#moment(input, source);
      case 'sessionStart':
        await this.#use(input, source, () => undefined);
        return NOTHING;
      case 'subagentStart':
        if (input.agentId !== undefined) {
          subAgents.began(input.sessionId, input.agentId);
        }
        return NOTHING;
      case 'stop':
        subAgents.beginTurn(input.sessionId);
        await memory.use(input, (session) => session.ended(clock.now()));
        return NOTHING;
      case undefined:
        return NOTHING;
    }
  }

  async #use<Result>(
    input: HookInput & { readonly agentId?: string | undefined },
    { harness, type }: HookSource,
    work: (memory: AgentMemory) => Result,
  ): Promise<Result> {
    const model = await this.ports.modelOf(input, harness);
    return this.ports.memory.use(input, (session) => {
      if (model !== undefined) {
        session.guard.setModel(session.conversationId, model);
      }
      return work(session.agent(endsAsAWhole(type) ? undefined : this.#nameOf(input.agentId)));
    });
  }

  #nameOf<Id extends string | undefined>(id: Id): Id {
    return (id === undefined ? undefined : this.ports.memory.nameOf(id)) as Id;
  }

  async #call(input: CallInput, source: HookSource): Promise<HookResponse> {
    const { memory, clock, subAgents, callPorts, openText, ends } = this.ports;
    const { sessionId, tool, arguments: callArguments } = input;
    const { harness, type, hookGone } = source;
    const id = newCallId(input, memory.nameOf);
    subAgents.called(sessionId, modelCallId(id), parseArguments(callArguments));
    // Only VS Code's transcript; the files of other harnesses are read with `roundIn`.
    const transcript =
      harness.roundIn !== undefined || input.callId === undefined || input.transcriptPath === undefined
        ? undefined
        : viewTranscript(input.transcriptPath, input.callId, subAgents.ofTurn(sessionId));
    // A guarded model knows whose request it answered; without one, the transcript shows it.
    const seen = memory.living?.guard.callerOf(sessionId, modelCallId(id));
    const agentId = input.agentId ?? seen?.agent ?? transcript?.agent;
    // Outcomes of earlier answers are about to arrive; failures are only in the transcript.
    const missing = memory.living?.guard.unanswered(sessionId, agentId).filter((callId) => {
      const asked = modelCallId(callId);
      return transcript?.failed.has(asked) !== true && transcript?.siblings.has(asked) !== true;
    });
    await memory.living?.outcomes.wait(sessionId, missing ?? []);
    const view = await viewSession(harness, input);
    const round = transcript?.round ?? view.round;
    const endsOfCalls = transcript === undefined ? view.ends : () => transcript.failed;
    const call = {
      id,
      tool,
      arguments: callArguments,
      folder: input.folder,
      round: this.#nameOf(round),
      agent: this.#nameOf(agentId),
      stopsAgentOnly: !endsAsAWhole(type),
      surface: 'hook',
      contents: await contentsAround(input, openText),
    };
    const { known, refused } = await this.#use({ ...input, agentId }, source, (known) => {
      this.#recordEnds(known, call.agent, endsOfCalls);
      return { known, refused: answerCall(input, call, harness, known, callPorts(source), clock.now()) };
    });
    const answer = await this.#ended(refused, { ...input, agentId }, harness);
    // The pause includes the work: a hook that isn't answered in time lets its call run.
    const pause = answer.pauseMs > 0 ? clock.pause(answer.pauseMs, hookGone) : undefined;
    const response = await ends?.afterCall(answer, input, source, known);
    await pause;
    return response ?? { reply: answer.reply };
  }

  async #ended(answer: CallAnswer, call: CallInput, harness: Harness): Promise<CallAnswer> {
    const { reply, stop } = answer;
    if (reply.kind !== 'stop' || stop === undefined) {
      return answer;
    }
    const hasEnded = (await interruptedByServer(call, harness)) || (await this.ports.endTurn?.(call)) === true;
    return hasEnded ? { ...answer, reply: stop, pauseMs: 0, hasEnded } : answer;
  }

  #recordEnds(
    { guard, conversationId }: AgentMemory,
    agent: string | undefined,
    ends: () => ReadonlyMap<string, CallEnd>,
  ): void {
    const unanswered = guard.unanswered(conversationId, agent);
    const told = unanswered.length === 0 ? [] : [...ends()];
    for (const callId of unanswered) {
      const [, end] = told.find(([id]) => modelCallId(callId) === this.#nameOf(id)) ?? [];
      if (end !== undefined) {
        const isError = end.failure !== undefined;
        guard.record(conversationId, { callId, result: isError ? end.failure : end.result, isError });
      }
    }
  }

  async #outcome(input: InputOf<'postToolUse'>, source: HookSource): Promise<HookResponse> {
    const { memory, clock, subAgents, openText } = this.ports;
    const { sessionId, agentId } = input;
    const contents = await contentsAround(input, openText);
    const { failure } = (input.isError ? undefined : await endOfCall(source.harness, input)) ?? {};
    const failed = failure === undefined ? {} : { result: failure, isError: true };
    const isHidden = input.result === undefined && !input.isError;
    const recorded = isHidden ? await hiddenOutcome(input, openText) : undefined;
    const { callId, reply } = await this.#use(input, source, (known) => {
      const unanswered = known.guard.unanswered(known.conversationId, this.#nameOf(agentId));
      const callId = answeredCallId(input, unanswered, memory.nameOf);
      const answered = { ...input, ...failed, contents, recorded };
      return { callId, reply: answerOutcome(callId, answered, source.harness, known, clock.now()) };
    });
    if (callId !== undefined) {
      memory.living?.outcomes.arrived(sessionId, callId);
      subAgents.answered(sessionId, [modelCallId(callId)]);
    }
    return { reply };
  }

  /** Ends a stopped agent before its next answer, and checks calls that ended without a hook being asked. */
  async #answerOver(input: InputOf<'answerOver'>, source: HookSource): Promise<HookResponse> {
    const { calls } = input;
    const { memory, clock, callPorts, ends } = this.ports;
    const { harness, type } = source;
    const [first] = calls;
    const view = first && (await viewSession(harness, { ...input, callId: first.callId }));
    const round = this.#nameOf(view?.round);
    const agent = this.#nameOf(input.agentId);
    const replies: Reply[] = [];
    for (const ended of calls) {
      const asked = { ...input, ...ended, event: 'preToolUse' } as const;
      const { tool, arguments: callArguments } = asked;
      const call = {
        id: newCallId(asked, memory.nameOf),
        tool,
        arguments: callArguments,
        round,
        agent,
        surface: 'hook',
        stopsAgentOnly: !endsAsAWhole(type),
      };
      const { known, answer } = await this.#use(asked, source, (known) => ({
        known,
        answer: answerRefused(asked, call, harness, known, callPorts(source), clock.now()),
      }));
      if (answer !== undefined) {
        const response = await ends?.afterCall(answer, asked, source, known);
        replies.push(afterRefusal(response?.reply ?? answer.reply, answer.nudge));
      }
    }
    replies.push(await this.#use(input, source, (known) => interrupted(undefined, known, callPorts(source))));
    const isEnd = ({ kind }: Reply): boolean => kind === 'end' || kind === 'interrupt';
    return { reply: replies.find(isEnd) ?? replies.findLast(({ kind }) => kind !== 'allow') ?? NOTHING.reply };
  }

  /** Neither a subagent's prompt nor a command of ours is a message of the user. */
  async #prompt(input: InputOf<'userPrompt'>, source: HookSource): Promise<HookResponse> {
    const { memory, clock, subAgents, answerTyped, onMessage } = this.ports;
    const { sessionId, prompt, agentId } = input;
    if (agentId !== undefined || subAgents.submits(sessionId, prompt)) {
      return NOTHING;
    }
    const answer = await answerTyped(input, source);
    if (answer !== undefined) {
      return answer;
    }
    await memory.use(input, (session) =>
      session.beginTurn({ prompt, atMs: clock.now(), isAttended: memory.isAttended }),
    );
    subAgents.beginTurn(sessionId);
    onMessage?.(sessionId);
    return NOTHING;
  }

  async #moment(input: MomentInput, source: HookSource): Promise<HookResponse> {
    const { clock, callPorts, ends } = this.ports;
    const { harness, type } = source;
    const agent = this.#nameOf(input.agentId);
    const call = callOfMoment(input.event, input.event === 'woken' ? input.notice : undefined);
    const moment = { ...call, agent, stopsAgentOnly: !endsAsAWhole(type) };
    const answer = await this.#use(input, source, (known) =>
      answerMoment(moment, harness, known, callPorts(source), clock.now()),
    );
    return (await ends?.afterMoment(answer, input, source)) ?? { reply: answer.reply };
  }
}
