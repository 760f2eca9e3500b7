import { JUDGED_KEYS } from '../settings/table';
import type { Hash } from '../../engine/facts/signature';
import type { TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';
import { isForgotten } from './arguments';
import { sessionOptionsOf, type FeedbackQuestion } from './question';
import { relaxingProposals, lacksArguments, isProven, tighteningProposals } from './proposals';
import { type CallCount, countOf, countsOf } from '../replay/counts';
import type { NoRemedy, Remedies, Remedy, RemedyKind } from './remedy';
import type { TrialCase } from './thresholds';
import { Trial } from './trial';
import type { CallAddress } from '../timeline/callAddress';
import type { SettingsChange } from './settingsChange';

/** From the change that says the least to the one that says the most. */
const KINDS: readonly RemedyKind['kind'][] = [
  'raise',
  'lower',
  'countArgument',
  'ignoreArgument',
  'operation',
  'exempt',
];

/**
 * The smallest changes of the user's settings under which a call would have been judged as the person says, smallest
 * first.
 * Each is proven: the recorded calls are replayed under the changed settings, and nothing is found in this call any
 * more ("fine"), or it is a certain loop ("loop"). What else would change in the conversations at hand is told with
 * each.
 */
export function remedies(question: FeedbackQuestion, hash: Hash): Remedies {
  const { verdict, call, conversation, settings } = question;
  const recording = countOf(conversation, call);
  const trial = new Trial(settings, hash, sessionOptionsOf(question));
  const asked: TrialCase = { trial, recording, call, targets: targetsOf(call, conversation) };
  const fired = trial.firstFiring(recording, asked.targets, []);
  if (verdict === 'fine' ? fired === undefined : fired?.detection.finding.certainty === 'certain') {
    return {
      remedies: [],
      reason: lacksArguments(asked) ? 'forgotten' : isSettled(question, trial) ? 'settled' : 'impossible',
    };
  }
  const proposals = (verdict === 'fine' ? relaxingProposals(asked, conversation) : tighteningProposals(asked)).filter(
    ({ changes }) => trial.isPossible(changes),
  );
  const proven = proposals.filter((proposal) => isProven(verdict, asked, proposal.changes));
  const effects = new Effects(withTrials(question, trial, hash), asked.targets);
  return {
    remedies: proven
      .map((proposal): Remedy => ({ ...proposal, ...effects.of(proposal.changes) }))
      .toSorted((a, b) => sizeOf(a) - sizeOf(b)),
    reason: proven.length > 0 ? undefined : noRemedy(asked),
  };
}

/** A call that was refused after a chance is checked by the call the chance was given for. */
function targetsOf(call: TimelineCall, conversation: TimelineConversation): TimelineCall[] {
  const chance =
    call.detection?.afterChance === true
      ? conversation.callAt(call.detection.finding.calls.at(-2) ?? -1, call.agent)
      : undefined;
  return chance === undefined || chance.countNumber !== call.countNumber ? [call] : [chance, call];
}

function noRemedy({ recording, call }: TrialCase): NoRemedy {
  return recording.calls.some((other) => other.name === call.name && isForgotten(other)) ? 'forgotten' : 'impossible';
}

/** The settings have changed since the call was checked. */
function isSettled({ verdict, call }: FeedbackQuestion, trial: Trial): boolean {
  const { detection } = call;
  const now = trial.effective(call, []);
  return (
    verdict === 'loop' ||
    detection === undefined ||
    JUDGED_KEYS.some((key) => JSON.stringify(now[key]) !== JSON.stringify(detection.settings[key]))
  );
}

/** All counts in which the tool was called, this conversation's first. */
function* withTrials(
  { call, conversation, conversations, settings }: FeedbackQuestion,
  trial: Trial,
  hash: Hash,
): Iterable<readonly [CallCount, Trial]> {
  for (const each of [conversation, ...conversations.filter(({ id }) => id !== conversation.id)]) {
    const own = each === conversation ? trial : new Trial(settings, hash, { model: each.model });
    for (const recording of countsOf(each)) {
      if (recording.calls.some(({ name }) => name === call.name)) {
        yield [recording, own];
      }
    }
  }
}

/** Excluding a tool is the largest change; the size of the others is what they change in the given calls. */
function sizeOf({ kind, vanishing, appearing, changes }: Remedy): number {
  return (
    (kind === 'exempt' ? 1_000_000 : 0) +
    100 * (vanishing.length + appearing.length) +
    10 * KINDS.indexOf(kind) +
    changes.length
  );
}

/** Replays cost time: how many calls of all conversations are looked at, the latest conversations first. */
const MOST_CALLS = 20_000;

/** Tells what else a change of settings would have changed in the recordings at hand. */
class Effects {
  readonly #before: { readonly recording: CallCount; readonly trial: Trial; readonly fired: ReadonlySet<number> }[] =
    [];

  /**
   * @param recordings each with the trial that knows its circumstances, the latest conversation first
   * @param except the calls the change is made for
   */
  constructor(
    recordings: Iterable<readonly [CallCount, Trial]>,
    private readonly except: readonly TimelineCall[],
  ) {
    let calls = 0;
    for (const [recording, trial] of recordings) {
      calls += recording.calls.length;
      if (calls > MOST_CALLS && this.#before.length > 0) {
        break;
      }
      this.#before.push({ recording, trial, fired: new Set(trial.firings(recording, []).keys()) });
    }
  }

  of(changes: readonly SettingsChange[]): Pick<Remedy, 'vanishing' | 'appearing'> {
    const vanishing: CallAddress[] = [];
    const appearing: CallAddress[] = [];
    for (const { recording, trial, fired } of this.#before) {
      const now = trial.firings(recording, changes);
      recording.calls.forEach((call, index) => {
        if (this.except.includes(call) || fired.has(index) === now.has(index)) {
          return;
        }
        const address = { conversationId: recording.conversationId, number: call.number };
        if (now.has(index)) {
          appearing.push(address);
        } else if (call.detection !== undefined) {
          vanishing.push(address);
        }
      });
    }
    return { vanishing, appearing };
  }
}
