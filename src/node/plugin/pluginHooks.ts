/** Shows hook.js which file named it: `user` is the file of the user's own hooks in Copilot. */
type HookRoute = 'agent' | 'user';

/** A harness then continues without an answer; a busy machine has time to start a process. */
const TIMEOUT_SECONDS = 10;

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

/** In the spelling of Copilot's runtime, so that the input can't be mistaken for another harness's. */
export const COPILOT_EVENTS = [
  'sessionStart',
  'userPromptSubmitted',
  'preToolUse',
  'permissionRequest',
  'postToolUse',
  'postToolUseFailure',
  'sessionEnd',
] as const;

export type HookEntry = ReturnType<typeof entry>;

export function pluginHooks(): object {
  const hooks = [entry('${CLAUDE_PLUGIN_ROOT}', 'agent')];
  return { hooks: Object.fromEntries(PLUGIN_EVENTS.map((event) => [event, [{ hooks }]])) };
}

/** For sessions that the plugin doesn't reach. @param folder a copy of the plugin's folder that stays in place */
export function copilotUserHooks(folder: string): object {
  return { version: 1, hooks: Object.fromEntries(COPILOT_EVENTS.map((event) => [event, [entry(folder, 'user')]])) };
}

/** Would end the quoted path in a command, on any platform. */
const UNQUOTABLE = /["$`%\r\n]/;

/** For a file of the user's own, where the folder is known. @throws if a command can't contain the path */
export function hookCommand(folder: string): { readonly posix: string; readonly windows: string } {
  requireQuotable(folder);
  const file = `"${folder}\\hook.cmd"`;
  return { posix: posixCommand(folder, 'agent'), windows: `cmd /d /c if exist ${file} ${file} agent` };
}

export function isQuotable(folder: string): boolean {
  return !UNQUOTABLE.test(folder);
}

/** @throws if a command can't contain the path */
export function requireQuotable(folder: string): void {
  if (!isQuotable(folder)) {
    throw new Error('The path of your home folder holds a character that cannot stand in a hook command.');
  }
}

/**
 * Every shell ends with 0, whatever is missing. Windows' text is read by cmd.exe (the Agent Host) and by PowerShell (VS
 * Code's own agent, Copilot). It contains no quotes, because the Agent Host has Node write them in a way that cmd.exe
 * doesn't know; those around the path come from the environment. With `if exist`, a missing file or environment ends
 * with 0.
 */
function entry(folder: string, route: HookRoute) {
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
      // Otherwise cmd.exe would run a program of this name in the folder where it is started.
      NoDefaultCurrentDirectoryInExePath: '1',
    },
    timeout: TIMEOUT_SECONDS,
    timeoutSec: TIMEOUT_SECONDS,
  };
}

/**
 * The trap turns the code of a shell that ends at its own error, such as an unset variable, into 0. Some shells skip it
 * if they may open too few files, so another shell tries that out first.
 */
function posixCommand(folder: string, route: HookRoute): string {
  return (
    `trap 'exit 0' EXIT; if TOOL_LOOP_GUARD_PLUGIN="${folder}" && ` +
    '({ { :; } </dev/null; } <"$TOOL_LOOP_GUARD_PLUGIN/hook.sh") 2>/dev/null; then ' +
    `TOOL_LOOP_GUARD_ROUTE=${route}; . "$TOOL_LOOP_GUARD_PLUGIN/hook.sh"; fi; (cat >/dev/null); exit 0`
  );
}
