import * as z from 'zod/mini';
import { averageCertainty, copyOf, type MetricsTally, tallySchema } from './tally';
import { METRICS_VERSION, type StoredMetrics } from './storedMetrics';

const exportedTally = z.extend(tallySchema, {
  /** From 0 to 1; null when nothing was detected. */
  averageCertainty: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
});

/** ISO 8601, in UTC. `z.iso` would bring all of its formats into what is loaded at start. */
const timestamp = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

/** The exported file. It holds numbers, times and ids of conversations; no prompt, argument or result. */
export const exportSchema = z.object({
  format: z.literal('tool-loop-guard-metrics'),
  version: z.literal(METRICS_VERSION),
  exportedAt: timestamp,
  /** When counting began. */
  since: timestamp,
  /** How `saved…` were estimated. */
  method: z.string(),
  /** Over all windows and conversations. */
  totals: exportedTally,
  /** Those of the window that exported, the latest first. */
  conversations: z.array(
    z.extend(exportedTally, {
      id: z.string(),
      /** What kind of session it is: `local`, `agentHostCopilot`; left out where no hook told. */
      sessionType: z.optional(z.string()),
      /** The id of the model that it used last; left out where no surface told. */
      model: z.optional(z.string()),
    }),
  ),
});

type MetricsExport = z.output<typeof exportSchema>;

/** A conversation as it is exported. */
interface ExportedConversation {
  readonly id: string;
  readonly sessionType?: string | undefined;
  readonly model?: string | undefined;
  readonly tally: MetricsTally;
}

/** @param conversations those of this window, the latest first */
export function exportedMetrics(
  stored: StoredMetrics,
  conversations: readonly ExportedConversation[],
  method: string,
  nowMs: number,
): MetricsExport {
  return {
    format: 'tool-loop-guard-metrics',
    version: METRICS_VERSION,
    exportedAt: new Date(nowMs).toISOString(),
    since: new Date(stored.sinceMs).toISOString(),
    method,
    totals: exported(stored.totals),
    conversations: conversations.map(({ id, sessionType, model, tally }) => ({
      id,
      ...(sessionType === undefined ? {} : { sessionType }),
      ...(model === undefined ? {} : { model }),
      ...exported(tally),
    })),
  };
}

function exported(tally: MetricsTally): z.output<typeof exportedTally> {
  return { ...copyOf(tally), averageCertainty: averageCertainty(tally) ?? null };
}
