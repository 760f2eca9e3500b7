/** The argument that tells hook.js which file named it: `user` is that of the person's own hooks in Copilot. */
type HookRoute = 'agent' | 'user';

/** Seconds after which a harness goes on without an answer; time enough for a busy machine to start a process. */
const TIMEOUT_SECONDS = 10;

/** Every event that tells something, by its name in Claude Code's format. */
const PLUGIN_EVENTS: readonly string[] = [
  'SessionStart',
  'UserPromptSubmit',
  'SubagentStart',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PreCompact',
  'Stop',
  'SessionEnd',
];

/** The events of Copilot's runtime, in its own spelling, so that their input cannot be taken for another harness's. */
export const COPILOT_EVENTS = [
  'sessionStart',
  'userPromptSubmitted',
  'preToolUse',
  'permissionRequest',
  'postToolUse',
  'postToolUseFailure',
  'sessionEnd',
] as const;

/** One entry of a hooks file: a command for each shell that a harness may take. */
export interface HookEntry {
  readonly type: 'command';
  readonly command: string;
  readonly bash: string;
  readonly windows: string;
  readonly powershell: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeout: number;
  readonly timeoutSec: number;
}

export function pluginHooks(): object {
  const hooks = [entry('${CLAUDE_PLUGIN_ROOT}', 'agent')];
  return { hooks: Object.fromEntries(PLUGIN_EVENTS.map((event) => [event, [{ hooks }]])) };
}

/**
 * The content of a file in Copilot's hooks folder of the person, for sessions that the plugin does not reach.
 * @param folder a copy of the plugin's folder that stays where it is
 */
export function copilotUserHooks(folder: string): object {
  return { version: 1, hooks: Object.fromEntries(COPILOT_EVENTS.map((event) => [event, [entry(folder, 'user')]])) };
}

/** Characters that would end the quoted path in a command, on any platform. */
const UNQUOTABLE = /["$`%\r\n]/;

/**
 * The command of a hook in a file of the person's own, where the folder is known.
 * @throws when the path cannot stand in a command
 */
export function hookCommand(folder: string): { readonly posix: string; readonly windows: string } {
  requireQuotable(folder);
  const file = `"${folder}\\hook.cmd"`;
  return { posix: posixCommand(folder, 'agent'), windows: `cmd /d /c if exist ${file} ${file} agent` };
}

/** @throws when the path of a folder cannot stand in a command */
export function requireQuotable(folder: string): void {
  if (UNQUOTABLE.test(folder)) {
    throw new Error('The path of your home folder holds a character that cannot stand in a hook command.');
  }
}

/**
 * What is run ends with 0 in every shell, whatever is missing.
 *
 * The text for Windows is read by cmd.exe (the Agent Host) and by PowerShell (VS Code's own agent, Copilot). It holds
 * no quotes, for the Agent Host has Node write them in a way that cmd.exe does not know; those around the path come
 * from the environment. There `if exist` makes what is missing, or an environment that was not set, end with 0.
 */
function entry(folder: string, route: HookRoute): HookEntry {
  const posix = posixCommand(folder, route);
  const windows = `cmd /d /c if exist %TOOL_LOOP_GUARD_HOOK% %TOOL_LOOP_GUARD_HOOK% ${route}`;
  return {
    type: 'command',
    command: posix,
    bash: posix,
    windows,
    powershell: windows,
    env: {
      TOOL_LOOP_GUARD_HOOK: `"${folder}\\hook.cmd"`,
      // Else cmd.exe would take a program of this name out of the folder it is started in.
      NoDefaultCurrentDirectoryInExePath: '1',
    },
    timeout: TIMEOUT_SECONDS,
    timeoutSec: TIMEOUT_SECONDS,
  };
}

/**
 * The trap turns the code of a shell that ends at an error of its own, such as a variable that is not set, into 0. Some
 * shells don't ask it where they may open too few files, so another one tries that out first.
 */
function posixCommand(folder: string, route: HookRoute): string {
  return (
    `trap 'exit 0' EXIT; if TOOL_LOOP_GUARD_PLUGIN="${folder}" && ` +
    '({ { :; } </dev/null; } <"$TOOL_LOOP_GUARD_PLUGIN/hook.sh") 2>/dev/null; then ' +
    `TOOL_LOOP_GUARD_ROUTE=${route}; . "$TOOL_LOOP_GUARD_PLUGIN/hook.sh"; fi; (cat >/dev/null); exit 0`
  );
}
