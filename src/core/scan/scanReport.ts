import { detectorOf, type DetectorId } from '../../engine/rules/registry';
import { inEnglish, type Translate } from '../words/language';
import { oneLine } from '../words/quoting';
import { type ScannedLoop, type ScannedSession, sumOf, type TokenCount } from './sessionScan';

const WORST_LOOPS = 10;
const NAMED_AGENTS = 5;

export interface FoundSession extends ScannedSession {
  readonly id: string;
  readonly agent: string;
  readonly file: string;
  /** Of its last call or, if that isn't recorded, of its file's last change; milliseconds since 1970. */
  readonly modifiedMs: number;
}

/** A file that may hold sessions, and why it couldn't be read. */
export interface UnreadFile {
  readonly file: string;
  readonly reason: string;
}

export interface FoundLoop extends ScannedLoop {
  readonly session: Pick<FoundSession, 'id' | 'agent' | 'file' | 'modifiedMs'>;
}

export interface ScanReport {
  readonly sessions: number;
  readonly calls: number;
  readonly sessionsByAgent: Readonly<Record<string, number>>;
  readonly stopped: LoopSum;
  readonly warned: number;
  readonly runsLeftAlone: number;
  /** Of all sessions; undefined if no recording has any. */
  readonly tokens: TokenCount | undefined;
  /** The most expensive first: by tokens after the stop, then by calls. */
  readonly loops: readonly FoundLoop[];
  readonly unread: readonly UnreadFile[];
}

/** From the call on that would have been stopped. */
interface LoopSum {
  readonly loops: number;
  readonly secondChances: number;
  readonly callsAfterStop: number;
  readonly tokensAfterStop: TokenCount | undefined;
  /** Loops of sessions without recorded tokens. */
  readonly withoutTokens: number;
  /** Of loops with a known cost; undefined if no cost is known. */
  readonly dollarsAfterStop: number | undefined;
  /** Loops with recorded tokens, but no known cost. */
  readonly withoutDollars: number;
}

export function scanReport(found: readonly FoundSession[], unread: readonly UnreadFile[] = []): ScanReport {
  const sessions = found.filter(({ calls }) => calls > 0);
  const loops = sessions.flatMap((session) => session.loops.map((loop): FoundLoop => ({ ...loop, session })));
  const stopped = loops.filter(({ stoppedAt }) => stoppedAt !== undefined);
  const byAgent = new Map<string, number>();
  for (const { agent } of sessions) {
    byAgent.set(agent, (byAgent.get(agent) ?? 0) + 1);
  }
  return {
    sessions: sessions.length,
    calls: total(sessions.map(({ calls }) => calls)),
    sessionsByAgent: Object.fromEntries([...byAgent].toSorted(([, one], [, other]) => other - one)),
    stopped: loopSum(stopped),
    warned: loops.length - stopped.length,
    runsLeftAlone: total(sessions.map(({ runsLeftAlone }) => runsLeftAlone)),
    tokens: sumOf(sessions.map(({ tokens }) => tokens)),
    loops: loops.toSorted(
      (one, other) =>
        tokensIn(other.tokensAfterStop) - tokensIn(one.tokensAfterStop) || other.callsAfterStop - one.callsAfterStop,
    ),
    unread,
  };
}

function loopSum(loops: readonly ScannedLoop[]): LoopSum {
  const tokens = loops.flatMap(({ tokensAfterStop }) => tokensAfterStop ?? []);
  const dollars = tokens.flatMap((count) => count.dollars ?? []);
  return {
    loops: loops.length,
    secondChances: loops.filter(({ hasSecondChance }) => hasSecondChance).length,
    callsAfterStop: total(loops.map(({ callsAfterStop }) => callsAfterStop)),
    tokensAfterStop: sumOf(tokens),
    withoutTokens: loops.length - tokens.length,
    dollarsAfterStop: dollars.length === 0 ? undefined : total(dollars),
    withoutDollars: tokens.length - dollars.length,
  };
}

