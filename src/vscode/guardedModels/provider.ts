import * as vscode from 'vscode';
import { hasModelProviders } from '../host/capabilities';
import type { Registered } from '../window/feature';
import { GUARDED_VENDOR } from '../host/ids';
import type { GuardedModel } from './catalog';
import type { GuardedModels, GuardedModelsWindow, openGuardedModels } from './guardedModels';

/** What is loaded when a setting names a model. */
type Load = () => { readonly openGuardedModels: typeof openGuardedModels };

/**
 * Offers the models that a setting names again, with their tool calls judged. While it names none, or where VS Code has
 * no model providers, this does nothing.
 */
export function registerGuardedModels(window: GuardedModelsWindow, load: Load): Registered<'guardedModels'> {
  if (!hasModelProviders()) {
    return { commands: {}, parts: [] };
  }
  const provider = new ModelsOnDemand(window, load);
  return { commands: {}, parts: [provider, vscode.lm.registerLanguageModelChatProvider(GUARDED_VENDOR, provider)] };
}

/** The guarded models, loaded as soon as there are any. */
class ModelsOnDemand implements vscode.LanguageModelChatProvider<GuardedModel>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[] = [this.#changed];
  #opened: GuardedModels | undefined;

  readonly onDidChangeLanguageModelChatInformation = this.#changed.event;

  constructor(
    private readonly window: GuardedModelsWindow,
    private readonly load: Load,
  ) {
    this.#subscriptions.push(
      window.settings.onDidChange(() => {
        // From then on it tells of changes itself.
        if (this.#opened === undefined && this.#areAny) {
          this.#changed.fire();
        }
      }),
    );
  }

  provideLanguageModelChatInformation(): Promise<GuardedModel[]> {
    return this.#opened !== undefined || this.#areAny
      ? this.#models.provideLanguageModelChatInformation()
      : Promise.resolve([]);
  }

  provideLanguageModelChatResponse(
    ...request: Parameters<GuardedModels['provideLanguageModelChatResponse']>
  ): Promise<void> {
    return this.#models.provideLanguageModelChatResponse(...request);
  }

  provideTokenCount(...request: Parameters<GuardedModels['provideTokenCount']>): Promise<number> {
    return this.#models.provideTokenCount(...request);
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => void subscription.dispose());
  }

  get #areAny(): boolean {
    return this.window.settings.current.answers.anyGuardedModel;
  }

  get #models(): GuardedModels {
    if (this.#opened === undefined) {
      this.#opened = this.load().openGuardedModels(this.window);
      this.#subscriptions.push(
        this.#opened,
        this.#opened.onDidChangeLanguageModelChatInformation(() => this.#changed.fire()),
      );
    }
    return this.#opened;
  }
}
