import * as vscode from 'vscode';
import type { GuardEvent } from '../../engine/events';
import type { Guard } from '../../engine/guard';
import type { ConversationOverrides } from '../../core/settings/conversationOverrides';
import type { Metrics } from '../../core/metrics/metrics';
import { translate } from '../window/translate';
import { DEMONSTRATION_VENDOR } from '../guardedModels/vendors';
import {
  DEMONSTRATION_MODEL,
  DEMONSTRATION_TOOL,
  DemonstrationModel,
  registerDemonstrationTool,
} from './demonstrationModel';

const TRY_IT = 'toolLoopGuard.tryIt';
const RUNNING = 'toolLoopGuard.isTrying';

/** VS Code learns of a new model within this time, or not at all. */
const MODEL_LIMIT_MILLISECONDS = 10_000;

/**
 * A signed-out window learns a little later than extensions do that there is a model; until then the chat asks for a
 * sign-in.
 */
const WORKBENCH_LEARNS_MILLISECONDS = 3_000;

/** Four answers take about three seconds; after this long the way taken has failed. */
const STOP_LIMIT_MILLISECONDS = 25_000;

/** The model stays this long for who presses "Continue" after the stop. */
const FAREWELL_MILLISECONDS = 5 * 60_000;

/** Time for the chat to end the answer before its model goes. */
const LAST_WORD_MILLISECONDS = 2_000;

const COPILOT = 'GitHub.copilot-chat';

/** What the demonstration needs from the window. */
export interface TryItPorts {
  readonly guard: Guard;
  readonly overrides: ConversationOverrides;
  readonly metrics: Metrics;
  /** Writes one line to the log. */
  readonly log: (line: string) => void;
}

/**
 * Shows a person how a looping agent is stopped, in their own VS Code: a scripted model without an account makes the
 * same harmless call again and again. Where VS Code's agent can be driven it is the agent that is stopped, else
 * `@loopguard`.
 */
export class TryIt implements vscode.Disposable {
  readonly #model = new DemonstrationModel();
  readonly #subscriptions: vscode.Disposable;
  #phase: 'idle' | 'looping' | 'stopped' = 'idle';
  #conversationId: string | undefined;
  #farewell: NodeJS.Timeout | undefined;
  #onStop: (() => void) | undefined;

  constructor(private readonly ports: TryItPorts) {
    this.#subscriptions = vscode.Disposable.from(
      this.#model,
      this.#model.onDidConclude(() => this.#endAfter(LAST_WORD_MILLISECONDS)),
      registerDemonstrationTool(),
      vscode.lm.registerLanguageModelChatProvider(DEMONSTRATION_VENDOR, this.#model),
      vscode.commands.registerCommand(TRY_IT, () => this.#run()),
    );
  }

  /** Takes note of what the guard reports: the demonstration's conversation, its stop, and the end. */
  note(event: GuardEvent): void {
    if (event.kind === 'turn') {
      this.#turn(event.conversationId, event.prompt);
    } else if (
      event.kind === 'detection' &&
      event.detection.action === 'break' &&
      event.detection.tool === DEMONSTRATION_TOOL &&
      this.#phase === 'looping'
    ) {
      this.#phase = 'stopped';
      this.#model.conclude(
        translate(
          'I take another way now, and that is the end of this demonstration. A real agent goes on with its ' +
            'work here, with a fresh count.',
        ),
      );
      this.#onStop?.();
    }
  }

  dispose(): void {
    clearTimeout(this.#farewell);
    this.#subscriptions.dispose();
  }

  #turn(conversationId: string, prompt: string | undefined): void {
    if (this.#phase === 'looping' && prompt?.includes(question()) === true) {
      this.#begin(conversationId);
    } else if (this.#phase === 'stopped' && conversationId !== this.#conversationId) {
      this.#end();
    }
  }

