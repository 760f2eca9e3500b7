import * as vscode from 'vscode';
import type { Handler, Handlers } from '../host/commands';
import { type CommandId, COMMANDS, type FeatureName } from '../host/ids';
import type { GuardWindow } from './guardWindow';
import { reportFault } from './log';

export interface Registered<Name extends FeatureName> {
  readonly commands: Handlers<Name>;
  readonly parts: readonly { dispose(): unknown }[];
}

/** One that is forgotten doesn't compile. */
export type Features = { readonly [Name in FeatureName]: () => Registered<Name> };

/** A part that fails is named in the log, and the others continue. */
export function attempt<Started>(
  { log }: Pick<GuardWindow, 'log'>,
  name: string,
  start: () => Started,
): Started | undefined {
  try {
    return start();
  } catch (error) {
    reportFault(log, `starting ${name}`)(error);
    return undefined;
  }
}

/** The command handlers of all features that could be started. */
export function registerFeatures(window: GuardWindow, features: Partial<Features>): ReadonlyMap<string, Handler> {
  return new Map(
    Object.entries(features).flatMap(([name, register]) => {
      const registered = attempt<
        Omit<Registered<never>, 'commands'> & { readonly commands: Readonly<Record<string, Handler>> }
      >(window, name, register);
      window.subscriptions.push(...(registered?.parts ?? []));
      return Object.entries(registered?.commands ?? {});
    }),
  );
}

export function registerCommands(run: (id: CommandId, ...given: Parameters<Handler>) => unknown): vscode.Disposable {
  const ids: readonly CommandId[] = Object.values(COMMANDS).flat();
  return vscode.Disposable.from(
    ...ids.map((id) => vscode.commands.registerCommand(id, (...given: unknown[]) => run(id, ...given))),
  );
}
