import * as vscode from 'vscode';
import type { CommandId, CONTEXT_KEYS, FeatureName } from './ids';

/** Any extension can run a command with any arguments, so they aren't trusted. */
export type Handler = (...given: readonly unknown[]) => unknown;

/** A handler for each command of a feature: one that is forgotten doesn't compile. */
export type Handlers<Name extends FeatureName> = Readonly<Record<CommandId<Name>, Handler>>;

export function runCommand(id: CommandId, ...given: readonly unknown[]): Thenable<unknown> {
  return vscode.commands.executeCommand(id, ...given);
}

export function commandLink(command: CommandId, title: string, ...given: readonly unknown[]): vscode.Command {
  return { command, title, arguments: [...given] };
}

/** For the conditions (`when`) of package.json. */
export function setContext(key: (typeof CONTEXT_KEYS)[keyof typeof CONTEXT_KEYS], value: boolean): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', key, value);
}
