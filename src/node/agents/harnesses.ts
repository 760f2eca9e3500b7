import type { Harness, RawInput } from '../wire/harness';
import { claude } from './claude';
import { codex } from './codex';
import { copilot } from './copilot';
import { cursor } from './cursor';
import { gemini } from './gemini';
import { jetbrains } from './jetbrains';
import { qwen } from './qwen';
import { vscode } from './vscode';

/**
 * Agents that start hooks. An input is of the last one that it looks like: Claude Code, which takes any, comes first.
 */
export const WITH_HOOKS = { claude, vscode, codex, copilot, gemini, qwen, cursor, jetbrains } as const;

export type HarnessName = keyof typeof WITH_HOOKS;

/** Their harnesses, by the names that stand behind `--harness`. */
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