  /** The demonstration shows a stop whatever is set otherwise, and is no work that is counted. */
  #begin(conversationId: string): void {
    const { overrides, metrics } = this.ports;
    this.#conversationId = conversationId;
    metrics.keepApart(conversationId);
    overrides.set(conversationId, 'enabled', true);
    overrides.set(conversationId, 'actions', []);
    overrides.set(conversationId, 'mode', 'break');
  }

  async #run(): Promise<void> {
    if (this.#phase === 'looping') {
      return;
    }
    this.#end();
    this.#phase = 'looping';
    const stopped = new Promise<boolean>((resolve) => (this.#onStop = () => resolve(true)));
    await vscode.commands.executeCommand('setContext', RUNNING, true);
    this.#model.offer();
    try {
      const isShown =
        (await isOffered()) && ((await this.#loopInAgent(stopped)) || (await this.#loopInParticipant(stopped)));
      if (!isShown) {
        this.ports.log('The demonstration could not be shown: the chat did not use its model.');
        void vscode.window.showWarningMessage(
          translate(
            'The demonstration could not be shown: the chat of this window did not use its model. Is the chat ' +
              'switched on?',
          ),
        );
        this.#end();
        return;
      }
    } catch (error) {
      this.#end();
      throw error;
    }
    this.#endAfter(FAREWELL_MILLISECONDS);
  }

  /** VS Code's own agent, stopped through its hooks. */
  async #loopInAgent(stopped: Promise<boolean>): Promise<boolean> {
    const obstacle = obstacleToAgent();
    if (obstacle !== undefined) {
      this.ports.log(`The demonstration goes by way of @loopguard: ${obstacle}.`);
      return false;
    }
    await pause(WORKBENCH_LEARNS_MILLISECONDS);
    return this.#ask(question(), stopped);
  }

  async #loopInParticipant(stopped: Promise<boolean>): Promise<boolean> {
    this.#model.offer();
    return this.#ask(`@loopguard ${question()}`, stopped);
  }

  /** Asks in a new conversation, and resolves to whether the guard stopped what came of it. */
  async #ask(query: string, stopped: Promise<boolean>): Promise<boolean> {
    await vscode.commands.executeCommand('workbench.action.chat.open');
    await vscode.commands.executeCommand('workbench.action.chat.newChat');
    const answered = Promise.resolve(
      vscode.commands.executeCommand('workbench.action.chat.open', {
        query,
        mode: 'agent',
        modelSelector: DEMONSTRATION_MODEL,
        blockOnResponse: true,
      }),
    );
    const givenUp = answered.then(
      () => pause(1_000),
      (error: unknown) => this.ports.log(`The chat did not take the demonstration: ${String(error)}`),
    );
    const isStopped = await Promise.race([
      stopped,
      givenUp.then(() => false),
      pause(STOP_LIMIT_MILLISECONDS).then(() => false),
    ]);
    if (!isStopped) {
      await vscode.commands.executeCommand('workbench.action.chat.cancel');
    }
    return isStopped;
  }

  #endAfter(milliseconds: number): void {
    clearTimeout(this.#farewell);
    this.#farewell = setTimeout(() => this.#end(), milliseconds);
  }

  #end(): void {
    clearTimeout(this.#farewell);
    this.#phase = 'idle';
    this.#conversationId = undefined;
    this.#model.withdraw();
    void vscode.commands.executeCommand('setContext', RUNNING, false);
  }
}

/** What the person is seen to ask. */
function question(): string {
  return translate('Why does the build fail? (A demonstration of Tool Loop Guard)');
}

/** Why VS Code's agent would not call our hooks; undefined when it should. */
function obstacleToAgent(): string | undefined {
  const chat = vscode.workspace.getConfiguration('chat');
  if (vscode.extensions.getExtension(COPILOT) === undefined) {
    return 'there is no agent in this VS Code';
  }
  if (!vscode.workspace.isTrusted) {
    return 'the workspace is not trusted';
  }
  const off = ['useHooks', 'plugins.enabled', 'agent.enabled'].find((name) => chat.get(name) === false);
  return off === undefined ? undefined : `chat.${off} is off`;
}

async function isOffered(): Promise<boolean> {
  for (const end = Date.now() + MODEL_LIMIT_MILLISECONDS; Date.now() < end; await pause(100)) {
    if ((await vscode.lm.selectChatModels({ ...DEMONSTRATION_MODEL })).length > 0) {
      return true;
    }
  }
  return false;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
