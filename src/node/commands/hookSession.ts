import { setTimeout } from 'node:timers/promises';
import { inEnglish } from '../../core/words/language';
import { budgetStopText } from '../../core/words/budgetTexts';
import { subAgentStoppedText } from '../../core/words/modelTexts';
import { letGoText, notEndedText } from '../../core/words/words';
import { hasBudget } from '../../core/budget/budgetMeter';
import type { Configuration } from '../../core/settings/configuration';
import { ConversationSettings } from '../../core/settings/conversationSettings';
import { contentsAround } from '../hooks/contentsAround';
import type { StateFolder } from '../files/stateFile';
import type { Harness, Reply } from '../hooks/harness';
import type { HookInput } from '../hooks/input';
import { pauseBeforeRefusal, refusedAgain } from '../hooks/refusals';
import { callOfMoment, replyToMoment } from '../hooks/momentReply';
import { budgetReply, recordAndReply, replyTo } from '../hooks/reply';
import { SessionModels } from '../hooks/sessionModel';
import { roundOfCall } from '../hooks/roundOfCall';
import { viewTranscript } from '../hooks/transcript';
import type { AgentMemory } from './agentMemory';
import { checkCall, keepLoopInMind, letGo } from './letGo';
import { stopLine } from './stopLine';
import { type MemoryPorts, SessionMemory } from './sessionMemory';
import { answeredCallId, isOfCall, newCallId, shortId } from './storedCallIds';

type InputOf<Event> = Extract<HookInput, { event: Event }>;
type CallRequest = InputOf<'preToolUse'>;

const ALLOW: Reply = { kind: 'allow' };

/** Handles the events of one session, whose state is in a file in between. */
export class HookSession {
  readonly #settings: ConversationSettings;
  readonly #memory: SessionMemory;
  readonly #models = new SessionModels();

  constructor(
    private readonly harness: Harness,
    private readonly configuration: Configuration,
    private readonly folder: StateFolder,
    onProblem: (problem: string) => void,
    private readonly pause: (ms: number) => Promise<unknown> = setTimeout,
    observe?: MemoryPorts['observe'],
  ) {
    this.#settings = new ConversationSettings(() => configuration);
    this.#memory = new SessionMemory({ harness, configuration, settings: this.#settings, folder, onProblem, observe });
  }

