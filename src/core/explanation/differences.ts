import { ruleOf } from '../../engine/rules/registry';
import type { Finding } from '../../engine/rules/finding';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { Translate } from '../words/language';
import { argumentDifference, type CommonField, type FieldDifference } from './argumentDifference';
import { toolText } from './explainedCall';
import type { ExplainedCalls } from './explainedCalls';

/** A differing field, and the tool or letter whose calls it was found in, where several were compared apart. */
interface ExplainedDifference extends FieldDifference {
  readonly of: string | undefined;
}

/** What calls that were compared have in common. */
interface CommonArguments {
  /** The tool or letter of the calls, where several were compared apart. */
  readonly of: string | undefined;
  readonly fields: readonly CommonField[];
}

/** What the arguments of the calls in a loop have in common, and what they differ in. */
export interface Differences {
  readonly text: string;
  readonly common: readonly CommonArguments[];
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
    return { text: translate('The arguments are no longer available.'), common: [], fields: [] };
  }
  const groups = groupsOf(
    known,
    finding.period > 1
      ? ({ number }) => letters.find(({ calls }) => calls.includes(number))?.letter ?? ''
      : ({ tool }) => toolText(tool),
  );
  const fields: ExplainedDifference[] = [];
  const common: CommonArguments[] = [];
  let furtherFields = 0;
  for (const [name, calls] of groups) {
    const difference = argumentDifference(calls);
    furtherFields += difference.furtherFields;
    common.push({ of: groups.size > 1 ? name : undefined, fields: difference.common });
    fields.push(...difference.fields.map((field) => ({ ...field, of: groups.size > 1 ? name : undefined })));
  }
  const texts = [differenceText(finding, fields.length > 0, groups.size > 1, translate)];
  if (furtherFields > 0) {
    texts.push(
      furtherFields === 1
        ? translate('1 more argument isn’t shown.')
        : translate('{count} more arguments aren’t shown.', { count: furtherFields }),
    );
  }
  if (forgotten > 0 || known.length < involved.length) {
    texts.push(translate('Some calls are no longer available and weren’t compared.'));
  }
  return { text: texts.join(' '), common, fields };
}

function differenceText(finding: Finding, differ: boolean, severalTools: boolean, translate: Translate): string {
  if (ruleOf(finding.rule).comparison === 'identicalCall') {
    if (differ) {
      return translate('Identical except for ignored arguments (ignoredArguments).');
    }
    return finding.period > 1 ? translate('Identical in every round.') : translate('Identical in every call.');
  }
  if (differ) {
    return translate('Different in each call. See the table.');
  }
  return severalTools
    ? translate('Different tools. Each tool got identical arguments.')
    : translate('Identical in every call.');
}

function groupsOf(calls: readonly TimelineCall[], nameOf: (call: TimelineCall) => string): Map<string, TimelineCall[]> {
  const groups = new Map<string, TimelineCall[]>();
  for (const call of calls) {
    const name = nameOf(call);
    groups.set(name, [...(groups.get(name) ?? []), call]);
  }
  return groups;
}
