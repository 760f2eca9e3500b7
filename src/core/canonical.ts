import stableStringify from 'fast-json-stable-stringify';

/** Keeps texts of the second way apart from those of the library, so that the two never coincide. */
const ITERATIVE_MARK = '\u0000';

/**
 * The canonical text of a call's arguments: equal for arguments that mean the same call.
 *
 * Keys are sorted at every depth, array order is kept. Text that is JSON is parsed first; any other text
 * (invalid JSON, the empty text) stands for itself. Never throws: circular, very deep or otherwise
 * unserialisable values get a canonical text of the same kind by another way.
 *
 * @param value a JSON value, or the arguments as the model sent them
 */
export function canonicalText(value: unknown): string {
  return canonicalTextOf(parseArguments(value));
}

/** As {@link canonicalText}, of arguments that went through {@link parseArguments} already. */
export function canonicalTextOf(parsed: unknown): string {
  try {
    return stableStringify(parsed) ?? 'undefined';
  } catch {
    return ITERATIVE_MARK + iterativeText(parsed);
  }
}

/** Arguments as a value: text that is JSON is parsed, everything else is returned as it is. */
export function parseArguments(value: unknown): unknown {
  if (typeof value !== 'string') {
    return value;
  }
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

type Step = { readonly text: string } | { readonly value: unknown } | { readonly leave: object };

/** Serialises without recursion: for values on which the library overflows the stack or refuses. */
function iterativeText(root: unknown): string {
  const parts: string[] = [];
  const path = new Set<object>();
  const steps: Step[] = [{ value: root }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ('text' in step) {
      parts.push(step.text);
    } else if ('leave' in step) {
      path.delete(step.leave);
    } else if (typeof step.value === 'object' && step.value !== null) {
      if (path.has(step.value)) {
        parts.push('"[circular]"');
        continue;
      }
      path.add(step.value);
      steps.push({ leave: step.value });
      for (const next of containerSteps(step.value)) {
        steps.push(next);
      }
    } else {
      parts.push(leafText(step.value));
    }
  }
  return parts.join('');
}

/** The steps that write a container, last one first, as the stack wants them. */
function containerSteps(container: object): Step[] {
  const steps: Step[] = [];
  if (Array.isArray(container)) {
    steps.push({ text: '[' });
    for (const item of container as unknown[]) {
      steps.push({ value: item }, { text: ',' });
    }
    steps.push({ text: ']' });
  } else {
    steps.push({ text: '{' });
    for (const key of Object.keys(container).sort()) {
      steps.push({ text: `${JSON.stringify(key)}:` }, { value: (container as Record<string, unknown>)[key] }, { text: ',' });
    }
    steps.push({ text: '}' });
  }
  return steps.reverse();
}

function leafText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'bigint':
      return `${value}n`;
    default:
      return String(value);
  }
}
