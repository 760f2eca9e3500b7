import { ruleOf } from '../../engine/detectors/registry';
import type { Finding } from '../../engine/finding';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { Translate } from '../words/language';
import { argumentDifference, type FieldDifference } from './argumentDifference';
import { toolText } from './explainedCall';
import type { ExplainedCalls } from './explainedCalls';

/** A differing field, and the tool or letter whose calls it was found in, where several were compared apart. */
interface ExplainedDifference extends FieldDifference {
  readonly of: string | undefined;
}

/** What the arguments of the calls in a loop differed in. */
export interface Differences {
  readonly text: string;
  readonly fields: readonly ExplainedDifference[];
}

/** Calls that take turns are compared with the identical ones, all others with those of the same tool. */
export function differences(
  finding: Finding,
  { involved, letters, forgotten }: ExplainedCalls,
  translate: Translate,
): Differences {
  const known = involved.filter((call) => call.arguments !== FORGOTTEN);
  if (known.length < 2) {
    return { text: translate('The arguments of these calls are not remembered any more.'), fields: [] };
  }
  const groups = groupsOf(
    known,
    finding.period > 1
      ? ({ number }) => letters.find(({ calls }) => calls.includes(number))?.letter ?? ''
      : ({ tool }) => toolText(tool),
  );
  const fields: ExplainedDifference[] = [];
  let furtherFields = 0;
  for (const [name, calls] of groups) {
    const difference = argumentDifference(calls);
    furtherFields += difference.furtherFields;
    fields.push(...difference.fields.map((field) => ({ ...field, of: groups.size > 1 ? name : undefined })));
  }
  const texts = [differenceText(finding, fields.length > 0, groups.size > 1, translate)];
  if (furtherFields > 0) {
    texts.push(translate('{count} further fields are not shown.', { count: furtherFields }));
  }
  if (forgotten > 0 || known.length < involved.length) {
    texts.push(translate('Some of the calls are not remembered any more and were not compared.'));
  }
  return { text: texts.join(' '), fields };
}

function differenceText(finding: Finding, differ: boolean, severalTools: boolean, translate: Translate): string {
  if (ruleOf(finding.rule).comparison === 'identicalCall') {
    if (differ) {
      return translate('Only in arguments that make no difference (toolLoopGuard.ignoredArguments):');
    }
    return finding.period > 1
      ? translate('In nothing: each step came with the same arguments every time.')
      : translate('In nothing: all of them were the same.');
  }
  if (differ) {
    return severalTools ? translate('The calls of each tool differed in:') : translate('The calls differed in:');
  }
  return severalTools
    ? translate('Different tools were called; the calls of each tool were the same.')
    : translate('In nothing: all of them were the same.');
}

function groupsOf(calls: readonly TimelineCall[], nameOf: (call: TimelineCall) => string): Map<string, TimelineCall[]> {
  const groups = new Map<string, TimelineCall[]>();
  for (const call of calls) {
    const name = nameOf(call);
    groups.set(name, [...(groups.get(name) ?? []), call]);
  }
  return groups;
}
