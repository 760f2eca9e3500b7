import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfiguration } from '../../src/core/settings/parse';
import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import { answerAlone } from '../../src/node/commands/hookCommand';
import type { SessionState } from '../../src/node/commands/storedSessions';
import { StateFolder } from '../../src/node/state/stateFolder';
import { noteStop } from '../../src/node/state/stopsLog';
import type { RawInput } from '../../src/node/wire/harness';
import { HARNESSES, type HarnessName } from '../../src/node/agents/harnesses';
import { translateInput } from '../../src/node/wire/input';
import { openHooks } from './windowHooks';

export interface HookHandler {
  /** @returns what the hook prints */
  readonly answer: (input: RawInput) => Promise<string>;
  /** How long answers waited, in milliseconds. */
  readonly pauses: number[];
  readonly stops: () => string;
  readonly dispose: () => void;
}

/** Each question comes this long after the one before, and pauses take no time. */
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

/** Both ways to answer hooks, with the same settings and separate clocks. */
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
  // Each answer comes from a separate session, as each hook is a separate process.
  'without a window': (name, user, stepMs) => {
    const folder = mkdtempSync(join(tmpdir(), 'without-window-'));
    const configuration = parseConfiguration({ user });
    const settings = new ConversationSettings(() => configuration);
    const states = new StateFolder<SessionState>(folder);
    const pauses: number[] = [];
    const { now, pause } = fakeClock(pauses, stepMs);
    const harness = HARNESSES[name];
    return {
      answer: async (input) => {
        const ports = { harness, settings, folder: states, onProblem: failOnProblem, pause };
        return harness.write(await answerAlone(translateInput(input, harness), now(), ports));
      },
      pauses,
      stops: () => readFileSync(join(folder, 'stops.log'), 'utf8'),
      dispose: () => rmSync(folder, { recursive: true }),
    };
  },
};

/** @param stepMs between two questions; simultaneous calls belong to one answer of the model */
type OpenHandler = (name: HarnessName, user: Readonly<Record<string, unknown>>, stepMs?: number) => HookHandler;

function failOnProblem(problem: string): never {
  throw new Error(problem);
}

function failOnFault(event: { readonly kind: string; readonly error?: unknown }): void {
  if (event.kind === 'fault') {
    throw event.error;
  }
}
