/** A call the model asks for. */
export interface ScriptedCall {
  readonly name: string;
  readonly input: object;
  /** Where a tool is listed under one, as Codex does with some. */
  readonly namespace?: string;
  /** How long the model takes to stream it after the call before, in milliseconds; only Anthropic's wire waits. */
  readonly afterMs?: number;
}

/** One answer of the scripted model: a text ends the turn, calls go on with it; several calls are parallel. */
export type Step = string | readonly ScriptedCall[];

/** An answer that depends on what the model has read last: the result of its call, or an empty text. */
export type Decision = (read: string) => Step;

/**
 * Answers in order. The last one stays for all further requests, so a script that ends with a call never ends the turn
 * by itself.
 */
export type Script = readonly (Step | Decision)[];

/** An answer with one call of a tool that both harnesses spell alike, or that only one of them has. */
export const call = (name: string, input: object = {}): Step => [{ name, input }];

/** The same answer, or call, several times. */
export const times = <Each>(count: number, each: Each): Each[] => Array.from({ length: count }, () => each);

/** The answer to the request that comes after so many answers; undefined only for an empty script. */
export function stepAt(script: Script, answered: number, read: string): Step | undefined {
  const step = script[Math.min(answered, script.length - 1)];
  return typeof step === 'function' ? step(read) : step;
}

export const callsOf = (step: Step): readonly ScriptedCall[] => (typeof step === 'string' ? [] : step);
