import { type Handlers, registerCommands } from './commands';
import type { GuardWindow } from './guardWindow';
import type { FeatureName } from './ids';
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
