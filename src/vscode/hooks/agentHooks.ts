import * as vscode from 'vscode';
import { parseMessage } from '../../core/chat/command';
import { SubAgents } from '../../core/models/subAgents';
import type { ModelName } from '../../engine/facts/call';
import { HARNESSES, recognise } from '../../node/agents/harnesses';
import { isInChat, type SessionType, sessionTypeOf } from '../../node/agents/sessions';
import { notedStop, withoutMarkup } from '../../node/hooks/callAnswer';
import { HookHandler, type HookResponse, type HookSource } from '../../node/hooks/hookHandler';
import { WindowMemory } from '../../node/hooks/sessionMemory';
import { hasCommandLine } from '../../node/files/program';
import { SessionModels } from '../../node/logs/sessionModel';
import { type HookAnswer, NO_ANSWER } from '../../node/transport/hookServer';
import type { Harness } from '../../node/wire/harness';
import { folderIn, type HookInput, parseRawInput, transcriptIn, translateInput } from '../../node/wire/input';
import { translate } from '../host/translate';
import type { AgentHooksPorts } from './agentHooksPorts';
import { UnhookedCalls } from './unhookedCalls';
import { ObservedThreads } from './observedThreads';
import { RunStopper } from './runStopper';

/** Answers hooks with all that a window knows and can do beyond the one handler. */
export class AgentHooks {
  readonly #subAgents = new SubAgents();
  readonly #ends: RunStopper;
  readonly #unhooked: UnhookedCalls;
  readonly #handler: HookHandler;
  /** For calls of Codex in the Agent Host that no hook asks about. */
  readonly observed: ObservedThreads;

