/** The repository's own sessions: those of the golden list that are played with the defaults. */
import { parseMessage } from '../../src/core/chat/command';
import { describeOutcome } from '../../src/engine/facts/outcome';
import type { RecordedCall } from '../../src/engine/replay';
import { replayUnder } from '../replayUnder';
import { parseConfiguration } from '../../src/core/settings/parse';
import { sha256 } from '../../src/node/files/hash';
import { golden } from '../../test/trajectories/golden';
import type { Step, Trajectory } from '../../test/trajectories/notation';
import { isAtLeast, type Severity } from './score';

const BEGINNING_MS = Date.parse('2026-01-01T00:00:00Z');

export interface OwnScore {
  readonly severity: Severity;
  /** Sessions to be noticed, and those that were. */
  readonly loops: number;
  readonly found: number;
  /** Sessions to be left alone, and those that weren't. */
  readonly work: number;
  readonly wrong: readonly string[];
}

/** One score for warnings (including stops), and one for stops. */
export function ownScores(): OwnScore[] {
  const configuration = parseConfiguration({});
  const sessions = golden.flatMap(({ title, trajectories }) =>
    trajectories.flatMap((trajectory) => {
      const calls = callsOf(trajectory);
      return calls === undefined
        ? []
        : [
            {
              name: [title, trajectory.name ?? ''].join(' ').trim(),
              expected: expectedOf(trajectory),
              firings: replayUnder(calls, configuration, sha256),
            },
          ];
    }),
  );
  return (['hint', 'warn', 'block'] as const).map((severity) => {
    const counts = (fired: Severity): boolean => isAtLeast(fired, severity);
    const loops = sessions.filter(({ expected }) => expected !== undefined && counts(expected));
    const work = sessions.filter((session) => !loops.includes(session));
    const isNoticed = ({ firings }: (typeof sessions)[number]): boolean => firings.some((f) => counts(f.severity));
    return {
      severity,
      loops: loops.length,
      found: loops.filter(isNoticed).length,
      work: work.length,
      wrong: work.filter(isNoticed).map(({ name }) => name),
    };
  });
}

/** The most that may happen; undefined: nothing. */
function expectedOf({ expected }: Trajectory): Severity | undefined {
  const answers: readonly string[] = Array.isArray(expected) ? expected : Object.keys(expected);
  return answers.includes('break') ? 'block' : (['warn', 'hint'] as const).find((answer) => answers.includes(answer));
}

/** @returns undefined if a trajectory contains more than calls of one conversation with the defaults */
function callsOf({ settings, ports, faults, steps }: Trajectory): RecordedCall[] | undefined {
  if ([settings, ports, faults].some((special) => special !== undefined) || steps.some((step) => !isPlain(step))) {
    return undefined;
  }
  const calls: RecordedCall[] = [];
  let atMs = BEGINNING_MS;
  let afterUserMessage = true;
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'wait') {
      atMs += 1000 * step.seconds;
    } else if (step.kind === 'prompt') {
      // A command of ours isn't a message to the agent.
      afterUserMessage ||= parseMessage(step.text) === undefined;
    } else if (step.kind === 'call') {
      calls.push({
        tool: step.tool,
        arguments: step.arguments,
        agent: undefined,
        round: step.round ?? `call ${index}`,
        afterUserMessage,
        atMs,
        result: step.result,
        outcome: step.result === undefined ? undefined : describeOutcome(step.result, step.isError ?? false, sha256),
      });
      afterUserMessage = false;
    }
  }
  return calls;
}

function isPlain(step: Step): boolean {
  return step.kind === 'wait' || step.kind === 'prompt' || (step.kind === 'call' && isOfTheOneConversation(step));
}

function isOfTheOneConversation(step: Extract<Step, { kind: 'call' }>): boolean {
  return step.conversation === undefined && step.tookMs === undefined;
}
