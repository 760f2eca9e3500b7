import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { copilotFolder } from './agentFolders';

/** Below Copilot's own folder. */
export const COPILOT_USER_FILE = join('hooks', 'tool-loop-guard.json');

/** Our file in the folder of the person's own hooks that Copilot's runtime reads. */
export function copilotUserFile(environment: NodeJS.ProcessEnv, home: string = homedir()): string {
  return join(copilotFolder(environment, home), COPILOT_USER_FILE);
}

/** Whether the person has put our hooks there. */
export function hasCopilotUserFile(environment: NodeJS.ProcessEnv, home?: string): boolean {
  return existsSync(copilotUserFile(environment, home));
}
