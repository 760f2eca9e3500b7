import { join } from 'node:path';
import { homedir } from 'node:os';

/*
 * A variable that is set to nothing counts as not set. Joined to a path, it would name the folder that the process was
 * started in, which may be a stranger's repository.
 */

export function copilotFolder(environment: NodeJS.ProcessEnv, home: string): string {
  return environment['COPILOT_HOME'] || join(home, '.copilot');
}

export function claudeFolder(environment: NodeJS.ProcessEnv, home: string): string {
  return environment['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
}

export function codexFolder(environment: NodeJS.ProcessEnv, home: string): string {
  return environment['CODEX_HOME'] || join(home, '.codex');
}

export function qwenFolder(environment: NodeJS.ProcessEnv, home: string): string {
  return environment['QWEN_HOME'] || join(home, '.qwen');
}

export function geminiFolder(environment: NodeJS.ProcessEnv, home: string): string {
  return join(environment['GEMINI_CLI_HOME'] || home, '.gemini');
}

/** From the root of a repository, where Copilot runs hooks. */
export const REPOSITORY_PROGRAM = '.github/hooks/tool-loop-guard.cjs';
export const REPOSITORY_HOOKS = '.github/hooks/tool-loop-guard.json';

export const OUR_MARK = '`tool-loop-guard install --repository`';

export const COPILOT_USER_FILE = join('hooks', 'tool-loop-guard.json');

/** Our file among the user's own hooks that Copilot's runtime reads. */
export function copilotUserFile(environment: NodeJS.ProcessEnv, home: string = homedir()): string {
  return join(copilotFolder(environment, home), COPILOT_USER_FILE);
}
