// A hook file of the user's for Copilot sessions that only writes down what it is given: to see that such files are run
// and in which dialect, beside the plugin or without it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rig } from './rig';

const FILE = join('.copilot', 'hooks', 'probe.json');

export interface HookProbe {
  /** The inputs so far, oldest first, as the harness wrote them. */
  inputs(): Record<string, unknown>[];
  /** Takes the file away; sessions that run already have read it. */
  remove(): void;
}

/** Has all Copilot sessions that start from now on run the probe at these events. */
export function installHookProbe(rig: Rig, events: readonly string[] = ['PreToolUse', 'PostToolUse']): HookProbe {
  const log = join(rig.root, 'hook-probe.jsonl');
  const hook = {
    type: 'command',
    bash: `{ cat; echo; } >> '${log}'`,
    timeoutSec: 10,
  };
  const hooks = Object.fromEntries(events.map((event) => [event, [hook]]));
  rig.writeHomeFile(FILE, JSON.stringify({ version: 1, hooks }));
  return {
    inputs: () =>
      (existsSync(log) ? readFileSync(log, 'utf8') : '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    remove: () => rig.removeHomeFile(FILE),
  };
}
