import { toolLabel } from '../../core/words/quoting';
import type { Detection } from '../../engine/verdict';
import type { Harness } from '../hooks/harness';

/** One line about a stop for a log that anybody may be shown: no text of arguments, results or prompts is in it. */
export function stopLine({ name }: Harness, { finding }: Detection, tool: string, nowMs: number): string {
  const { detector, count } = finding;
  const when = new Date(nowMs).toISOString();
  return `${when} ${name}: a tool call loop was stopped (${detector}, ${count} calls, ${toolLabel(tool)})`;
}
