import { findingPattern } from './detectorTexts';
import type { Translate } from './language';
import { fill } from './messages';
import { quotedArguments, toolLabel } from './quoting';
import type { Detection } from '../../engine/decision/verdict';

/** The pattern in a few words, by the rule that found it. */
export function patternText(detection: Detection, translate: Translate): string {
  const { finding, settings } = detection;
  return findingPattern(finding, toolName(detection), settings.ttlSeconds, translate);
}

/** A text of the person's own, filled in; undefined where ours is to be used. */
export function ownText(detection: Detection, text: string | undefined, translate: Translate): string | undefined {
  const { finding, settings } = detection;
  return text === undefined
    ? undefined
    : fill(text, {
        tool: toolLabel(detection.tool),
        count: String(finding.count),
        limit: String(finding.threshold),
        ttlSeconds: String(settings.ttlSeconds),
        pattern: patternText(detection, translate),
        arguments: quotedArguments(detection.arguments),
      });
}

/** The tool that a finding is about, in quotation marks. */
export function toolName({ tool, finding }: Detection): string {
  return `'${toolLabel(finding.failedTool ?? tool)}'`;
}
