import { type Handler, type Handlers, registerCommands } from '../host/commands';
import type { GuardWindow } from './guardWindow';
import { type CommandId, COMMANDS, type FeatureName } from '../host/ids';
import { reportFault } from './log';

/** What a feature has registered, and the handlers of its commands, which are registered for it. */
export interface Registered<Name extends FeatureName> {
  readonly commands: Handlers<Name>;
  readonly parts: readonly { dispose(): unknown }[];
}

/** Registers one feature of the window. May throw: then the window lacks this feature and no other. */
type Feature<Name extends FeatureName> = (window: GuardWindow) => Registered<Name> | Promise<Registered<Name>>;

/** Every feature there is: one that is forgotten does not compile. */
export type Features = { readonly [Name in FeatureName]: Feature<Name> };

/** Registers the features one after the other. One that fails is named in the log, and the others go on. */
export async function registerFeatures(window: GuardWindow, features: Features): Promise<void> {
  for (const [name, register] of Object.entries(features)) {
    try {
      const { commands, parts } = await register(window);
      window.subscriptions.push(...parts, registerCommands(commands));
    } catch (error) {
      reportFault(window.log, `starting ${name}`)(error);
    }
  }
}

/** A feature, or the part of it that is rarely used, of which nothing is loaded until it is needed. */
export class FeatureOnDemand<Name extends FeatureName> implements Registered<Name> {
  /** None before it is loaded. */
  readonly parts = [];
  #commands: Handlers<Name> | undefined;

  /** @param load loads the part and registers it */
  constructor(
    private readonly name: Name,
    private readonly window: Pick<GuardWindow, 'log' | 'subscriptions'>,
    private readonly load: () => Registered<Name>,
  ) {}

  /** What has the part loaded when a person runs one of its commands. */
  get commands(): Handlers<Name> {
    const ids: readonly CommandId<Name>[] = COMMANDS[this.name];
    const handlers = ids.map((id): [string, Handler] => [id, (...given) => this.start()[id](...given)]);
    return Object.fromEntries(handlers) as Handlers<Name>;
  }

  /**
   * Loads the part unless it is there.
   * @throws when that fails; the log says so
   */
  start(): Handlers<Name> {
    if (this.#commands === undefined) {
      try {
        const { commands, parts } = this.load();
        this.window.subscriptions.push(...parts);
        this.#commands = commands;
      } catch (error) {
        reportFault(this.window.log, `starting ${this.name}`)(error);
        throw error;
      }
    }
    return this.#commands;
  }
}
