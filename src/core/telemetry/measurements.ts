import { BoundedMap } from '../../engine/values/boundedMap';
import type { ModelName } from '../../engine/facts/call';
import type { Detection } from '../../engine/decision/verdict';
import type { ObservedEvent } from '../events/events';

export const COUNTERS = {
  calls: { name: 'tool_loop_guard.calls', unit: '{call}', description: 'Tool calls that were judged.' },
  detections: {
    name: 'tool_loop_guard.detections',
    unit: '{detection}',
    description: 'Calls that looked like part of a loop.',
  },
  refusals: { name: 'tool_loop_guard.refusals', unit: '{call}', description: 'Calls that were not run.' },
  stops: { name: 'tool_loop_guard.stops', unit: '{run}', description: 'Runs of agents that were ended.' },
  mitigations: {
    name: 'tool_loop_guard.mitigations',
    unit: '{detection}',
    description: 'Detections after which the model did something else.',
  },
  falsePositives: {
    name: 'tool_loop_guard.false_positives',
    unit: '{detection}',
    description: 'Detections of which a person said that nothing was wrong.',
  },
} as const;

export type CounterName = keyof typeof COUNTERS;

export const DETECTION_EVENT = 'tool_loop_guard.detection';

export interface Measurement {
  readonly counter: CounterName;
  readonly attributes: Readonly<Record<string, string>>;
  /** Of a detection: its conversation's ID in the agent's own traces. Only in events, never in counts. */
  readonly conversation?: string | undefined;
}

const REMEMBERED_REPORTS = 500;

/** Replaces what could hold more than a name. */
const OTHER = '_OTHER';

/** A model may call a tool by any text, and a model's name may be a file path: only what looks like a name is sent. */
const NAME = /^[\w@][\w.@-]{0,63}(?:[/:][\w@][\w.@-]{0,63}){0,2}$/;

const ID = /^[\w-]{1,100}$/;

export interface MeasuredContext {
  readonly harness: string;
  readonly model: ModelName | undefined;
}

/** Uses only names: detector, action, harness, tool without its operation (an argument), model; and a session's ID. */
export class Measurements {
  readonly #reported = new BoundedMap<string, true>(REMEMBERED_REPORTS);

  of(event: ObservedEvent, context: MeasuredContext): readonly Measurement[] {
    const count = (counter: CounterName, tool: string, attributes: Record<string, string> = {}): Measurement => ({
      counter,
      attributes: { ...attributesOf(tool, context), ...attributes },
    });
    const found = (counter: CounterName, detection: Detection): Measurement =>
      count(counter, detection.tool, foundBy(detection));
    switch (event.kind) {
      case 'recorded':
        return event.call.moment === undefined ? [count('calls', event.call.tool)] : [];
      case 'detection': {
        const { detection, call } = event;
        const { action } = detection;
        const isRefused = (action === 'chance' || action === 'break') && call.moment === undefined;
        return action === 'continue'
          ? []
          : [
              { ...found('detections', detection), conversation: sessionOf(detection.conversationId) },
              ...(isRefused ? [count('calls', detection.tool), found('refusals', detection)] : []),
              ...(action === 'break' ? [found('stops', detection)] : []),
            ];
      }
      case 'refused': {
        const { tool } = event.call;
        return [count('calls', tool), count('refusals', tool, { 'tool_loop_guard.action': 'stopped' })];
      }
      case 'mitigated':
        return [found('mitigations', event.detection)];
      case 'feedback': {
        const { detection, conversationId, callId, verdict } = event;
        // A counter can't be undone, so each detection counts once, whatever feedback follows.
        const id = `${conversationId} ${callId}`;
        if (verdict !== 'fine' || detection === undefined || this.#reported.has(id)) {
          return [];
        }
        this.#reported.set(id, true);
        return [found('falsePositives', detection)];
      }
      default:
        return [];
    }
  }
}

function foundBy({ finding, action }: Detection): Record<string, string> {
  return { 'tool_loop_guard.detector': finding.detector, 'tool_loop_guard.action': action };
}

function attributesOf(tool: string, { harness, model }: MeasuredContext): Record<string, string> {
  const [bareTool = ''] = tool.split(':');
  return {
    'tool_loop_guard.harness': harness,
    'gen_ai.tool.name': nameOf(bareTool),
    ...(model === undefined ? {} : { 'gen_ai.request.model': nameOf(model.id) }),
    ...(model === undefined || model.vendor === 'unknown' ? {} : { 'gen_ai.provider.name': nameOf(model.vendor) }),
  };
}

/** Of a subagent's conversation, the part before the slash. */
function sessionOf(conversationId: string): string | undefined {
  const [session = ''] = conversationId.split('/');
  return ID.test(session) ? session : undefined;
}

function nameOf(text: string): string {
  return NAME.test(text) ? text : OTHER;
}
