import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { sha256 } from '../files/hash';

/**
 * Where states are kept unless told otherwise: `XDG_STATE_HOME` where it is set, else the platform's place for what an
 * application keeps for itself ("XDG Base Directory Specification"; Application Support; LOCALAPPDATA).
 */
export function defaultStateFolder(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const xdg = environment['XDG_STATE_HOME'];
  if (xdg !== undefined && isAbsolute(xdg)) {
    return join(xdg, 'tool-loop-guard');
  }
  switch (platform) {
    case 'win32':
      return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'tool-loop-guard');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'tool-loop-guard');
    default:
      return join(home, '.local', 'state', 'tool-loop-guard');
  }
}

/** The folder of the states, in one that may be anybody's. */
export function statesIn(parent: string): string {
  return join(parent, 'sessions');
}

/** The file of a session's state. Its name tells nothing of the session. */
export function statePath(parent: string, sessionId: string): string {
  return join(statesIn(parent), `${sha256(sessionId).slice(0, 40)}.json`);
}

/** When the state of a session was last written; undefined where there is none. Never throws. */
export function stateChangedAtMs(parent: string, sessionId: string): number | undefined {
  try {
    return statSync(statePath(parent, sessionId), { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    return undefined;
  }
}
