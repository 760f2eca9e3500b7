import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { GuardEvent } from '../../engine/ports';
import { hasModelProviders } from '../host/capabilities';
import { setContext } from '../host/commands';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { CONTEXT_KEYS, DEMONSTRATION_TOOL, DEMONSTRATION_VENDOR } from '../host/ids';
import { DEFAULTS } from '../../core/settings/table';
import { type WriteLink, linkLine } from '../../core/chat/chatLink';
import type { ChatModel } from '../host/demonstration';
import { translate } from '../host/translate';
import { DEMONSTRATION_MODEL, DemonstrationModel, registerDemonstrationTool } from './demonstrationModel';
import { prompts } from '../host/prompts';

/** A signed-out window learns of a model a little later than extensions; until then, the chat asks for a sign-in. */
const WORKBENCH_LEARNS_MS = 3_000;

/** Four answers take about three seconds; after this long, the attempt has failed. */
const STOP_LIMIT_MS = 25_000;

/** The model stays this long for a user who presses "Continue" after the stop. */
const DEMONSTRATION_LIMIT_MS = 5 * 60_000;

/** Time for the chat to end the answer before its model goes. */
const LAST_WORD_MS = 2_000;

/** A participant answers at once; after this long, the picked model remains unknown. */
const INTRODUCTION_LIMIT_MS = 8_000;

/** VS Code learns of a new model within this time, or not at all. */
const MODEL_LIMIT_MS = 10_000;

const COPILOT = 'GitHub.copilot-chat';

/** Until the chat has written why the agent was stopped. */
const EXPLANATION_MS = 2_000;

export function registerTryIt(window: GuardWindow): Registered<'tryIt'> {
  const tryIt = new TryIt(window);
  window.observers.push(tryIt);
  return { parts: [tryIt], commands: { 'toolLoopGuard.tryIt': () => tryIt.run() } };
}

/** In the user's own VS Code. Stops VS Code's agent if it can be driven, else `@loopguard`. */
class TryIt implements vscode.Disposable {
  /** Asked first in the demonstration's chat: the request says which model is picked there. */
  readonly #request = translate('Show me how you stop a loop');
  readonly #whatNow = translate('What would happen now?');
  readonly #question = translate('Why does the build fail? (A demonstration of Tool Loop Guard)');
  readonly #model = new DemonstrationModel();
  readonly #subscriptions: vscode.Disposable;
  #phase: 'idle' | 'looping' | 'stopped' = 'idle';
  #conversationId: string | undefined;
  #lastConversationId: string | undefined;
  #endTimer: NodeJS.Timeout | undefined;
  #onStop: (() => void) | undefined;
  /** The model that was picked before; undefined if there was none, or if it isn't known. */
  #modelBefore: ChatModel | undefined;
  #isModelBack = false;

  constructor(private readonly window: GuardWindow) {
    this.#subscriptions = vscode.Disposable.from(
      this.#model,
      this.#model.onDidConclude(() => this.#endAfter(LAST_WORD_MS)),
      registerDemonstrationTool(),
      ...(hasModelProviders() ? [vscode.lm.registerLanguageModelChatProvider(DEMONSTRATION_VENDOR, this.#model)] : []),
    );
    window.demonstration.conclude = (conversationId) => window.chat.ask(conversationId, this.#whatNow);
    window.demonstration.answerTo = (prompt, model, link) => this.#answerTo(prompt, model, link);
  }

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
      this.#model.conclude(this.#lastWord());
      this.#onStop?.();
    }
  }

  dispose(): void {
    clearTimeout(this.#endTimer);
    this.#subscriptions.dispose();
  }

  #turn(conversationId: string, prompt: string | undefined): void {
    if (this.#phase === 'looping' && prompt?.includes(this.#question) === true) {
      this.#begin(conversationId);
    } else if (this.#phase === 'stopped' && conversationId !== this.#conversationId) {
      this.#end();
    }
  }

  #answerTo(prompt: string, { vendor, id }: ChatModel, link: WriteLink): string | undefined {
    if (prompt.trim() === this.#request && this.#phase === 'looping') {
      this.#modelBefore = vendor === DEMONSTRATION_VENDOR ? undefined : { vendor, id };
      return translate(
        'A simulated agent gets stuck now. It takes about 10 seconds, needs no account, and reads no files.',
      );
    }
    if (prompt.trim() === this.#whatNow) {
      if (this.#phase === 'stopped') {
        this.#endAfter(LAST_WORD_MS);
      }
      if (this.#lastConversationId !== undefined) {
        // So that nothing of it is left in the status bar.
        this.window.guard.reset(this.#lastConversationId);
      }
      return this.#lastWord(link);
    }
    return undefined;
  }

  /** @param link undefined if the model says it, because links in its answers run nothing */
  #lastWord(link?: WriteLink): string {
    const { notGuarded } = this.window.protection.now;
    const end = [
      translate('That’s the end of the demo. A real agent would now continue as you choose.'),
      ...(this.#isModelBack ? [translate('Your previous model is selected again.')] : []),
    ].join(' ');
    if (notGuarded.length === 0) {
      return end;
    }
    // The demonstration is a Local session; sessions that aren't guarded don't do what it shows.
    const sessions = translate('Not guarded in this window yet: {sessions}.', { sessions: notGuarded.join(', ') });
    const check = linkLine(link, [[translate('Show what is guarded'), { kind: 'protection' }]]);
    return `${end}\n\n${[sessions, ...check].join(' ')}`;
  }

  /** Shows a stop under any settings, and isn't counted by the metrics. */
  #begin(conversationId: string): void {
    const { metrics, conversations, demonstration } = this.window;
    const { overrides } = conversations;
    this.#conversationId = conversationId;
    this.#lastConversationId = conversationId;
    demonstration.begin(conversationId);
    metrics.keepApart(conversationId);
    overrides.set(conversationId, 'enabled', true);
    overrides.set(conversationId, 'actions', []);
    overrides.set(conversationId, 'mode', 'break');
    overrides.set(conversationId, 'maxRepeats', DEFAULTS.maxRepeats);
    overrides.set(conversationId, 'detectors', DEFAULTS.detectors);
  }

