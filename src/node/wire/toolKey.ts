/** Claude's names for tools of Copilot that the same call may have before it runs, while Copilot's own comes after. */
const COPILOT_NAMES: Readonly<Record<string, string>> = {
  read: 'view',
  write: 'create',
  agent: 'task',
  multiedit: 'edit',
  webfetch: 'web_fetch',
  websearch: 'web_search',
};

/** A tool's name for telling whether two inputs are about one call: `view` is `Read`, `bash` is `Bash`. */
export function toolKey(tool: string): string {
  const name = tool.toLowerCase();
  return Object.hasOwn(COPILOT_NAMES, name) ? (COPILOT_NAMES[name] as string) : name;
}
