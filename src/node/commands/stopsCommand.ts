import type { Writable } from 'node:stream';
import { type RunningThread, threadName } from '../../core/protection/runningThread';
import { inEnglish } from '../../core/words/language';
import { ConversationSettings } from '../../core/settings/conversationSettings';
import { appServerOf } from '../agents/codex';
import type { OutsideAgent } from '../agents/agent';
import { AGENTS, OUTSIDE_AGENTS } from '../agents/registry';
import { threadsAtWork } from '../hooks/appServer';
import { type Machine, stateFolders } from '../protection/machineFacts';
import { StateFolder } from '../state/stateFolder';
import { localTime, notedStops, stopLines } from '../state/stopsLog';
import { configurationOf, sharedSettings } from '../protection/hookConfiguration';
import { nameOfFolder, type SessionState, StoredSessions } from './storedSessions';
import { answerTyped } from './typedCommand';

interface StoppedSession {
  readonly folder: StateFolder<SessionState>;
  readonly session: string;
  readonly harness: string;
  readonly atMs: number;
  readonly isHere: boolean;
  /** Which call it was, as far as anybody may be shown; undefined where the log doesn't tell any more. */
  readonly what: string | undefined;
  readonly why: string;
}

interface StopsOptions {
  readonly folder: string;
  readonly output: Writable;
}

/** `tool-loop-guard why`, the latest stop last. @returns the exit code */
export async function runWhy({ folder, output }: StopsOptions, machine: Machine): Promise<number> {
  const stopped = stoppedSessions(folder, machine);
  const here = stopped.filter(({ isHere }) => isHere);
  const texts = here.map(({ harness, what, why }) => [harness, what, why].join('\n'));
  here.forEach((each, index) => {
    // Equal ones are told once, with the last of them.
    if (texts.lastIndexOf(texts[index] ?? '') === index) {
      const equal = texts.filter((text) => text === texts[index]);
      output.write(`${headOf(each, equal.length)}\n${each.why}\n\n`);
    }
  });
  if (here.length === 0) {
    output.write('No agent is stopped in this folder because of a loop.\n');
  }
  const elsewhere = stopped.length - here.length;
  if (elsewhere > 0) {
    output.write(`Stopped in other folders: ${elsewhere}. To read why, run this command there.\n`);
  }
  // Of any agent, also where a window has stopped it.
  const stops = here.length > 0 ? [] : stateFolders(machine).flatMap(notedStops);
  for (const line of stopLines(stops.toSorted((one, other) => other.atMs - one.atMs).slice(0, 1))) {
    output.write(`Last stop on this machine: ${line}\n`);
  }
  output.write(threadLines(await threadsAtWork(appServerOf(machine))));
  return 0;
}

/** @param threads undefined where Codex could not be asked for them */
export function threadLines(threads: readonly RunningThread[] | undefined): string {
  if (threads === undefined) {
    return 'Whether Codex is working in the background is unknown: its server didn’t answer.\n';
  }
  return threads
    .map((thread) => {
      const resume = `To see that and stop it with Esc: codex resume ${thread.id}`;
      return `Codex is working in the background: ${threadName(thread)}. ${resume}\n`;
    })
    .join('');
}

/** `tool-loop-guard continue`. @returns the exit code: 0, or 1 where no agent is stopped in the folder */
export async function runContinue({ folder, output }: StopsOptions, machine: Machine): Promise<number> {
  const last = stoppedSessions(folder, machine).findLast(({ isHere }) => isHere);
  if (last === undefined) {
    output.write('No agent is stopped in this folder because of a loop, so nothing was changed.\n');
    return 1;
  }
  const memory = memoryOf(last.folder, last.session, settingsOf(machine));
  await memory.use({ sessionId: last.session }, (session) => {
    session.beginTurn();
    session.guard.reset(session.conversationId);
  });
  output.write(`${headOf(last)}\nIt can continue. If it has ended its run, send it a message.\n`);
  return 0;
}

function stoppedSessions(folder: string, machine: Machine): StoppedSession[] {
  const here = nameOfFolder(folder);
  const settings = settingsOf(machine);
  const found: StoppedSession[] = [];
  for (const states of stateFolders(machine).map((each) => new StateFolder<SessionState>(each))) {
    const noted = notedStops(states.parent);
    for (const session of states.names()) {
      const memory = memoryOf(states, session, settings);
      for (const stopped of memory.stopped(session, states.read(session))) {
        const { place, atMs } = stopped;
        // All agents of a session share a stop of its main agent.
        if (place === undefined || found.some((other) => other.session === session && other.atMs === atMs)) {
          continue;
        }
        const line = noted.find((stop) => stop.atMs === atMs && stop.text.startsWith(`${place.harness}: `));
        const told = answerTyped({ kind: 'why' }, stopped, settings, 'tool-loop-guard continue');
        const why = mayGoOn(place.harness) ? told.replace(inEnglish('Loop stopped.'), '').trimStart() : told;
        found.push({
          folder: states,
          session,
          harness: place.harness,
          atMs,
          isHere: place.folder === here,
          what: line?.text.slice(line.text.indexOf('(') + 1, -1),
          why,
        });
      }
    }
  }
  return found.toSorted((one, other) => one.atMs - other.atMs);
}

function memoryOf(states: StateFolder<SessionState>, session: string, settings: ConversationSettings): StoredSessions {
  return new StoredSessions({
    harness: AGENTS.claude.harness,
    settings,
    folder: { update: (_name, change, onCorrupt) => states.update(session, change, onCorrupt) },
    onProblem: () => undefined,
  });
}

function settingsOf({ home, environment }: Machine): ConversationSettings {
  const configuration = configurationOf(sharedSettings(home), environment, []);
  return new ConversationSettings(() => configuration);
}

function outsideOf(harness: string): OutsideAgent | undefined {
  return OUTSIDE_AGENTS.find(({ id }) => id === harness);
}

/** Not all of its runs are ended, so nobody knows more than that the call was blocked. */
function mayGoOn(harness: string): boolean {
  const how = outsideOf(harness)?.ends.how;
  return how !== undefined && how !== 'yes';
}

function headOf({ harness, atMs, what }: StoppedSession, times = 1): string {
  const call = what === undefined ? '' : ` (${what})`;
  const happened = mayGoOn(harness) ? 'blocked' : 'stopped';
  const often = times > 1 ? `, ${times} sessions, the last one` : '';
  return `${outsideOf(harness)?.name ?? 'An agent'}${often}, ${happened} at ${localTime(atMs)}${call}:`;
}