  /** Picks the previous model again, and withdraws ours. Without one, ours stays for a last answer. */
  async #restoreModel(): Promise<void> {
    if (this.#modelBefore === undefined || this.#phase !== 'stopped') {
      return;
    }
    try {
      await this.window.chat.pickModel(this.#modelBefore);
      this.#isModelBack = true;
      this.#end();
    } catch (error) {
      this.window.log.info(`The model that was picked before the demonstration is gone: ${String(error)}`);
    }
  }

  async run(): Promise<void> {
    if (this.#phase === 'looping') {
      return;
    }
    if (vscode.workspace.getConfiguration('chat').get('editor.localAgent.enabled') === false) {
      // Everything sent to the chat would go to another agent's model, even messages to `@loopguard`.
      void prompts.showWarningMessage(
        translate('The demo needs a Local session. Turn on `chat.editor.localAgent.enabled`, and then try again.'),
      );
      return;
    }
    this.#end();
    this.#phase = 'looping';
    this.#modelBefore = undefined;
    this.#isModelBack = false;
    await setContext(CONTEXT_KEYS.isTrying, true);
    this.#model.offer();
    try {
      if (!(await this.#show())) {
        this.window.log.info('The demonstration could not be shown: the chat did not use its model.');
        void prompts.showWarningMessage(
          translate('The demo couldn’t run: the chat in this window didn’t use its model. Is chat turned on?'),
        );
        this.#end();
        return;
      }
    } catch (error) {
      this.#end();
      throw error;
    }
    this.#endAfter(DEMONSTRATION_LIMIT_MS);
    await pause(EXPLANATION_MS);
    await this.#restoreModel();
  }

  /** In a new chat: learns which model is picked, and lets an agent loop. True if it was stopped. */
  async #show(): Promise<boolean> {
    const { chat, log } = this.window;
    const stopped = new Promise<boolean>((resolve) => (this.#onStop = () => resolve(true)));
    if (!hasModelProviders() || !(await isModelOffered())) {
      return false;
    }
    await pause(WORKBENCH_LEARNS_MS);
    await chat.newChat();
    const answered = chat.send(`@loopguard ${this.#request}`).catch(() => undefined);
    await Promise.race([answered, pause(INTRODUCTION_LIMIT_MS)]);
    const obstacle = obstacleToAgent();
    if (obstacle !== undefined) {
      log.info(`The demonstration goes by way of @loopguard: ${obstacle}.`);
    } else if (await this.#ask(this.#question, stopped)) {
      return true;
    }
    this.#model.offer();
    await chat.newChat();
    return this.#ask(`@loopguard ${this.#question}`, stopped);
  }

  async #ask(query: string, stopped: Promise<boolean>): Promise<boolean> {
    const givenUp = this.window.chat.send(query, DEMONSTRATION_MODEL).then(
      () => pause(1_000),
      (error: unknown) => this.window.log.info(`The chat did not take the demonstration: ${String(error)}`),
    );
    const isStopped = await Promise.race([stopped, givenUp.then(() => false), pause(STOP_LIMIT_MS).then(() => false)]);
    if (!isStopped) {
      await this.window.chat.cancelFocused();
    }
    return isStopped;
  }

  #endAfter(milliseconds: number): void {
    clearTimeout(this.#endTimer);
    this.#endTimer = setTimeout(() => this.#end(), milliseconds);
  }

  #end(): void {
    clearTimeout(this.#endTimer);
    this.#phase = 'idle';
    if (this.#conversationId !== undefined) {
      this.window.conversations.overrides.clear(this.#conversationId);
    }
    this.#conversationId = undefined;
    this.#model.withdraw();
    void setContext(CONTEXT_KEYS.isTrying, false);
  }
}

/** Why VS Code's agent would not call our hooks; undefined if it should. */
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

/** False if VS Code doesn't know the model in time. */
async function isModelOffered(): Promise<boolean> {
  for (const end = Date.now() + MODEL_LIMIT_MS; Date.now() < end; await pause(100)) {
    if ((await vscode.lm.selectChatModels({ ...DEMONSTRATION_MODEL })).length > 0) {
      return true;
    }
  }
  return false;
}