  /**
   * @param nowMs on a clock that all processes share
   * @throws when the state can't be read or stored; then nothing is counted
   */
  async answer(input: HookInput | undefined, nowMs: number): Promise<Reply> {
    if (!this.#settings.mayBeEnabled()) {
      return ALLOW;
    }
    switch (input?.event) {
      case 'preToolUse':
        this.folder.noteCall(this.harness.name, nowMs);
        return this.#check(input, nowMs);
      case 'permissionRequest':
        return this.#permit(input);
      case 'postToolUse': {
        const contents = await contentsAround(input);
        return this.#memory.use(input, ({ guard, conversationId, untoldStops }): Reply => {
          const callId = answeredCallId(input, guard.unanswered(conversationId));
          const reply =
            callId === undefined
              ? ALLOW
              : recordAndReply(guard, this.harness, conversationId, callId, { ...input, contents }, nowMs);
          const stops = this.harness.nudges === 'afterCall' ? untoldStops().map(subAgentStoppedText) : [];
          const texts = [...stops, ...(reply.kind === 'nudge' ? [reply.toModel] : [])];
          return stops.length === 0
            ? reply
            : { kind: 'nudge', toModel: texts.join('\n\n'), afterFailure: input.isError };
        });
      }
      case 'userPrompt':
        await (input.agentId === undefined
          ? this.#memory.beginTurn(input.sessionId)
          : this.#memory.use(input, ({ guard, conversationId }) => guard.beginTurn(conversationId)));
        break;
      case 'continued':
      case 'compacted':
        return this.#memory.use(input, ({ guard, conversationId }): Reply => {
          const verdict = guard.check(conversationId, { ...callOfMoment(input), agent: undefined }, nowMs);
          return replyToMoment(verdict, this.harness, inEnglish, this.configuration.messages);
        });
      case 'sessionStart':
        await this.#memory.use({ ...input, agentId: undefined }, () => undefined);
        break;
      default:
    }
    return ALLOW;
  }

  async #check(input: CallRequest, nowMs: number): Promise<Reply> {
    const { callId, tool, transcriptPath, arguments: callArguments } = input;
    const transcript =
      this.harness.roundIn !== undefined || callId === undefined || transcriptPath === undefined
        ? undefined
        : await viewTranscript(transcriptPath, callId);
    const answerId = transcript?.round ?? (await roundOfCall(this.harness, input));
    const failed = [...(transcript?.failed ?? [])];
    const contents = await contentsAround(input);
    // A subagent may have another model than the one that its parent's file names.
    const modelId = input.agentId === undefined ? await this.#models.of(this.harness, input) : undefined;
    let refusals = 0;
    const reply = await this.#memory.use({ ...input, modelId: input.modelId ?? modelId }, (memory): Reply => {
      const { guard, conversationId } = memory;
      for (const unanswered of guard
        .unanswered(conversationId)
        .filter((id) => failed.some((failure) => isOfCall(id, failure)))) {
        guard.record(conversationId, { callId: unanswered, result: '', isError: true });
      }
      const round = answerId === undefined ? undefined : shortId(answerId);
      const call = { id: newCallId(input), tool, arguments: callArguments, round, contents };
      const verdict = checkCall(guard, conversationId, call, nowMs);
      if (verdict.action === 'break') {
        this.folder.noteStop(stopLine(this.harness, verdict.detection, tool, nowMs));
      }
      const reply = replyTo(verdict, callArguments, inEnglish, this.configuration.messages);
      const budget = memory.recorded.has(call.id) ? this.#budget(input, memory, call.id, nowMs) : undefined;
      // A loop that blocks the call comes first.
      const said = budget === undefined || reply.kind === 'stop' || reply.kind === 'deny' ? reply : budget;
      const answer = said.kind === 'stop' ? this.#stop(input, said, memory, nowMs) : said;
      ({ refusals } = memory);
      return answer;
    });
    // Nobody else waits for the state meanwhile.
    await (reply.kind === 'stop' && !this.harness.canEnd ? this.pause(pauseBeforeRefusal(refusals)) : undefined);
    return reply;
  }

  /** The reply about the budget at a call that the guard allows; nobody can be asked here. */
  #budget(
    { tool, agentId }: CallRequest,
    { budget }: AgentMemory,
    callId: string,
    nowMs: number,
  ): ReturnType<typeof budgetReply> | undefined {
    const { configuration } = this;
    const settings = configuration.window.budget;
    if (!hasBudget(settings)) {
      return undefined;
    }
    const call = { id: callId, agent: agentId === undefined ? undefined : shortId(agentId) };
    if (configuration.alwaysAllows(tool)) {
      budget.count(call, nowMs);
      return undefined;
    }
    const verdict = budget.check(call, settings, 'unattended', nowMs);
    return verdict === undefined ? undefined : budgetReply(verdict, inEnglish);
  }

  /** Stops a run by the strongest means of the harness, or lets its calls run again if it can't be stopped. */
  #stop(input: CallRequest, reply: Extract<Reply, { kind: 'stop' }>, memory: AgentMemory, nowMs: number): Reply {
    const { guard, conversationId } = memory;
    const { count, areTooMany } = refusedAgain(memory.refusals, memory.letGoes);
    memory.refusals = count;
    if (this.harness.canEnd) {
      // A stopped agent that makes another call ignored the stop. It is ended in a way that needs a call to run.
      const harmlessInput = memory.refusals > 1 || areTooMany ? this.harness.harmlessInput?.(input.tool) : undefined;
      return areTooMany || harmlessInput !== undefined ? { ...reply, kind: 'end', harmlessInput } : reply;
    }
    keepLoopInMind(guard, conversationId, nowMs);
    if (areTooMany) {
      letGo(guard, conversationId);
      memory.letGoes += 1;
      memory.budget.beginMessage();
      return { kind: 'warn', toPerson: letGoText(inEnglish) };
    }
    if (memory.permissions.mayInterrupt(input)) {
      // Blocking the call here would prevent the request for permission, whose denial ends the run.
      return ALLOW;
    }
    return { ...reply, toPerson: `${reply.toPerson} ${notEndedText(inEnglish)}` };
  }

  /** A request by a subagent has the main agent's session. */
  #permit(input: InputOf<'permissionRequest'>): Promise<Reply> {
    return this.#memory.use(
      { ...input, agentId: undefined },
      ({ guard, conversationId, permissions, budget }): Reply => {
        const { stopped } = guard.status(conversationId);
        if (!permissions.asked(input) || (stopped ?? budget.stopped) === undefined) {
          return ALLOW;
        }
        if (stopped === undefined) {
          return budget.stopped === undefined
            ? ALLOW
            : { kind: 'interrupt', toPerson: budgetStopText(budget.stopped, inEnglish) };
        }
        const verdict = { action: 'stopped', detection: stopped } as const;
        const reply = replyTo(verdict, input.arguments, inEnglish, this.configuration.messages);
        return reply.kind === 'stop' ? { kind: 'interrupt', toPerson: reply.toPerson } : ALLOW;
      },
    );
  }
}
