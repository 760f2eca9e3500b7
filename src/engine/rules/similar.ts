import { succeeded } from '../facts/outcome';
import type { WindowEntry } from '../ledger/entry';
import { defineDetector, stoppingCalls } from './detector';
import { haveSameResult, type Rounds } from '../ledger/rounds';
import { choice, count, onOff } from './setting';
import { callSimilarity, type SimilarityMeasure } from './similarity';

/**
 * Nearly the same call again, with the same result: one more space, a different quotation mark, one more condition.
 *
 * Why it is a loop: the model changes the wording, not the question, and the result stays the same. So the change
 * doesn't matter. What keeps it from being one: a different result, and any other new call in between that succeeded. A
 * call with an unknown result proves nothing here, unlike an identical one. A tool with operations is made for the same
 * operation with different data, so its calls are left out.
 */
export const similar = defineDetector({
  id: 'similar',
  settings: {
    similarityAlgorithm: choice('levenshtein', 'How to compare the words of arguments, up to 64 in a field.', {
      levenshtein: 'Edit distance: by how many characters the words differ.',
      jaccard: 'Shared words: how many words both have.',
    }),
    similarityThreshold: {
      kind: 'number',
      // At 0.8, false warnings double and almost no more loops are found. Shared words (jaccard) are even less strict.
      default: 0.9,
      least: 0.5,
      most: 1,
      description:
        'How alike two calls must be to count as similar, from 0.5 to 1, as measured by `similarityAlgorithm`.',
    },
    normalizeWhitespace: onOff(true, 'Ignore whitespace when comparing similar calls.'),
    ignoreCase: onOff(true, 'Ignore case when comparing similar calls.'),
    maxSimilar: count(
      // The third variation with the same result shows that the change doesn't matter.
      3,
      'Number of similar calls with the same result before a warning. Four times as many count as a loop.',
    ),
  },
  rules: {
    similar: {
      limit: 'maxSimilar',
      onlyHints: true,
      patience: 4,
      comparison: 'callBefore',
      told: {
        did: '{before} nearly identical {tool} calls returned the same result.',
        blocked: 'The next one, {call}, was blocked.',
        once: { did: '{tool} was just called in nearly the same way.' },
        errors: { did: '{before} nearly identical {tool} calls failed in the same way.' },
      },
    },
  },
  texts: {
    name: 'Similar calls',
    meaning: 'The same tool with nearly the same arguments and the same result: the changes make no difference.',
    pattern: '{tool} invoked {count} times with nearly identical params and one result, no pause over {ttlSeconds}s',
    loops: 'similar calls',
    option: 'Similar calls: the same tool with nearly the same arguments and the same result.',
    finds: 'the same tool with nearly the same arguments and the same result',
    likely: '{maxSimilar}',
    why: 'the wording changes, but the result doesn’t',
    unless:
      'a different result; a field with a different value, path, or ID; several changed fields; a mere acknowledgment',
  },
  measures: ['similarityThreshold', 'similarityAlgorithm'],
  skipsOperations: true,

  *tally(evidence, values) {
    const { candidate, rounds, history, isKnownCall } = evidence;
    // Most calls have no two equal results before them, so their words needn't be compared.
    const [newer = [], older = []] = rounds.newestFirst
      .map((round) => round.filter(({ tool }) => tool === candidate.tool))
      .filter((calls) => calls.length > 0);
    if (values.maxSimilar > 2 && !newer.some((call) => older.some((before) => haveSameResult(call, before)))) {
      return;
    }
    const alike = trailingAlike(candidate, rounds, values);
    const [newest] = alike;
    if (newest === undefined || isAcknowledgement(alike, history, values)) {
      return;
    }
    const variations = (calls: readonly WindowEntry[]): number =>
      new Set([candidate, ...calls].map((call) => call.signature)).size;
    // A first variation of a call that was repeated may be the corrected one, so only variations lead to a stop.
    const stopping = stoppingCalls(alike, candidate);
    yield { rule: 'similar', certainty: 'certain', row: stopping.toReversed(), count: variations(stopping) };
    // After the same failure, every attempt counts for a warning, too.
    const varied = variations(alike);
    const count = varied > 1 && newest.outcome?.kind === 'failed' ? alike.length + 1 : varied;
    // After two failures, a new call may be the corrected one. The third failure shows that it wasn't.
    const isNewAttempt = !isKnownCall && newest.outcome !== undefined && !succeeded(newest.outcome);
    yield { rule: 'similar', certainty: 'likely', row: alike.toReversed(), count, tries: isNewAttempt ? 1 : 0 };
  },
});

/** Below this, two calls have little in common but the tool. */
const UNLIKE = 0.5;

/** Newest first, as long as each call is a small step from the next and got the same answer. */
function trailingAlike(candidate: WindowEntry, rounds: Rounds, measure: SimilarityMeasure): WindowEntry[] {
  const alike: WindowEntry[] = [];
  let newer = candidate;
  const isNext = (call: WindowEntry): boolean =>
    call.tool === candidate.tool &&
    (newer === candidate ? call.outcome !== undefined : haveSameResult(newer, call)) &&
    callSimilarity(newer, call, measure) >= measure.similarityThreshold;
  for (const round of rounds.newestFirst) {
    const match = round.find(isNext);
    if (match !== undefined) {
      alike.push(match);
      newer = match;
    } else if (round.some((call) => call.tool === candidate.tool) || rounds.mayHaveProgress(round)) {
      break;
    }
  }
  return alike;
}

/** A result that completely different calls also got ("done", "file updated") says nothing about variations. */
function isAcknowledgement(
  alike: readonly WindowEntry[],
  history: readonly WindowEntry[],
  measure: SimilarityMeasure,
): boolean {
  const [newest] = alike;
  const outcome = newest?.outcome;
  if (newest === undefined || outcome === undefined || !succeeded(outcome)) {
    return false;
  }
  const isUnlike = (call: WindowEntry): boolean =>
    call.tool !== newest.tool || callSimilarity(call, newest, measure) <= UNLIKE;
  return (
    outcome.kind === 'done' ||
    history.some((call) => !alike.includes(call) && call.outcome?.digest === outcome.digest && isUnlike(call))
  );
}
