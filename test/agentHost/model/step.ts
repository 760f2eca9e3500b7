export interface ScriptedCall {
  readonly name: string;
  readonly input: object;
  /** If a tool is listed under one, as some are in Codex. */
  readonly namespace?: string;
  /** Delay of the stream after the previous call, in milliseconds; only with Anthropic's API. */
  readonly afterMs?: number;
}

/** An answer of the scripted model: a text ends the turn, calls continue it; several calls are parallel. */
export type Step = string | readonly ScriptedCall[];

/** Depends on what the model has read last: a call's result, or an empty text. */
export type Decision = (read: string) => Step;

/** Answers in order. The last one is repeated, so a script that ends with a call never ends the turn. */
export type Script = readonly (Step | Decision)[];

/** For a tool with the same name in both harnesses, or that only one has. */
export const call = (name: string, input: object = {}): Step => [{ name, input }];

export const times = <Each>(count: number, each: Each): Each[] => Array.from({ length: count }, () => each);

/** @param answered number of earlier answers @returns undefined only for an empty script */
export function stepAt(script: Script, answered: number, read: string): Step | undefined {
  const step = script[Math.min(answered, script.length - 1)];
  return typeof step === 'function' ? step(read) : step;
}

export const callsOf = (step: Step): readonly ScriptedCall[] => (typeof step === 'string' ? [] : step);
