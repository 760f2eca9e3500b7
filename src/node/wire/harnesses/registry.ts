import type { Harness, RawInput } from '../harness';
import { claude } from './claude';
import { codex } from './codex';
import { copilot } from './copilot';
import { gemini } from './gemini';
import { vscode } from './vscode';

/** All harnesses. An input is of the first that it looks like; Claude Code, which takes any, comes last. */
export const HARNESSES = { gemini, copilot, codex, vscode, claude } as const satisfies Readonly<
  Record<string, Harness>
>;

export type HarnessName = keyof typeof HARNESSES;

/** Their names, as they stand behind `--harness`. */
export const HARNESS_NAMES = Object.keys(HARNESSES) as readonly HarnessName[];

/** Tells which harness sent an input. */
export function recognise(input: RawInput, environment: NodeJS.ProcessEnv): Harness {
  return Object.values(HARNESSES).find((harness) => harness.looksLike(input, environment)) ?? claude;
}
