// `npm run new:agent -- amp`: writes the row of a new agent and its line in the two lists of agents. It starts as an
// agent with Claude Code's hooks in its own settings file.
import { AGENTS } from '../src/node/agents/registry';
import { type NewFiles, writeNew } from './newFiles';

/** The new row, and its lines of the two lists. @throws if the name isn't allowed */
function newAgent(id: string): NewFiles {
  if (!/^[a-z][a-z0-9]{1,19}$/.test(id)) {
    throw new Error('An agent is named by one word of 2 to 20 small letters and digits.');
  }
  if (Object.hasOwn(AGENTS, id)) {
    throw new Error(`There is an agent of that name: ${id}.`);
  }
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  return {
    created: { [`src/node/agents/${id}.ts`]: rowText(id, name) },
    changed: {
      'src/node/agents/harnesses.ts': (text) =>
        `import { ${id} } from './${id}';\n${text}`.replace(
          /^(export const WITH_HOOKS = \{[^}]*?),? *\n?\} as const;/m,
          `$1, ${id} } as const;`,
        ),
      'src/node/agents/sessions.ts': (text) =>
        text.replace(
          /^\] as const satisfies /m,
          `  { agent: '${id}', type: '${id}', place: 'terminal', name: '${name}' },\n] as const satisfies `,
        ),
    },
  };
}

function rowText(id: string, name: string): string {
  return `import { join } from 'node:path';
import { CLAUDE_FIELDS, claudeOutput, namedEvent } from '../wire/claudeFormat';
import { hookCommand } from '../plugin/pluginHooks';
import { defineAgent, DISABLE_ALL_HOOKS, groups, TIMEOUT_SECONDS } from './agent';

/** Each of these events starts our hook. */
const EVENTS = ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'];

/**
 * ${name}. A beginning: say here in which version it was run, or that it was not, and name the documentation that says
 * what its hooks are told and obey.
 */
export const ${id} = defineAgent({
  id: '${id}',
  wire: {
    vendor: 'unknown',
    // Say what only its inputs have.
    looksLike: ({ transcript_path: path }) => typeof path === 'string' && /[\\\\/]\\.${id}[\\\\/]/.test(path),
    fields: CLAUDE_FIELDS,
    eventOf: namedEvent,
    resultOf: (result) => result,
    canAsk: false,
    canAnswerPrompt: false,
    nudges: 'afterCall',
    // Whether an answer to a call ends the run.
    canEnd: false,
    write: claudeOutput,
  },
  outside: {
    name: '${name}',
    program: '${id}',
    shellVariables: [],
    folder: ({ home }) => join(home, '.${id}'),
    guard: {
      kind: 'lines',
      file: 'settings.json',
      lines: (plugin, { platform }) =>
        groups(EVENTS, {
          type: 'command',
          command: hookCommand(plugin)[platform === 'win32' ? 'windows' : 'posix'],
          timeout: TIMEOUT_SECONDS,
        }),
    },
    // The first version in which a run was seen to end.
    ends: { since: '1.0.0', how: 'yes' },
    hookSwitch: { ...DISABLE_ALL_HOOKS, files: ['settings.json'], folderFiles: ['.${id}/settings.json'] },
    protection: { id: '${id}' },
  },
});
`;
}

void writeNew(
  () => newAgent(process.argv[2] ?? ''),
  'Now say what its hooks are told and obey, and record an input of each event in recordedHooks.ts.',
);
