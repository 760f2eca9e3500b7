import { detectorOf } from '../../engine/rules/registry';
import type { TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import { differingArguments, isForgotten, onlyDifferences, operationArguments } from './arguments';
import type { FeedbackVerdict } from '../events/events';
import { literalPattern } from '../settings/patterns';
import { toolSetting } from '../settings/resolve';
import type { Remedy, RemedyKind } from './remedy';
import type { SettingsChange } from './settingsChange';
import { loweredThresholds, type TrialCase, raisedThresholds, thresholdChanges, type Thresholds } from './thresholds';

/** A change of settings of which is not known yet what else it would change. */
export type Proposal = RemedyKind & Pick<Remedy, 'tool' | 'changes'>;

/** Whether under these changes the call is checked as the person says. */
export function isProven(
  verdict: FeedbackVerdict,
  { trial, recording, call, targets }: TrialCase,
  changes: readonly SettingsChange[],
): boolean {
  if (verdict === 'fine') {
    return trial.firstFiring(recording, targets, changes) === undefined;
  }
  const finding = trial.firstFiring(recording, [call], changes)?.detection.finding;
  return finding !== undefined && (call.detection === undefined || finding.certainty === 'certain');
}

/** What may keep a call from being found, the proofs of arguments still to come. */
export function relaxingProposals(asked: TrialCase, conversation: TimelineConversation): Proposal[] {
  const { trial, call } = asked;
  const { finding } = call.detection ?? {};
  const found = (finding?.calls ?? []).flatMap((index) => conversation.callAt(index, call.agent) ?? []);
  const ofTool = conversation.calls.filter(({ name }) => name === call.name);
  const configuration = trial.configuration([]);
  const proposals: Proposal[] = [];
  if (!lacksArguments(asked)) {
    proposals.push(
      ...firstPossible(call, (tool) => {
        const raised = raisedThresholds(asked, tool);
        return raised === undefined ? [] : [thresholdProposal(raised, tool)];
      }),
    );
  }
  const foundOfTool = found.filter(({ name }) => name === call.name);
  if (!foundOfTool.some(isForgotten)) {
    const ignored = toolSetting(configuration, 'ignoredArguments', call.name) ?? [];
    for (const argument of differingArguments(foundOfTool, ignored)) {
      proposals.push({
        kind: 'countArgument',
        argument,
        tool: call.name,
        changes: [
          {
            path: ['tools', literalPattern(call.name), 'ignoredArguments'],
            value: ignored.filter((name) => name !== argument),
          },
        ],
      });
    }
    if ((toolSetting(configuration, 'operationField', call.name) ?? '') === '') {
      for (const argument of operationArguments(
        foundOfTool,
        ofTool.filter((other) => !isForgotten(other)),
      )) {
        proposals.push({
          kind: 'operation',
          argument,
          tool: call.name,
          changes: [{ path: ['tools', literalPattern(call.name), 'operationField'], value: argument }],
        });
      }
    }
  }
  proposals.push(
    ...firstPossible(call, (tool): Proposal[] => {
      const changes: SettingsChange[] = [{ path: ['tools', literalPattern(tool), 'exempt'], value: true }];
      return isProven('fine', asked, changes) ? [{ kind: 'exempt', tool, changes }] : [];
    }),
  );
  return proposals;
}

/** What may make a call a certain loop. */
export function tighteningProposals(asked: TrialCase): Proposal[] {
  const { trial, recording, call } = asked;
  const ignored = toolSetting(trial.configuration([]), 'ignoredArguments', call.name) ?? [];
  const earlier = recording.calls.slice(0, recording.calls.indexOf(call)).filter(({ tool }) => tool === call.tool);
  return [
    ...firstPossible(call, (tool) =>
      loweredThresholds(asked, tool, call.detection?.finding).map((lowered) => thresholdProposal(lowered, tool)),
    ),
    ...onlyDifferences(call, earlier, ignored).map((argument): Proposal => ({
      kind: 'ignoreArgument',
      argument,
      tool: call.name,
      changes: [{ path: ['tools', literalPattern(call.name), 'ignoredArguments'], value: [...ignored, argument] }],
    })),
  ];
}

function thresholdProposal(thresholds: Thresholds, tool: string): Proposal {
  return {
    ...thresholds,
    tool,
    changes: thresholdChanges(tool, new Map(thresholds.thresholds.map(({ key, after }) => [key, after]))),
  };
}

/** What a tool goes by in `tools`, the narrower name first. */
export function overrideNames({ tool, name }: TimelineCall): string[] {
  return tool === name ? [name] : [tool, name];
}

/** The proposals for the narrowest name that has any: a wider one would say more than was asked for. */
function firstPossible(call: TimelineCall, propose: (tool: string) => Proposal[]): Proposal[] {
  for (const tool of overrideNames(call)) {
    const proposals = propose(tool);
    if (proposals.length > 0) {
      return proposals;
    }
  }
  return [];
}

/** What reads the arguments themselves found something, and without them a replay tells nothing about it. */
export function lacksArguments({ recording, call }: TrialCase): boolean {
  return (
    call.detection !== undefined &&
    detectorOf(call.detection.finding.detector).readsArguments === true &&
    recording.calls.some((other) => other.name === call.name && isForgotten(other))
  );
}
