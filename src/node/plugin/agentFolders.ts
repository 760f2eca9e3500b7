import { join } from 'node:path';

/*
 * A variable that is set to nothing counts as not set. Joined to a path it would name the folder that the process was
 * started in, which may be a stranger's repository.
 */

/** The folder of Copilot's settings, hooks and sessions. */
export function copilotFolder(environment: NodeJS.ProcessEnv, home: string): string {
  return environment['COPILOT_HOME'] || join(home, '.copilot');
}

/** The folder of Claude Code's settings and sessions. */
export function claudeFolder(environment: NodeJS.ProcessEnv, home: string): string {
  return environment['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
}

/** The folder of Codex's settings and hooks. */
export function codexFolder(environment: NodeJS.ProcessEnv, home: string): string {
  return environment['CODEX_HOME'] || join(home, '.codex');
}

/** The folder of opencode's settings and plugins. */
export function opencodeFolder(environment: NodeJS.ProcessEnv, home: string): string {
  return join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode');
}

/** The folder of Qwen Code's settings. */
export function qwenFolder(environment: NodeJS.ProcessEnv, home: string): string {
  return environment['QWEN_HOME'] || join(home, '.qwen');
}

/** The folder of Cursor's hooks. */
export function cursorFolder(home: string): string {
  return join(home, '.cursor');
}

/** The folder of Gemini CLI's settings. */
export function geminiFolder(environment: NodeJS.ProcessEnv, home: string): string {
  return join(environment['GEMINI_CLI_HOME'] || home, '.gemini');
}
