// What differs between the agents that are run: their programs, settings, arguments, and the names of their tools.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ScriptedCall } from '../agentHost/model/step';

export type AgentName = 'claude' | 'claude-old' | 'copilot' | 'codex' | 'opencode' | 'gemini' | 'qwen';

/** Where a run takes place. */
export interface Place {
  readonly home: string;
  /** The folder that the agent works in. */
  readonly project: string;
  /** Of the scripted model. */
  readonly origin: string;
}

/**
 * Where Copilot keeps what it unpacks of itself, 235 MB, named by scripts/harnesses.mjs: in each new home it would do
 * so again, which takes as long as the rest of a run.
 */
const { COPILOT_PKG_CACHE_HOME } = process.env;
export const UNPACKED = COPILOT_PKG_CACHE_HOME === undefined ? {} : { COPILOT_PKG_CACHE_HOME };

/** A real agent. */
export interface Agent {
  /** What it says of itself with `--version`; the tests expect it, so that the table names the right one. */
  readonly version: string;
  /** Its program, in the folder of the packages. */
  readonly program: string;
  /** Whether the program is a script for Node. */
  readonly isScript?: boolean;
  /** Writes the settings that it needs for the model, and returns its environment. */
  prepare(place: Place): Readonly<Record<string, string>>;
  /** Whether it runs a plugin of ours in its own process, and no hook commands. */
  readonly hasPlugin?: boolean;
  /** Where it reads hooks from, or the plugin. */
  hooksFile(place: Place): string;
  /** @param isFurther whether it goes on with the session before */
  arguments(prompt: string, isFurther: boolean): readonly string[];
  /** What the documentation has to be asked for: the heading of the hooks of this agent. */
  readonly heading: string;
  shell(command: string): ScriptedCall;
  /** Starts a command in the background; the agent submits a prompt by itself when it has ended. */
  background?(command: string): ScriptedCall;
  /** Whether it reads the output of such a command by itself before the model is asked, as an answer of the model's. */
  readonly readsBackground?: boolean;
  /** Hooks that run a command when a turn has ended. */
  atTurnEnd?(command: string): Readonly<Record<string, readonly unknown[]>>;
  /** Undefined where it reads files with its shell. */
  read?(path: string): ScriptedCall;
  /** Reads some lines of a file. */
  readLines?(path: string, from: number, count: number): ScriptedCall;
  /** Undefined where it writes files with its shell, or with patches. */
  write?(path: string, content: string): ScriptedCall;
  /** Replaces a text that stands in a file once. */
  edit?(path: string, before: string, after: string): ScriptedCall;
  /** Starts a sub-agent with a prompt of its own, and waits for it unless there is a call for that. */
  delegate?(prompt: string): ScriptedCall;
  /** @param answer to the call that has started the sub-agent */
  awaitDelegate?(answer: string): ScriptedCall;
}