  constructor(private readonly ports: AgentHooksPorts) {
    const { guard, messages, names, noteStop, clock } = ports;
    const models = new SessionModels();
    this.#ends = new RunStopper(ports);
    this.#unhooked = new UnhookedCalls({
      ...ports,
      subAgents: this.#subAgents,
      onStop: (conversationId, begins, askedMs) => {
        const { stopped } = guard.status(conversationId);
        if (begins && stopped !== undefined) {
          noteStop(notedStop(HARNESSES.vscode, stopped, stopped, clock.now()));
        }
        void this.#ends.endUnhooked(conversationId, begins, askedMs);
      },
    });
    this.observed = new ObservedThreads({
      ...ports,
      onWarning: (detection) => this.#ends.warnObserved(detection),
      onStop: (stopped, begins) => {
        if (begins) {
          noteStop(notedStop(HARNESSES.codex, stopped, stopped, clock.now()));
        }
        void this.#ends.endObserved(stopped, begins);
      },
    });
    this.#handler = new HookHandler({
      memory: new WindowMemory(guard, ports.budgets, clock),
      clock,
      subAgents: this.#subAgents,
      callPorts: ({ harness, type }) => ({
        translate,
        messages: messages(),
        names,
        noteStop,
        isInTerminal: !isInChat(type),
        hasCommandLine,
        isEndedElsewhere: harness === HARNESSES.vscode,
      }),
      modelOf: (input, harness) => modelOf(input, harness, models),
      answerTyped: ({ sessionId, prompt }, source) => Promise.resolve(this.#answerTyped(sessionId, prompt, source)),
      onMessage: (conversationId) => this.#beginTurn(conversationId),
      openText: unsavedText,
      ends: this.#ends,
    });
  }

  dispose(): void {
    this.#unhooked.dispose();
  }

  /** @param environment of the hook process, which says who started it */
  async answer(text: string, hookGone: AbortSignal, environment: NodeJS.ProcessEnv = {}): Promise<HookAnswer> {
    const raw = parseRawInput(text);
    const harness = recognise(raw, environment);
    this.ports.onQuestion(raw, harness);
    const type = sessionTypeOf(harness, environment);
    const input = this.#inConversation(translateInput(raw, harness), type, folderIn(raw));
    if (input === undefined) {
      return NO_ANSWER;
    }
    if (harness === HARNESSES.vscode) {
      this.#unhooked.follow(input, transcriptIn(raw, harness));
    }
    this.#follow(input, { harness, type, hookGone });
    const { reply, ...then } = await this.#handler.answer(input, { harness, type, hookGone });
    return { output: harness.write(reply), ...then };
  }

  /** A guarded model ended the run: explains it in that chat after the turn. */
  explain(conversationId: string): Promise<void> {
    return this.#ends.explain(conversationId);
  }

  /**
   * Puts reports of a subagent's own session into its parent's conversation: some harnesses give subagents sessions of
   * their own, which begin with the task of a parent's call. Undefined: a subagent gets no message of the user.
   */
  #inConversation(input: HookInput | undefined, type: SessionType, folder: string | undefined): HookInput | undefined {
    if (input === undefined) {
      return undefined;
    }
    const { sessions } = this.ports;
    if (input.event === 'userPrompt' && type !== 'local') {
      const parent = sessions
        .atWork(type, Date.now())
        .find((id) => id !== input.sessionId && this.#subAgents.submits(id, input.prompt));
      if (parent !== undefined) {
        sessions.isChildOf(input.sessionId, parent);
      }
    }
    sessions.heard(input.sessionId, type, folder);
    const { conversationId, agentId } = sessions.placeOf(input.sessionId);
    if (agentId === undefined) {
      return input;
    }
    return input.event === 'preToolUse' || input.event === 'postToolUse' || input.event === 'permissionRequest'
      ? { ...input, sessionId: conversationId, agentId: input.agentId ?? agentId }
      : undefined;
  }

  /** Tracks which agents are working, before the event is answered. */
  #follow(input: HookInput, { type }: HookSource): void {
    const { sessions, exactStop, clock } = this.ports;
    const { event, sessionId } = input;
    if (event === 'stop' || (event === 'continued' && input.hasEnded)) {
      sessions.ended(sessionId);
      this.#unhooked.end(sessionId);
    } else if (event === 'woken') {
      sessions.works(sessionId, clock.now());
    } else if (event === 'preToolUse') {
      sessions.works(sessionId, clock.now());
      if (isInChat(type) && type !== 'local') {
        exactStop.prepare(clock.now());
      }
      this.#unhooked.asked(sessionId, input.callId ?? '');
    }
  }

  #beginTurn(conversationId: string): void {
    const { sessions, clock } = this.ports;
    [this.#ends, this.#unhooked].forEach((part) => part.beginTurn(conversationId));
    sessions.works(conversationId, clock.now());
    sessions.spokenTo(conversationId);
  }

  /**
   * Runs a command of ours without asking the model. In a chat of VS Code's own agent, `@loopguard` answers. Elsewhere,
   * only the agent can write, and VS Code's Copilot runtime takes no answer to a prompt: the user learns where to go.
   */
  #answerTyped(conversationId: string, prompt: string, { harness, type }: HookSource): HookResponse | undefined {
    const { agent, answerCommand } = this.ports;
    const command = parseMessage(prompt, translate);
    if (command === undefined) {
      return undefined;
    }
    if (harness === HARNESSES.vscode) {
      const toPerson = translate('Handled by @loopguard. See the reply below.');
      const afterwards = (): void => void agent.ask(conversationId, prompt.trim());
      return { reply: { kind: 'blockPrompt', toPerson }, afterwards };
    }
    if (!harness.canAnswerPrompt || type === 'agentHostCopilot') {
      const elsewhere = translate('Open *Tool Loop Guard: Show Menu* for this session.');
      const afterwards = (): void => agent.tell(withoutMarkup(elsewhere).replaceAll('*', ''));
      return { reply: { kind: 'allow' }, afterwards };
    }
    const toPerson = withoutMarkup(answerCommand(conversationId, command));
    return { reply: { kind: 'blockPrompt', toPerson } };
  }
}

/** Of a file with unsaved changes in an editor; undefined for all others. */
function unsavedText(path: string): string | undefined {
  return vscode.workspace.textDocuments.find(({ isDirty, uri }) => isDirty && uri.fsPath === path)?.getText();
}

/** As the hook says or the harness records it; undefined for a subagent, which has its own. */
async function modelOf(input: HookInput, harness: Harness, recorded: SessionModels): Promise<ModelName | undefined> {
  const { event, modelId } = input;
  if (event === 'sessionStart') {
    if (modelId === undefined) {
      return undefined;
    }
    const [model] = await vscode.lm.selectChatModels({ id: modelId });
    return { vendor: model?.vendor ?? harness.vendor, family: model?.family ?? modelId, id: modelId };
  }
  return event === 'preToolUse' && harness !== HARNESSES.vscode && input.agentId === undefined
    ? recorded.of(harness, input)
    : undefined;
}
