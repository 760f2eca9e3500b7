import type { Harness, RawInput } from '../wire/harness';
import { claude } from './claude';
import { codex } from './codex';
import { copilot } from './copilot';
import { gemini } from './gemini';
import { qwen } from './qwen';
import { vscode } from './vscode';
import { copilotUserFile } from '../plugin/agentFolders';
import { existsSync } from 'node:fs';

/**
 * Agents that start hooks. An input is of the last one that it looks like: Claude Code, which takes any, comes first.
 */
export const WITH_HOOKS = { claude, vscode, codex, copilot, gemini, qwen } as const;

export type HarnessName = keyof typeof WITH_HOOKS;

export const HARNESSES = Object.fromEntries(
  Object.entries(WITH_HOOKS).map(([id, { harness }]) => [id, harness]),
) as Readonly<Record<HarnessName, Harness>>;

export const HARNESS_NAMES = Object.keys(HARNESSES) as readonly HarnessName[];

export function recognise(input: RawInput, environment: NodeJS.ProcessEnv): Harness {
  return (
    Object.values(HARNESSES)
      .toReversed()
      .find((harness) => harness.looksLike(input, environment)) ?? claude.harness
  );
}

export interface StartedHook {
  readonly environment: NodeJS.ProcessEnv;
  /** What the hooks file says of the hook; `user` in the person's own file of Copilot, `repository` in a folder's. */
  readonly route: string | undefined;
  /** Whether Copilot has our plugin; asked by the hook of a repository only. */
  readonly hasPlugin?: () => boolean;
}

/**
 * In sessions of Copilot the plugin, the person's own hooks file and the repository's may all start us; since Copilot
 * gives calls no ids, each call would count as often. One answers: the person's own file where it is there, else the
 * plugin, else the repository. In all other sessions the ids of calls tell that they are the same.
 */
export function isDuplicateInstallation(input: RawInput, { environment, route, hasPlugin }: StartedHook): boolean {
  const isCopilot = recognise(input, environment).name === 'copilot';
  if (route === 'user') {
    return !isCopilot;
  }
  return isCopilot && (existsSync(copilotUserFile(environment)) || (route === 'repository' && hasPlugin?.() === true));
}
