import { canonicalText, parseArguments } from '../../engine/values/canonical';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';

type Arguments = Readonly<Record<string, unknown>>;

/** What names an operation: a short word, not a text. */
const OPERATION_WORD = /^[A-Za-z][\w.:-]{0,29}$/;
const MOST_OPERATIONS = 8;

/** The arguments of a call by name; undefined when it has none by name, or when they are no longer kept. */
function argumentsOf({ arguments: given }: TimelineCall): Arguments | undefined {
  const parsed = given === FORGOTTEN ? undefined : parseArguments(given);
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Arguments) : undefined;
}

/** Whether the arguments of a call are no longer kept. */
export function isForgotten({ arguments: given }: TimelineCall): boolean {
  return given === FORGOTTEN;
}

/**
 * Arguments that look as if they named what a tool is to do: a short word that differs among the calls in question, out
 * of few that come again and again in all calls of the tool.
 */
export function operationArguments(inQuestion: readonly TimelineCall[], ofTool: readonly TimelineCall[]): string[] {
  return namesIn(inQuestion).filter((name) => {
    const words = wordsOf(ofTool, name);
    return (
      wordsOf(inQuestion, name).size > 1 &&
      [...words].every((word) => typeof word === 'string' && OPERATION_WORD.test(word)) &&
      words.size <= MOST_OPERATIONS &&
      words.size < ofTool.length
    );
  });
}

/** Arguments in which calls differ that were taken for the same. */
export function differingArguments(calls: readonly TimelineCall[], among: readonly string[]): string[] {
  return among.filter((name) => new Set(calls.map((call) => canonicalText(argumentsOf(call)?.[name]))).size > 1);
}

/** The arguments of a call each of which is all that tells it from at least one earlier call. */
export function onlyDifferences(
  call: TimelineCall,
  earlier: readonly TimelineCall[],
  ignored: readonly string[],
): string[] {
  const own = argumentsOf(call);
  if (own === undefined) {
    return [];
  }
  return Object.keys(own).filter((name) => {
    const without = [...ignored, name];
    const rest = textWithout(own, without);
    return (
      !ignored.includes(name) &&
      earlier.some((other) => {
        const others = argumentsOf(other);
        return (
          others !== undefined &&
          textWithout(others, without) === rest &&
          canonicalText(others[name]) !== canonicalText(own[name])
        );
      })
    );
  });
}

function namesIn(calls: readonly TimelineCall[]): string[] {
  return [...new Set(calls.flatMap((call) => Object.keys(argumentsOf(call) ?? {})))];
}

function wordsOf(calls: readonly TimelineCall[], name: string): Set<unknown> {
  return new Set(calls.map((call) => argumentsOf(call)?.[name]));
}

function textWithout(values: Arguments, names: readonly string[]): string {
  return canonicalText(Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))));
}
