/** How many values a text is made of at most, and how deep they lie; each needs memory of its own. */
const MAX_ODD_VALUES = 1_000_000;
const MAX_ODD_DEPTH = 300_000;

/** The value stands for more than fits into memory. */
export class TooLarge extends RangeError {
  override readonly name = 'TooLarge';

  constructor() {
    super('The value is too large to be compared.');
  }
}

type Step = { readonly text: string } | { readonly value: unknown } | { readonly leave: object };

/** Serialises without recursion: for values on which the library overflows the stack or refuses. */
export function iterativeText(root: unknown): string {
  const parts: string[] = [];
  const path = new Set<object>();
  const steps: Step[] = [{ value: root }];
  let values = 0;
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ('text' in step) {
      parts.push(step.text);
      continue;
    }
    if (++values > MAX_ODD_VALUES || path.size > MAX_ODD_DEPTH) {
      throw new TooLarge();
    }
    if ('leave' in step) {
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
    if (container.length > MAX_ODD_VALUES) {
      throw new TooLarge();
    }
    steps.push({ text: '[' });
    for (const item of container as unknown[]) {
      steps.push({ value: item }, { text: ',' });
    }
    steps.push({ text: ']' });
  } else {
    steps.push({ text: '{' });
    for (const key of Object.keys(container).sort()) {
      steps.push(
        { text: `${JSON.stringify(key)}:` },
        { value: (container as Record<string, unknown>)[key] },
        { text: ',' },
      );
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
