import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT_TOKEN = '${CLAUDE_PLUGIN_ROOT}';
const UNSAFE_IN_A_SHELL = /[\s&|<>()^;!`"']/;

/** The part of a command in hooks.json that matters on Windows. */
export interface HookEntry {
  readonly windows: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const PLUGIN = resolve(__dirname, '../../plugin');

export function shippedEntries(): (HookEntry & { readonly event: string })[] {
  const { hooks } = JSON.parse(readFileSync(resolve(PLUGIN, 'hooks/hooks.json'), 'utf8')) as {
    hooks: Record<string, { hooks: HookEntry[] }[]>;
  };
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap((group) => group.hooks.map((entry) => ({ event, ...entry }))),
  );
}

/**
 * Converts an entry like VS Code 1.139 for a plugin in this folder: the root is put into the text, in quotes if a shell
 * wouldn't read the path as one word, and unquoted into the variables.
 * @param root as a Windows path
 */
export function installed(entry: HookEntry, root: string): { readonly text: string; readonly env: NodeJS.ProcessEnv } {
  const env: NodeJS.ProcessEnv = Object.fromEntries(
    Object.entries(entry.env ?? {}).map(([name, value]) => [name, value.replaceAll(ROOT_TOKEN, root)]),
  );
  return { text: withRoot(entry.windows, root), env: { ...env, CLAUDE_PLUGIN_ROOT: root } };
}

function withRoot(text: string, root: string): string {
  if (!UNSAFE_IN_A_SHELL.test(root)) {
    return text.replaceAll(ROOT_TOKEN, root);
  }
  return text.replace(/(["']?)\$\{CLAUDE_PLUGIN_ROOT\}([\w./\\~:-]*)/g, (_, quote: string, rest: string) =>
    quote === '' ? `"${root}${rest}"` : `${quote}${root}${rest}`,
  );
}