/** One screen of text for a terminal, in English. @param period as the first line says it: "the last 30 days" */
export function scanText(report: ScanReport, period: string): string {
  const { sessions, calls, sessionsByAgent, stopped, warned, runsLeftAlone, unread } = report;
  if (sessions === 0 && unread.length > 0) {
    return `${counted(unread.length, 'file')} can't be read. No agent sessions with tool calls in ${period}.\n`;
  }
  if (sessions === 0) {
    return `No agent sessions with tool calls in ${period}.\n`;
  }
  const hasStops = stopped.loops > 0;
  const kind = hasStops ? 'other loop' : 'possible loop';
  const worst = report.loops.slice(0, WORST_LOOPS);
  const others = report.loops.length - worst.length;
  const lines = [
    `Looked at ${period}: ${counted(sessions, 'session')}, ${counted(calls, 'tool call')} ` +
      `(${agentsText(sessionsByAgent)})`,
    '',
    hasStops
      ? `  Would have stopped     ${counted(stopped.loops, 'loop')}${chancesText(stopped)}${costText(stopped)}`
      : '  No loops that needed a stop',
    warned > 0 && `  Would have warned about ${counted(warned, kind)}, before the agent changed course or ended`,
    runsLeftAlone > 0 &&
      `  Left alone             ${counted(runsLeftAlone, 'run')} of repeated calls that waited or had new results`,
    unread.length > 0 && `  Can't be read          ${counted(unread.length, 'file')}, named with the errors`,
    worst.length > 0 && `\n${hasStops ? 'Worst loops' : 'Possible loops'}`,
    ...worst.flatMap((loop) => [`  ${loop.label}`, `    ${aboutLoop(loop)}`, `    ${oneLine(loop.session.file)}`]),
    others > 0 && `  … and ${counted(others, 'more loop')}. To list all, add --json.`,
    worst.length > 0 && '\nTo see why a call counts, run tool-loop-guard replay --why FILE.',
    hasStops && 'To stop loops from now on, run tool-loop-guard install.',
  ];
  return `${lines.filter((line) => line !== false).join('\n')}\n`;
}

function agentsText(sessionsByAgent: ScanReport['sessionsByAgent']): string {
  const all = Object.entries(sessionsByAgent).map(([agent, count]) => `${agent} ${number(count)}`);
  const others = all.length - NAMED_AGENTS;
  return [...all.slice(0, NAMED_AGENTS), ...(others > 0 ? [`${number(others)} more`] : [])].join(', ');
}

function costText(stopped: LoopSum): string {
  const { loops, callsAfterStop, tokensAfterStop, withoutTokens } = stopped;
  if (loops === 0) {
    return '';
  }
  const tokens =
    tokensAfterStop === undefined ? '' : ` and ${tokensText(tokensAfterStop, moneyText(stopped, inEnglish))}`;
  const unknown =
    withoutTokens === 0 ? '' : ` (no tokens recorded for ${withoutTokens === loops ? 'them' : number(withoutTokens)})`;
  return `; from there on, ${counted(callsAfterStop, 'call')}${tokens}${unknown}`;
}

function chancesText({ loops, secondChances }: LoopSum): string {
  const many = secondChances === loops ? '' : `${number(secondChances)} of them `;
  return secondChances === 0 ? '' : `, ${many}with a second chance first`;
}

/** Such as "340,000 tokens" or "340,000 tokens ($1.70)". */
function tokensText(
  count: TokenCount,
  cost = count.dollars === undefined ? undefined : dollarsText(count.dollars),
): string {
  return `${number(tokensIn(count))} tokens${cost === undefined ? '' : ` (${cost})`}`;
}

/** Such as "at least $1.70" if some loops' costs are unknown; undefined if all are. */
export function moneyText({ dollarsAfterStop, withoutDollars }: LoopSum, translate: Translate): string | undefined {
  if (dollarsAfterStop === undefined) {
    return undefined;
  }
  const money = dollarsText(dollarsAfterStop);
  return withoutDollars > 0 ? translate('at least {money}', { money }) : money;
}

function dollarsText(dollars: number): string {
  return dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

function aboutLoop(loop: FoundLoop): string {
  const { session, stoppedAt, hasSecondChance, firstCall, callsAfterStop, tokensAfterStop } = loop;
  const end =
    stoppedAt === undefined
      ? `warning at call ${number(firstCall)}`
      : `${hasSecondChance ? 'second chance' : 'stop'} at call ${number(stoppedAt)}; from there on, ` +
        counted(callsAfterStop, 'call') +
        (tokensAfterStop === undefined ? '' : `, ${tokensText(tokensAfterStop)}`);
  return `${detectorName(loop.detector)}; ${end}; ${session.agent}, ${dayOf(session.modifiedMs)}`;
}

/** A day in UTC, as `2026-01-31`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function detectorName(detector: DetectorId): string {
  return detectorOf(detector).texts.name.replace(' of {period} calls', '').toLowerCase();
}

export function tokensIn(count: TokenCount | undefined): number {
  return count === undefined ? 0 : count.input + count.output;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}

function counted(count: number, name: string): string {
  return `${number(count)} ${name}${count === 1 ? '' : 's'}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
