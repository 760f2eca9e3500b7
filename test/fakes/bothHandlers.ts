import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfiguration } from '../../src/core/settings/parse';
import { HookSession } from '../../src/node/commands/hookCommand';
import type { SessionState } from '../../src/node/commands/storedSessions';
import { StateFolder } from '../../src/node/state/stateFolder';
import { noteStop } from '../../src/node/state/stopsLog';
import type { RawInput } from '../../src/node/wire/harness';
import { HARNESSES, type HarnessName } from '../../src/node/agents/harnesses';
import { translateInput } from '../../src/node/wire/input';
import { openHooks } from './windowHooks';

/** What answers the hooks of one agent, and what it has done besides. */
export interface HookHandler {
  /** What the hook prints. */
  readonly answer: (input: RawInput) => Promise<string>;
  /** How long the answers waited, in milliseconds. */
  readonly pauses: number[];
  /** The log of stops. */
  readonly stops: () => string;
  readonly dispose: () => void;
}

/** A clock on which each question comes so long after the one before, and no pause takes any time. */
function fakeClock(pauses: number[], stepMs = 10) {
  let nowMs = 1_000_000;
  return {
    now: (): number => (nowMs += stepMs),
    pause: (ms: number): Promise<void> => {
      pauses.push(ms);
      return Promise.resolve();
    },
  };
}

/** The two ways to answer hooks, each with the same settings and a clock of its own. */
export const HANDLERS: Readonly<Record<'with a window' | 'without a window', OpenHandler>> = {
  'with a window': (_name, user, stepMs) => {
    const folder = mkdtempSync(join(tmpdir(), 'with-window-'));
    const configuration = parseConfiguration({ user });
    const states = new StateFolder(folder);
    const pauses: number[] = [];
    const hooks = openHooks({
      configuration: () => configuration,
      report: failOnFault,
      clock: fakeClock(pauses, stepMs),
      noteStop: (stop) => noteStop(states.parent, stop),
    });
    const { signal } = new AbortController();
    return {
      answer: async (input) => (await hooks.answer(JSON.stringify(input), signal, {})).output,
      pauses,
      stops: () => readFileSync(join(folder, 'stops.log'), 'utf8'),
      dispose: () => {
        hooks.dispose();
        rmSync(folder, { recursive: true });
      },
    };
  },
  // Each answer is given by a session of its own, as each hook is a process of its own.
  'without a window': (name, user, stepMs) => {
    const folder = mkdtempSync(join(tmpdir(), 'without-window-'));
    const configuration = parseConfiguration({ user });
    const states = new StateFolder<SessionState>(folder);
    const pauses: number[] = [];
    const { now, pause } = fakeClock(pauses, stepMs);
    const harness = HARNESSES[name];
    return {
      answer: async (input) => {
        const session = new HookSession(harness, configuration, states, failOnProblem, pause);
        return harness.write(await session.answer(translateInput(input, harness), now()));
      },
      pauses,
      stops: () => readFileSync(join(folder, 'stops.log'), 'utf8'),
      dispose: () => rmSync(folder, { recursive: true }),
    };
  },
};

/**
 * @param user settings as a person would write them
 * @param stepMs between two questions: calls that come at once are of one answer of the model
 */
type OpenHandler = (name: HarnessName, user: Readonly<Record<string, unknown>>, stepMs?: number) => HookHandler;

function failOnProblem(problem: string): never {
  throw new Error(problem);
}

function failOnFault(event: { readonly kind: string; readonly error?: unknown }): void {
  if (event.kind === 'fault') {
    throw event.error;
  }
}
