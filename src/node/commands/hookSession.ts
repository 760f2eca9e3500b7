import { inEnglish } from '../../core/words/language';
import { faultLine } from '../../core/words/logLines';
import type { Configuration } from '../../core/settings/configuration';
import { ConversationSettings } from '../../core/settings/conversationSettings';
import { operationOf } from '../../core/settings/resolve';
import { parseArguments } from '../../engine/canonical';
import { Guard } from '../../engine/guard';
import type { EngineSettings } from '../../engine/settings';
import { type RenameTool, snapshotOf, stateOf } from '../../engine/state';
import type { Verdict } from '../../engine/verdict';
import { contentsAround } from '../hooks/contentsAround';
import { sha256 } from '../files/hash';
import type { SessionState, StateFolder } from '../files/stateFile';
import type { Harness, Reply } from '../hooks/harness';
import type { HookCall, HookInput } from '../hooks/input';
import { replyTo } from '../hooks/reply';
import { viewTranscript } from '../hooks/transcript';
import { answeredCallId, isOfCall, newCallId, shortId } from './storedCallIds';

type CallRequest = Extract<HookInput, { event: 'preToolUse' }>;

/** The name of the main agent's memory in a session's state; sub-agents go by a hash. */
const MAIN_AGENT = 'main';

/** Judges the events of one session, whose memory lies in a file in between. */
export class HookSession {
  readonly #settings: ConversationSettings;

  constructor(
    private readonly harness: Harness,
    private readonly configuration: Configuration,
    private readonly folder: StateFolder,
    private readonly onProblem: (problem: string) => void,
  ) {
    this.#settings = new ConversationSettings(() => configuration);
  }

  /**
   * @param nowMs on a clock that all processes share
   * @throws when the memory cannot be had or kept; then nothing is counted
   */
  async answer(input: HookInput | undefined, nowMs: number): Promise<Reply> {
    if (!this.#settings.mayBeEnabled()) {
      return { kind: 'allow' };
    }
    switch (input?.event) {
      case 'preToolUse':
        return this.#check(input, nowMs);
      case 'postToolUse': {
        const contents = await contentsAround(input);
        await this.#withGuard(input, (guard, conversationId) => {
          const callId = answeredCallId(input, guard.unanswered(conversationId));
          if (callId !== undefined) {
            const { result, isError } = input;
            guard.record(conversationId, { callId, result, isError, arguments: input.arguments, contents }, nowMs);
          }
        });
        break;
      }
      case 'userPrompt':
        await (input.agentId === undefined
          ? this.#beginTurn(input)
          : this.#withGuard(input, (guard, conversationId) => guard.beginTurn(conversationId)));
        break;
      case 'sessionStart':
        await this.#withGuard({ ...input, agentId: undefined }, () => undefined);
        break;
      default:
    }
    return { kind: 'allow' };
  }

  async #check(input: CallRequest, nowMs: number): Promise<Reply> {
    const { callId, tool, transcriptPath, arguments: callArguments } = input;
    const transcript =
      callId === undefined || transcriptPath === undefined ? undefined : await viewTranscript(transcriptPath, callId);
    const failed = [...(transcript?.failed ?? [])];
    const contents = await contentsAround(input);
    const verdict = await this.#withGuard(input, (guard, conversationId): Verdict => {
      for (const unanswered of guard
        .unanswered(conversationId)
        .filter((id) => failed.some((failure) => isOfCall(id, failure)))) {
        guard.record(conversationId, { callId: unanswered, result: '', isError: true });
      }
      const round = transcript?.round === undefined ? undefined : shortId(transcript.round);
      return guard.check(
        conversationId,
        { id: newCallId(input), tool, arguments: callArguments, round, contents },
        nowMs,
      );
    });
    return replyTo(verdict, callArguments, inEnglish, this.configuration.messages);
  }

  /** Runs work on the guard of one agent; what the guard knows is read before and kept after. */
  #withGuard<Result>(
    input: Pick<HookCall, 'agentId'> & { sessionId: string; modelId: string | undefined } & Partial<HookCall>,
    work: (guard: Guard, conversationId: string) => Result,
  ): Promise<Result> {
    const { sessionId, agentId, modelId } = input;
    const agent = agentId === undefined ? MAIN_AGENT : shortId(agentId);
    const conversationId = agentId === undefined ? sessionId : `${sessionId}/${agentId}`;
    const { conceal, reveal } = this.#renames(input.tool ?? '', input.arguments);
    return this.#update(sessionId, (session) => {
      const guard = this.#guard();
      const stored = session.get(agent);
      if (stored !== undefined) {
        guard.restore(
          conversationId,
          snapshotOf(stored, { conversationId, settings: this.#valuesIn(conversationId), reveal }),
        );
      }
      if (modelId !== undefined) {
        guard.setModel(conversationId, { vendor: this.harness.vendor, family: modelId, id: modelId });
      }
      const result = work(guard, conversationId);
      const snapshot = guard.snapshot(conversationId);
      if (snapshot === undefined) {
        return { state: undefined, result };
      }
      const others = [...session].filter(([name]) => name !== agent);
      return { state: new Map([...others, [agent, stateOf(snapshot, conceal)]]), result };
    });
  }

  /** The person speaks to the main agent; sub-agents that were at work belong to an earlier turn. */
  #beginTurn({ sessionId }: { readonly sessionId: string }): Promise<void> {
    return this.#update(sessionId, (session) => {
      const stored = session.get(MAIN_AGENT);
      if (stored === undefined) {
        return { state: session.size === 0 ? undefined : new Map(), result: undefined };
      }
      const guard = this.#guard();
      guard.restore(
        sessionId,
        snapshotOf(stored, { conversationId: sessionId, settings: this.#valuesIn(sessionId), reveal: same }),
      );
      guard.beginTurn(sessionId);
      const snapshot = guard.snapshot(sessionId);
      return {
        state: new Map(snapshot === undefined ? [] : [[MAIN_AGENT, stateOf(snapshot, same)]]),
        result: undefined,
      };
    });
  }

  #update<Result>(
    sessionId: string,
    change: (state: SessionState) => { state: SessionState | undefined; result: Result },
  ): Promise<Result> {
    return this.folder.update(sessionId, change, () =>
      this.onProblem('The state of this session could not be read; its count starts again.'),
    );
  }

  #guard(): Guard {
    return new Guard({
      hash: sha256,
      settingsFor: this.#settings.settingsFor,
      report: (event) => {
        if (event.kind === 'fault') {
          this.onProblem(faultLine(event.during, event.error));
        }
      },
      onDetection: this.harness.canAsk ? undefined : ({ action }) => (action === 'ask' ? 'chance' : undefined),
    });
  }

  #valuesIn(conversationId: string): EngineSettings {
    return this.#settings.effective(conversationId, undefined).values;
  }

  /** The operation of a tool is the text of an argument: in the state a digest stands for it. */
  #renames(tool: string, callArguments: unknown): { conceal: RenameTool; reveal: RenameTool } {
    const operation = operationOf(this.configuration, tool, parseArguments(callArguments));
    if (operation === undefined) {
      return { conceal: same, reveal: same };
    }
    const open = `${tool}:${operation}`;
    const concealed = `${tool}:#${shortId(operation)}`;
    return {
      conceal: (name) => (name === open ? concealed : name),
      reveal: (name) => (name === concealed ? open : name),
    };
  }
}

function same(tool: string): string {
  return tool;
}
