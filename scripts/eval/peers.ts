/**
 * Other guards' published rules, as plainly as their sources and documents state them. They judge the recorded calls
 * exactly like ours; rules that need the result of call i fire at i + 1.
 */
import { canonicalText } from '../../src/engine/values/canonical';
import type { Judge } from './judges';
import type { Firing, Severity } from './score';
import type { Session } from './traces';

interface Seen {
  readonly index: number;
  readonly tool: string;
  readonly signature: string;
  readonly digest: string | null;
  readonly failed: boolean;
  readonly round: number;
}

function seen(session: Session): Seen[] {
  return session.calls.map((call, index) => ({
    index,
    tool: call.name,
    signature: `${call.name}\n${canonicalText(call.arguments)}`,
    digest: call.resultSha,
    failed: call.isError,
    round: call.turn,
  }));
}

/** For a peer that forgets everything with each user message. */
const perUserTurn =
  (judge: (session: Session) => Firing[]) =>
  (session: Session): Firing[] => {
    const starts = session.calls.flatMap((call, index) => (index === 0 || call.userTurnBefore ? [index] : []));
    return starts.flatMap((start, at) =>
      judge({ ...session, calls: session.calls.slice(start, starts[at + 1]) }).map((firing) => ({
        ...firing,
        index: firing.index + start,
      })),
    );
  };

const fire = (index: number, severity: Severity, detector: string): Firing => ({ index, severity, detector });

function inARow(n: number, severity: Severity = 'block'): (session: Session) => Firing[] {
  return (session) => {
    let count = 0;
    let last: string | undefined;
    return seen(session).flatMap((call) => {
      count = call.signature === last ? count + 1 : 1;
      last = call.signature;
      return count >= n ? [fire(call.index, severity, 'run')] : [];
    });
  };
}

/** Whether the calls end in this many repetitions of a pattern of this length. */
function endsInPattern(signatures: readonly string[], length: number, repetitions: number): boolean {
  const span = length * repetitions;
  if (signatures.length < span) {
    return false;
  }
  const tail = signatures.slice(-span);
  return tail.every((signature, at) => signature === tail[at % length]);
}

function aaagent(session: Session): Firing[] {
  const calls = seen(session);
  return calls.flatMap((call, at) => {
    const window = calls.slice(Math.max(0, at - 10), at).map((each) => each.signature);
    const duplicates = window.filter((signature) => signature === call.signature).length;
    if (duplicates >= 2) {
      return [fire(call.index, 'block', 'window')];
    }
    const withThis = [...window, call.signature];
    for (let length = 2; length <= 5; length++) {
      if (endsInPattern(withThis, length, 2)) {
        return [fire(call.index, 'block', 'pattern')];
      }
    }
    return [];
  });
}

function geminiCli(session: Session): Firing[] {
  const signatures: string[] = [];
  return seen(session).flatMap((call) => {
    signatures.push(call.signature);
    const window = signatures.slice(-25);
    for (let length = 1; length <= 5; length++) {
      if (endsInPattern(window, length, 5)) {
        return [fire(call.index, 'block', 'cycle')];
      }
    }
    return [];
  });
}

/** Same call and result four times, same call failing three times, or two calls alternating six times. */
function openHands(session: Session): Firing[] {
  const calls = seen(session);
  return calls.flatMap((call, at) => {
    const past = calls.slice(0, at);
    const signatures = past.map((each) => each.signature);
    const pairs = past.map((each) => `${each.signature}\0${each.digest}`);
    if (endsInPattern(pairs, 1, 4)) {
      return [fire(call.index, 'block', 'same')];
    }
    if (endsInPattern(signatures, 1, 3) && past.slice(-3).every((each) => each.failed)) {
      return [fire(call.index, 'block', 'errors')];
    }
    return endsInPattern(pairs, 2, 3) && !endsInPattern(signatures, 1, 2) ? [fire(call.index, 'block', 'turns')] : [];
  });
}

/** More than five of the last ten steps (rounds with their results) are the same. */
function crush(session: Session): Firing[] {
  const rounds = roundsOf(seen(session));
  return rounds.flatMap(([first], at) => {
    const keys = rounds.slice(Math.max(0, at - 10), at).map(stepKey);
    if (keys.length < 10) {
      return [];
    }
    const most = Math.max(...keys.map((key) => keys.filter((other) => other === key).length));
    return most > 5 ? [fire(first.index, 'block', 'steps')] : [];
  });
}

const stepKey = (round: readonly Seen[]): string => round.map((call) => `${call.signature}\0${call.digest}`).join('\0');

function roundsOf(calls: readonly Seen[]): [Seen, ...Seen[]][] {
  const rounds: [Seen, ...Seen[]][] = [];
  for (const call of calls) {
    const last = rounds.at(-1);
    if (last?.[0].round === call.round) {
      last.push(call);
    } else {
      rounds.push([call]);
    }
  }
  return rounds;
}

/** Same call and result three times, or a cycle of 2 to 4 calls with the same results three times. */
function hermes(session: Session): Firing[] {
  const calls = seen(session);
  const past: string[] = [];
  return calls.flatMap((call) => {
    const firing =
      endsInPattern(past, 1, 3) || [2, 3, 4].some((length) => endsInPattern(past, length, 3))
        ? [fire(call.index, 'warn', 'frozen')]
        : [];
    past.push(`${call.signature}\0${call.digest}`);
    return firing;
  });
}

/** Per tool, consecutive rounds in which it got the same arguments. Other tools in between don't count. */
function openRouter(session: Session): Firing[] {
  const streaks = new Map<string, { key: string; rounds: number }>();
  return roundsOf(seen(session)).flatMap((round) => {
    const tools = [...new Set(round.map((call) => call.tool))];
    return tools.flatMap((tool) => {
      const ofTool = round.filter((call) => call.tool === tool);
      const key = ofTool
        .map((call) => call.signature)
        .sort()
        .join('\0');
      const before = streaks.get(tool);
      const rounds = before?.key === key ? before.rounds + 1 : 1;
      streaks.set(tool, { key, rounds });
      return rounds >= 3 ? ofTool.slice(0, 1).map((call) => fire(call.index, 'block', 'streak')) : [];
    });
  });
}

/** @param action the peer's own name for it */
const peer = (rule: string, action: 'warn' | 'block' | 'ask' | 'stop', judge: Judge['judge']): Judge => ({
  rule,
  severities: [{ name: action, counts: 'warn' }],
  judge,
});

export const peers: readonly Judge[] = [
  peer('identical: 4 in a row', 'block', inARow(4)),
  peer('identical: 3 in a row', 'block', inARow(3)),
  peer('aaagent-rs: window 10, 3rd, patterns 2–5 ×2', 'block', aaagent),
  peer('opencode: 3', 'ask', perUserTurn(inARow(3))),
  peer('Roo Code: 4', 'block', inARow(4)),
  peer('qwen-code tier A: 5', 'block', perUserTurn(inARow(5))),
  peer('gemini-cli: periods 1–5 ×5 in 25', 'block', perUserTurn(geminiCli)),
  peer('cline SDK: 3', 'warn', inARow(3, 'warn')),
  peer('OpenHands SDK: 4 same call+result, 3 errors, alternation 6', 'block', perUserTurn(openHands)),
  peer('crush: 6 of 10', 'stop', crush),
  peer('Hermes: same call+result 3, cycles 2–4 ×3', 'warn', hermes),
  peer('OpenRouter: rounds, 3 per tool', 'block', openRouter),
];