const claude = (folder: string, version: string): Agent => ({
  version,
  program: `${folder}/claude`,
  heading: '**Claude Code**',
  prepare: ({ origin }) => ({
    ANTHROPIC_BASE_URL: origin,
    ANTHROPIC_API_KEY: 'none',
    // Without it the program refuses to run as root with permissions bypassed.
    IS_SANDBOX: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  hooksFile: ({ home }) => join(home, '.claude/settings.json'),
  arguments: (prompt, isFurther) => [
    ...['-p', prompt, '--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions'],
    ...(isFurther ? ['--continue'] : []),
  ],
  shell: (command) => ({ name: 'Bash', input: { command } }),
  background: (command) => ({ name: 'Bash', input: { command, run_in_background: true, description: 'Run it' } }),
  atTurnEnd: (command) => ({ Stop: [{ hooks: [{ type: 'command', command }] }] }),
  read: (path) => ({ name: 'Read', input: { file_path: path } }),
  readLines: (path, from, count) => ({ name: 'Read', input: { file_path: path, offset: from, limit: count } }),
  write: (path, content) => ({ name: 'Write', input: { file_path: path, content } }),
  edit: (path, before, after) => ({
    name: 'Edit',
    input: { file_path: path, old_string: before, new_string: after },
  }),
  delegate: (prompt) => ({
    name: 'Agent',
    input: { description: 'A part', prompt, subagent_type: 'general-purpose', run_in_background: false },
  }),
});

const copilot: Agent = {
  version: '1.0.102',
  program: 'copilot/copilot',
  heading: '**Copilot CLI and cloud agent**',
  prepare: ({ origin }) => ({
    COPILOT_PROVIDER_BASE_URL: `${origin}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'none',
    COPILOT_MODEL: 'gpt-4.1',
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  hooksFile: ({ home }) => join(home, '.copilot/hooks/tool-loop-guard.json'),
  arguments: (prompt, isFurther) => [
    ...['-p', prompt, '--allow-all-tools', '--allow-all-paths', '--disable-builtin-mcps', '--no-auto-update'],
    ...['--no-color', ...(isFurther ? ['--continue'] : [])],
  ],
  shell: (command) => ({ name: 'bash', input: { command, description: 'Run it' } }),
  background: (command) => ({ name: 'bash', input: { command, mode: 'async', description: 'Run it' } }),
  readsBackground: true,
  atTurnEnd: (command) => ({ agentStop: [{ type: 'command', bash: command }] }),
  read: (path) => ({ name: 'view', input: { path } }),
  write: (path, content) => ({ name: 'create', input: { path, file_text: content } }),
  edit: (path, before, after) => ({ name: 'edit', input: { path, old_str: before, new_str: after } }),
  delegate: (prompt) => ({
    name: 'task',
    input: { name: 'part', description: 'A part', prompt, agent_type: 'general-purpose', mode: 'sync' },
  }),
};

const codex: Agent = {
  version: '0.169.0',
  program: `codex/vendor/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-unknown-linux-musl/bin/codex`,
  heading: '**Codex**',
  prepare({ home, origin }) {
    write(
      join(home, '.codex/config.toml'),
      [
        'model = "mock"\nmodel_provider = "mock"\ncheck_for_update_on_startup = false',
        `[model_providers.mock]\nname = "mock"\nbase_url = "${origin}/v1"\nenv_key = "MODEL_KEY"`,
        'wire_api = "responses"',
        'request_max_retries = 0\nstream_max_retries = 0\n[analytics]\nenabled = false\n',
      ].join('\n'),
    );
    return { CODEX_HOME: join(home, '.codex'), MODEL_KEY: 'none' };
  },
  hooksFile: ({ home }) => join(home, '.codex/hooks.json'),
  arguments: (prompt, isFurther) => [
    ...['exec', ...(isFurther ? ['resume', '--last'] : []), '--dangerously-bypass-approvals-and-sandbox'],
    ...['--dangerously-bypass-hook-trust', '--skip-git-repo-check', '--json', prompt],
  ],
  shell: (command) => ({ name: 'exec_command', input: { cmd: command } }),
  edit: (path, before, after) => {
    const patch = `*** Begin Patch\n*** Update File: ${basename(path)}\n@@\n-${before}\n+${after}\n*** End Patch`;
    return { name: 'exec_command', input: { cmd: `apply_patch <<'EOF'\n${patch}\nEOF` } };
  },
  delegate: (prompt) => ({ name: 'spawn_agent', namespace: 'multi_agent_v1', input: { message: prompt } }),
  awaitDelegate(answer) {
    const { agent_id: id } = JSON.parse(answer) as { readonly agent_id: string };
    return { name: 'wait_agent', namespace: 'multi_agent_v1', input: { targets: [id], timeout_ms: 60_000 } };
  },
};

const gemini: Agent = {
  version: '0.61.0',
  program: 'gemini/bundle/gemini.js',
  isScript: true,
  heading: '**Gemini CLI**',
  prepare({ home, origin }) {
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
      // Its own, which stops it at the fifth call of a row, would not let the guard be seen.
      model: { disableLoopDetection: true },
    };
    write(join(home, '.gemini/settings.json'), JSON.stringify(settings));
    return {
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: origin,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      // It would start itself a second time, with more memory.
      GEMINI_CLI_NO_RELAUNCH: 'true',
    };
  },
  hooksFile: ({ home }) => join(home, '.gemini/settings.json'),
  arguments: (prompt, isFurther) => [
    ...['-p', prompt, '--yolo', '--output-format', 'stream-json', '-m', 'gemini-2.5-flash'],
    ...(isFurther ? ['--resume', 'latest'] : []),
  ],
  shell: (command) => ({ name: 'run_shell_command', input: { command } }),
  delegate: (prompt) => ({ name: 'invoke_agent', input: { agent_name: 'generalist', prompt } }),
  read: (path) => ({ name: 'read_file', input: { file_path: path } }),
  write: (path, content) => ({ name: 'write_file', input: { file_path: path, content } }),
  edit: (path, before, after) => ({
    name: 'replace',
    input: { file_path: path, old_string: before, new_string: after, instruction: 'Change it.' },
  }),
};

const qwen: Agent = {
  version: '0.24.4',
  program: 'qwen/cli.js',
  isScript: true,
  heading: '**Qwen Code**',
  prepare({ home, origin }) {
    const settings = {
      security: { auth: { selectedType: 'openai' } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
      model: { name: 'mock', skipLoopDetection: true },
    };
    write(join(home, '.qwen/settings.json'), JSON.stringify(settings));
    return { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${origin}/v1`, OPENAI_MODEL: 'mock' };
  },
  hooksFile: ({ home }) => join(home, '.qwen/settings.json'),
  arguments: (prompt, isFurther) => [
    ...['-p', prompt, '--yolo', '--output-format', 'stream-json', ...(isFurther ? ['--continue'] : [])],
  ],
  shell: (command) => ({ name: 'run_shell_command', input: { command, is_background: false } }),
  delegate: (prompt) => ({
    name: 'agent',
    input: { description: 'A part', prompt, subagent_type: 'general-purpose', run_in_background: false },
  }),
  read: (path) => ({ name: 'read_file', input: { file_path: path } }),
  write: (path, content) => ({ name: 'write_file', input: { file_path: path, content } }),
  edit: (path, before, after) => ({
    name: 'edit',
    input: { file_path: path, old_string: before, new_string: after },
  }),
};

const opencode: Agent = {
  version: '1.18.33',
  program: 'opencode/bin/opencode',
  hasPlugin: true,
  heading: '**opencode**',
  prepare({ home, origin }) {
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      name: 'Mock',
      options: { baseURL: `${origin}/v1`, apiKey: 'none' },
      models: { mock: { name: 'mock', limit: { context: 100_000, output: 4_000 } } },
    };
    const settings = {
      autoupdate: false,
      share: 'disabled',
      model: 'mock/mock',
      small_model: 'mock/mock',
      permission: { edit: 'allow', bash: 'allow', webfetch: 'allow', doom_loop: 'allow' },
      provider: { mock: provider },
    };
    write(join(home, '.config/opencode/opencode.json'), JSON.stringify(settings));
    return { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' };
  },
  hooksFile: ({ home }) => join(home, '.config/opencode/plugin/tool-loop-guard.js'),
  arguments: (prompt, isFurther) => ['run', '--format', 'json', ...(isFurther ? ['--continue'] : []), prompt],
  shell: (command) => ({ name: 'bash', input: { command, description: 'Run it' } }),
  read: (path) => ({ name: 'read', input: { filePath: path } }),
  write: (path, content) => ({ name: 'write', input: { filePath: path, content } }),
  edit: (path, before, after) => ({
    name: 'edit',
    input: { filePath: path, oldString: before, newString: after },
  }),
  delegate: (prompt) => ({ name: 'task', input: { description: 'A part', prompt, subagent_type: 'general' } }),
};

export const AGENTS: Readonly<Record<AgentName, Agent>> = {
  claude: claude('claude', '2.1.330'),
  'claude-old': claude('claude-old', '2.1.197'),
  copilot,
  codex,
  opencode,
  gemini,
  qwen,
};

/** The hooks file that the documentation gives for an agent, with the command line that is to be run. */
export function documentedHooks({ heading }: Agent, commandLine: string): string {
  const page = readFileSync(resolve(__dirname, '../../docs/contributing/hooks.md'), 'utf8');
  const json = page.slice(page.indexOf(heading)).split('```json\n')[1]?.split('```')[0] ?? '';
  return json.replaceAll('tool-loop-guard hook', `${commandLine} hook`);
}

/** Writes a file, and the folders that lead to it. */
export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
