// What the guard did about the calls of a run, and what a replay of the file says that the agent wrote of it.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import { parseConfiguration } from '../../src/core/settings/parse';
import { Replay } from '../../src/engine/replay';
import type { Detection } from '../../src/engine/decision/verdict';
import { digestOf } from '../../src/node/files/hash';
import { sharedFolder } from '../../src/node/plugin/sharedFolder';
import { openSessionFile, readSessionFile } from '../../src/node/logs/sessionFile';
import { SCANNED_AGENTS, sessionLogFiles } from '../../src/node/logs/sessionLogFiles';
import type { SessionState } from '../../src/node/commands/storedSessions';
import { statesIn } from '../../src/node/state/stateFolder';
import type { Agent } from './agents';

/**
 * The first warning about a call of the main agent, and what it was first held back for. Some agents ask about all
 * calls of an answer at once, so that these have no order: what was counted is the same.
 */
export interface Signs {
  readonly warned?: string;
  readonly blocked?: string;
}

interface Fired {
  readonly isBlocked: boolean;
  readonly finding: Pick<Detection['finding'], 'rule' | 'count'>;
}

/** What the hooks have said since the last message, as their state tells; what was said before is gone from it. */
export function liveSigns(home: string): Signs {
  const folder = statesIn(sharedFolder(home));
  const states = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const verdicts = states.flatMap((name) => {
    const { state } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { state: SessionState };
    return state.conversation.verdicts;
  });
  return signsOf(
    verdicts.flatMap((verdict) =>
      'detection' in verdict ? [{ isBlocked: verdict.action !== 'warn', finding: verdict.detection.finding }] : [],
    ),
  );
}

/**
 * That a replay of the session says what was said live. opencode may end before it has written the arguments of the
 * call that was blocked.
 */
export async function assertReplayed(home: string, live: Signs, { hasPlugin }: Pick<Agent, 'hasPlugin'>) {
  const replayed = await replayedSigns(home);
  const { warned } = live;
  const isCut = hasPlugin === true && replayed.blocked === undefined;
  assert.deepEqual(replayed, isCut ? { ...(warned && { warned }) } : live, `a replay says what was said, in ${home}`);
}

/** What `tool-loop-guard replay` says of the session that an agent wrote last. */
async function replayedSigns(home: string): Promise<Signs> {
  const [file] = sessionLogFiles(SCANNED_AGENTS, 0, {}, home);
  const { path = '' } = file ?? {};
  const configuration = parseConfiguration({});
  const replay = new Replay(new ConversationSettings(() => configuration).settingsFor, digestOf);
  const fired: Fired[] = [];
  const reading = readSessionFile(openSessionFile(path), path, {
    call: (call, model) => {
      const firing = replay.play(call, model);
      if (firing !== undefined && firing.severity !== 'hint') {
        fired.push({ isBlocked: firing.severity === 'block', finding: firing.detection.finding });
      }
    },
    end: () => undefined,
    broken: ({ reason }) => {
      throw new Error(reason);
    },
  });
  while ((await reading.next()).done !== true) {}
  return signsOf(fired);
}

/** After the first call that was held back, a run goes on as its recording does not. */
function signsOf(fired: readonly Fired[]): Signs {
  const at = fired.findIndex(({ isBlocked }) => isBlocked);
  const [warned] = fired.slice(0, at < 0 ? undefined : at);
  const blocked = fired[at];
  return { ...(warned && { warned: named(warned) }), ...(blocked && { blocked: named(blocked) }) };
}

function named({ finding: { rule, count } }: Fired): string {
  return `${rule} ×${count}`;
}
