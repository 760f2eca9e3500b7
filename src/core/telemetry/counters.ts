/** The counters that are sent. */
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

/** The event that tells of one detection, where events are sent. */
export const DETECTION_EVENT = 'tool_loop_guard.detection';

/** One more of something. */
export interface Measurement {
  readonly counter: CounterName;
  readonly attributes: Readonly<Record<string, string>>;
  /** Of a detection: the id of its conversation in the agent's own traces. It is in events alone, and in no count. */
  readonly conversation?: string | undefined;
}
