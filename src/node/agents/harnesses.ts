import type { Harness, RawInput } from '../wire/harness';
import { claude } from './claude';
import { codex } from './codex';
import { copilot } from './copilot';
import { gemini } from './gemini';
import { qwen } from './qwen';
import { vscode } from './vscode';
import { copilotUserFile } from '../plugin/agentFolders';
import { existsSync } from 'node:fs';

/** Agents that start hooks. An input belongs to the last that it looks like: Claude Code, which takes any, is first. */
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
  /** From the hooks file: `user` in the user's own file of Copilot, `repository` in a folder's. */
  readonly route: string | undefined;
  /** Whether Copilot has our plugin; only a repository's hook asks. */
  readonly hasPlugin?: () => boolean;
}

/**
 * In Copilot sessions, the plugin, the user's hooks file, and the repository's may all start us; Copilot's calls have
 * no ids, so each call would count several times. One answers: the user's file if it exists, otherwise the plugin,
 * otherwise the repository. In all other sessions, call ids show that they are the same.
 */
export function isDuplicateInstallation(input: RawInput, { environment, route, hasPlugin }: StartedHook): boolean {
  const isCopilot = recognise(input, environment).name === 'copilot';
  if (route === 'user') {
    return !isCopilot;
  }
  return isCopilot && (existsSync(copilotUserFile(environment)) || (route === 'repository' && hasPlugin?.() === true));
}
