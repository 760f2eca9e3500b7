import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { AnswerSettings } from '../../core/settings/configuration';
import { Throttle } from '../host/throttle';
import { translate } from '../host/translate';
import { DEMONSTRATION_VENDOR, GUARDED_VENDOR } from '../host/ids';

/** A vendor that hasn't listed its models by then is left out until it does. */
const VENDOR_LIMIT_MS = 5000;

/** Vendors report changes at about the same time; the list is checked once for all of them. */
const LOOK_INTERVAL_MS = 200;

/** VS Code doesn't say how long a model's answer can be; its own agent assumes this for models of extensions. */
const MAX_OUTPUT_TOKENS = 8192;

interface ModelDetails {
  readonly maxOutputTokens?: number;
  readonly capabilities?: { readonly supportsImageToText?: boolean; readonly supportsToolCalling?: boolean | number };
}

export interface GuardedModel extends vscode.LanguageModelChatInformation {
  readonly isUserSelectable: true;
}

export class ModelCatalog implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #models = new Map<string, vscode.LanguageModelChat>();
  readonly #subscriptions: vscode.Disposable;
  #told = '';
  readonly #throttle = new Throttle(LOOK_INTERVAL_MS, () => void this.#look());

  /** Fires when the list differs from what {@link list} returned last. */
  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly settings: () => AnswerSettings,
    onDidChangeSettings: vscode.Event<unknown>,
  ) {
    const look = (): void => this.#lookSoon();
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      onDidChangeSettings(look),
      vscode.lm.onDidChangeChatModels(look),
      vscode.extensions.onDidChange(look),
    );
  }

  /** Each once. Never throws; a vendor that fails or takes too long is left out. */
  async list(): Promise<GuardedModel[]> {
    const models = await this.#find();
    this.#told = keyOf(models);
    return models;
  }

  /** Undefined if its vendor no longer has it. */
  async wrapped(id: string): Promise<vscode.LanguageModelChat | undefined> {
    if (!this.#models.has(id)) {
      await this.#find();
    }
    return this.#models.get(id);
  }

  dispose(): void {
    this.#throttle.dispose();
    this.#subscriptions.dispose();
  }

  async #find(): Promise<GuardedModel[]> {
    const { anyGuardedModel, guardsModel } = this.settings();
    if (!anyGuardedModel) {
      return [];
    }
    const found = (await Promise.all(otherVendors().map(modelsOf))).flat();
    const offered = found.filter(
      (model) => guardsModel(`${model.vendor}/${model.family}`, idOf(model)) && callsTools(model),
    );
    for (const model of offered) {
      this.#models.set(idOf(model), model);
    }
    return [...new Map(offered.map((model) => [idOf(model), information(model)])).values()];
  }

  #lookSoon(): void {
    if (this.#told !== '' || this.settings().anyGuardedModel) {
      this.#throttle.request();
    }
  }

  async #look(): Promise<void> {
    if (keyOf(await this.#find()) !== this.#told) {
      this.#changed.fire();
    }
  }
}

async function modelsOf(vendor: string): Promise<vscode.LanguageModelChat[]> {
  try {
    const late = pause(VENDOR_LIMIT_MS, [], { ref: false });
    return await Promise.race([vscode.lm.selectChatModels({ vendor }), late]);
  } catch {
    return [];
  }
}

function information(model: vscode.LanguageModelChat): GuardedModel {
  const { capabilities, maxOutputTokens } = model as ModelDetails;
  return {
    id: idOf(model),
    name: translate('{model} (guarded)', { model: model.name }),
    family: model.family,
    version: model.version,
    detail: model.vendor,
    tooltip: translate('{model} from {vendor}, with its tool calls checked by Tool Loop Guard.', {
      model: model.name,
      vendor: model.vendor,
    }),
    maxInputTokens: model.maxInputTokens,
    maxOutputTokens: maxOutputTokens ?? MAX_OUTPUT_TOKENS,
    isUserSelectable: true,
    capabilities: {
      toolCalling: capabilities?.supportsToolCalling ?? true,
      imageInput: capabilities?.supportsImageToText ?? false,
    },
  };
}

/** If VS Code doesn't say, the model is assumed to call tools. */
function callsTools(model: vscode.LanguageModelChat): boolean {
  return Boolean((model as ModelDetails).capabilities?.supportsToolCalling ?? true);
}

function idOf({ vendor, id }: vscode.LanguageModelChat): string {
  return `${vendor}/${id}`;
}

function keyOf(models: readonly GuardedModel[]): string {
  return models.length === 0 ? '' : JSON.stringify(models);
}

/** In some versions of VS Code, it exists although no manifest contributes it. */
const COPILOT = { vendor: 'copilot', extension: 'GitHub.copilot-chat' };

/** Without ours: asking for our own models while we list them would never end, and a demonstration isn't work. */
function otherVendors(): string[] {
  const contributed = vscode.extensions.all.flatMap(({ packageJSON }) => contributedVendors(packageJSON));
  const copilot = vscode.extensions.getExtension(COPILOT.extension) === undefined ? [] : [COPILOT.vendor];
  return [...new Set([...contributed, ...copilot])].filter(
    (vendor) => vendor !== GUARDED_VENDOR && vendor !== DEMONSTRATION_VENDOR,
  );
}

function contributedVendors(manifest: unknown): string[] {
  const { contributes } = (manifest ?? {}) as {
    readonly contributes?: { readonly languageModelChatProviders?: unknown };
  };
  const providers = contributes?.languageModelChatProviders;
  return (Array.isArray(providers) ? providers : [providers]).flatMap((provider: unknown) => {
    const { vendor, when } = (provider ?? {}) as { readonly vendor?: unknown; readonly when?: unknown };
    // A vendor that is never shown has models only for its own kind of sessions, such as Copilot CLI.
    return typeof vendor === 'string' && when !== 'false' ? [vendor] : [];
  });
}
