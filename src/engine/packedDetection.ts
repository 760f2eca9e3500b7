import type { ModelName } from './call';
import type { Finding } from './finding';
import type { Detection } from './verdict';

/** What the detections of one loop have in common: all of them share one object. */
export type LoopDetection = Omit<Detection, 'callId' | 'arguments' | 'finding'> & {
  readonly finding: Omit<Finding, 'count' | 'calls' | 'steps'>;
};

/** The common part of a detection: the known one if it is the same. */
export function loopDetectionOf(detection: Detection, known: LoopDetection | undefined): LoopDetection {
  const { conversationId, tool, settings, action, model, afterChance, finding } = detection;
  if (
    known?.settings === settings &&
    known.tool === tool &&
    known.action === action &&
    known.afterChance === afterChance &&
    isSameModel(known.model, model) &&
    known.conversationId === conversationId &&
    isSameLoop(known.finding, finding)
  ) {
    return known;
  }
  const { rule, certainty, factor, results, atCeiling, detector, setting, threshold, period } = finding;
  return {
    conversationId,
    tool,
    settings,
    action,
    model,
    afterChance,
    finding: { rule, certainty, factor, results, atCeiling, detector, setting, threshold, period },
  };
}

/** The detection of a call again; its arguments are not kept. */
export function detectionAgain({ finding, ...loop }: LoopDetection, callId: string, packedSteps: string): Detection {
  const { count, steps } = unpackSteps(packedSteps);
  return { ...loop, callId, arguments: undefined, finding: { ...finding, count, steps, calls: steps.flat() } };
}

/**
 * Packs what tells the findings of one loop apart: the count, and the steps as the distances of their calls, where a
 * distance that repeats is written once.
 * @returns one character of one byte for each part of a number; undefined if the finding can't be packed
 */
export function packSteps({ count, steps, calls }: Finding): string | undefined {
  const bytes: number[] = [];
  addNumber(bytes, count);
  let [last, lastToken, times, place] = [0, -1, 0, 0];
  for (const step of steps) {
    for (let at = 0; at < step.length; at++) {
      const index = step[at] as number;
      const token = tokenOf(index - last, at === 0);
      if (calls[place++] !== index || !(index >= 0 && index <= MOST)) {
        return undefined;
      }
      if (token !== lastToken) {
        addRun(bytes, lastToken, times);
        [lastToken, times] = [token, 0];
      }
      times += 1;
      last = index;
    }
    if (step.length === 0) {
      return undefined;
    }
  }
  addRun(bytes, lastToken, times);
  return place === calls.length && count >= 0 && count <= MOST ? String.fromCharCode(...bytes) : undefined;
}

/** Twice a distance of two numbers up to this still is a number of 31 bits. */
const MOST = 2 ** 28;

function unpackSteps(packed: string): { count: number; steps: number[][] } {
  const steps: number[][] = [];
  let place = 0;
  const next = (): number => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = packed.charCodeAt(place++);
      value |= (byte & 0x7f) << shift;
      shift += 7;
      if (byte < 0x80) {
        return value;
      }
    }
  };
  const count = next();
  for (let last = 0; place < packed.length;) {
    const token = next();
    const distance = (token >>> 2) * ((token & 2) === 0 ? 1 : -1);
    for (let times = next(); times > 0; times--) {
      last += distance;
      if ((token & 1) === 1) {
        steps.push([last]);
      } else {
        steps.at(-1)?.push(last);
      }
    }
  }
  return { count, steps };
}

/** A distance, whether it leads back, and whether a step begins there. */
function tokenOf(distance: number, beginsStep: boolean): number {
  return (Math.abs(distance) << 2) | (distance < 0 ? 2 : 0) | (beginsStep ? 1 : 0);
}

function addRun(bytes: number[], token: number, times: number): void {
  if (times > 0) {
    addNumber(bytes, token);
    addNumber(bytes, times);
  }
}

function addNumber(bytes: number[], value: number): void {
  let left = value;
  for (; left >= 0x80; left >>>= 7) {
    bytes.push((left & 0x7f) | 0x80);
  }
  bytes.push(left);
}

function isSameModel(a: ModelName | undefined, b: ModelName | undefined): boolean {
  return a === b || (a?.id === b?.id && a?.vendor === b?.vendor && a?.family === b?.family);
}

function isSameLoop(a: LoopDetection['finding'], b: LoopDetection['finding']): boolean {
  return (
    a.rule === b.rule &&
    a.certainty === b.certainty &&
    a.factor === b.factor &&
    a.results === b.results &&
    a.atCeiling === b.atCeiling &&
    a.detector === b.detector &&
    a.setting === b.setting &&
    a.threshold === b.threshold &&
    a.period === b.period
  );
}
