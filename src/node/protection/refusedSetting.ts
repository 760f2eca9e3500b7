import type { OutsideAgent } from '../agents/agent';
import { readForeignObject } from '../files/foreignFile';
import { fieldsOf, listOf } from '../files/jsonFields';

/**
 * Settings of Claude Code by the type without which it runs no hooks in their file, as run in 2.1.330. It says so when
 * it starts. There are more that nobody has tried.
 */
const CLAUDE_TYPES: Readonly<Record<string, readonly string[]>> = {
  string: ['$schema', 'apiKeyHelper', 'language', 'model', 'outputStyle', 'permissions.defaultMode'],
  number: ['cleanupPeriodDays'],
  boolean: [
    ...['alwaysThinkingEnabled', 'disableAllHooks', 'enableAllProjectMcpServers', 'includeCoAuthoredBy'],
    ...['spinnerTipsEnabled', 'verbose'],
  ],
  array: ['additionalDirectories', 'allow', 'ask', 'deny'].map((name) => `permissions.${name}`),
  object: ['env', 'permissions', 'sandbox', 'statusLine'],
};

/** The file and the setting that keep an agent from running its hooks; undefined if none is known. */
export function refusedSetting({ id }: OutsideAgent, file: string): string | undefined {
  const settings = readForeignObject(file);
  const valueOf = (path: string): unknown =>
    path.split('.').reduce((value, name) => fieldsOf(value)[name], settings as unknown);
  const refused =
    id === 'claude'
      ? [
          ...Object.entries(CLAUDE_TYPES).flatMap(([type, paths]) =>
            paths.filter((path) => ![type, 'undefined'].includes(typeOf(valueOf(path)))),
          ),
          // A hook without a group.
          ...Object.entries(fieldsOf(settings['hooks'])).flatMap(([event, groups]) =>
            listOf(groups).every((group) => Array.isArray(fieldsOf(group)['hooks'])) ? [] : [`hooks.${event}`],
          ),
        ]
      : // As run in 0.169.
        id === 'codex'
        ? Object.keys(settings).filter((name) => !['hooks', 'description'].includes(name))
        : [];
  return refused[0] && `${file}, ${refused[0]}`;
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}
