import { type Dirent, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { fieldsOf, type JsonFields } from '../files/jsonFields';
import { readForeign } from '../files/foreignFile';
import { mainWorktree, repositoryRoot } from '../files/repositoryRoot';
import { shortText } from '../files/shortText';

const SETTINGS_WITH_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  '.claude/settings.json': ['env'],
  '.claude/settings.local.json': ['env'],
  '.qwen/settings.json': ['env'],
  '.vscode/settings.json': ['linux', 'osx', 'windows'].map((system) => `terminal.integrated.env.${system}`),
  '.devcontainer/devcontainer.json': ['containerEnv', 'remoteEnv'],
  '.devcontainer.json': ['containerEnv', 'remoteEnv'],
};

/** Read by an agent, by the program it is built with, or by a shell that enters the folder. */
const VARIABLE_FILES = [
  ...['.env', '.env.local', '.env.development', '.env.production', '.gemini/.env', '.qwen/.env'],
  ...['.envrc', '.mise.toml', 'mise.toml', '.mise.local.toml', 'mise.local.toml', '.config/mise.toml'],
  ...['.mise/config.toml', 'mise/config.toml', '.config/mise/config.toml'],
];

const MOST_FOLDERS = 40;

/** With these, a folder decides what any program does that an agent starts, including our hook. */
const DECISIVE = new RegExp(
  '^(?:[?]|HOME|USERPROFILE|BASH_ENV|BASH_FUNC_.*|SHELLOPTS|PS4|OPENSSL_CONF|NODE_OPTIONS|NODE_V8_COVERAGE|' +
    'CLAUDE_CONFIG_DIR|CLAUDE_CODE_(?:SHELL\\w*|SIMPLE|SAFE_MODE)|OPENCODE_PURE|' +
    '(?:GEMINI|QWEN)_\\w*(?:HOME|SETTINGS_PATH)|' +
    '(?:LD|DYLD)_\\w+)$',
  'i',
);

/** Variables that decide what a hook does; on Windows, names aren't case-sensitive. */
const OURS = /^(?:TOOL_LOOP_(?!GUARD_)\w+|OTEL_\w+)$/i;

/** Undefined variables: the file can't be read, so it may set any. */
interface FolderVariables {
  readonly file: string;
  readonly variables: JsonFields | undefined;
}

/**
 * Leaves out what files in a folder, or around it up to the home folder, may have set: a repository decides nothing
 * about the guard. That includes a variable that the user has set, too, because the value's origin is unknown, and all
 * our variables if a file can't be read.
 */
export function withoutVariablesOf(
  folders: readonly string[],
  environment: NodeJS.ProcessEnv,
  home: string,
): NodeJS.ProcessEnv {
  const files = folders.flatMap((folder) => variablesOfFolder(folder, home));
  const set = new Set(files.flatMap(({ variables = {} }) => Object.keys(variables).map(upper)));
  const mayBeAny = files.some(({ variables }) => variables === undefined);
  const around = folders.flatMap((folder) => foldersAround(folder, home, dirname(repositoryRoot(folder) ?? folder)));
  const named = new Set(around.flatMap((folder) => settingFilesIn(folder)).flatMap(oursNamedIn));
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !set.has(upper(name)) && !(OURS.test(name) && (mayBeAny || named.has(upper(name)))),
    ),
  );
}

const MOST_FILES = 300;
const MOST_BYTES = 256 * 1024;

/** How far below a folder files are searched: `.devcontainer/*`, `.config/mise/*`. */
const MOST_DEPTH = 3;

/** Includes the subfolders where programs keep their settings. */
function settingFilesIn(folder: string, depth = 1): string[] {
  const entries = entriesIn(folder);
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => join(folder, name));
  const inner = entries.filter(
    (entry) => entry.isDirectory() && (depth > 1 || /^\.(?!git$|venv$)|^mise$/.test(entry.name)),
  );
  const deeper = depth === MOST_DEPTH ? [] : inner.flatMap(({ name }) => settingFilesIn(join(folder, name), depth + 1));
  return [...files, ...deeper].slice(0, MOST_FILES);
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function oursNamedIn(file: string): string[] {
  return [...shortText(file, MOST_BYTES).matchAll(/\w+/g)]
    .map(([name]) => upper(name))
    .filter((name) => OURS.test(name));
}

export function weakeningVariables(folders: readonly string[], home: string): string | undefined {
  const found = folders
    .flatMap((folder) => variablesOfFolder(folder, home))
    .map(({ file, variables = { '?': '' } }) => ({
      file,
      names: Object.keys(variables).filter((name) => DECISIVE.test(name)),
    }))
    .filter(({ names }) => names.length > 0)
    .map(({ file, names }) => `${names.join(', ')} (${file})`);
  return found.length === 0 ? undefined : [...new Set(found)].join(', ');
}

function variablesOfFolder(folder: string, home: string): readonly FolderVariables[] {
  return foldersAround(folder, home).flatMap((each) => [
    ...Object.entries(SETTINGS_WITH_VARIABLES).map(([name, fields]) => variablesInSettings(join(each, name), fields)),
    ...VARIABLE_FILES.map((name) => namesInText(join(each, name))),
  ]);
}

/** A folder and those around it, up to but excluding the first of the outermost ones. */
function foldersAround(folder: string, ...outermost: readonly string[]): string[] {
  const found: string[] = [];
  for (
    let each = folder;
    found.length < MOST_FOLDERS && !outermost.includes(each) && each !== dirname(each);
    each = dirname(each)
  ) {
    found.push(each);
  }
  // Claude Code also reads settings of the main worktree.
  return [...found, ...found.flatMap((each) => mainWorktree(each) ?? [])];
}

function variablesInSettings(file: string, fields: readonly string[]): FolderVariables {
  const { text = '{}', isUnreadable } = readForeign(file);
  const settings = fieldsOf(parse(text, [], { allowTrailingComma: true }));
  const variables = Object.assign({}, ...fields.map((field) => fieldsOf(settings[field]))) as JsonFields;
  return { file, variables: isUnreadable === true ? undefined : variables };
}

/** For lines such as `export NAME="value" # comment`. */
export function variablesInText(file: string): FolderVariables {
  const { text = '', isUnreadable } = readForeign(file);
  const lines = text.matchAll(/^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*[=:][ \t]*(?:"(.*?)"|'(.*?)'|([^#\r\n]*))/gm);
  const variables = [...lines].map(([, name = '', ...values]) => [name, values.join('').trim()] as const);
  return { file, variables: isUnreadable === true ? undefined : Object.fromEntries(variables) };
}

/** For a file that a shell or a program reads: every name that gets a value, anywhere in a line. */
function namesInText(file: string): FolderVariables {
  const { text = '', isUnreadable } = readForeign(file);
  const names = text.replace(/(?:^|\s)#.*/gm, '').matchAll(/\b(\w+)["']?[ \t]*[=:]/g);
  const variables = Object.fromEntries([...names].map(([, name = '']) => [name, '']));
  return { file, variables: isUnreadable === true ? undefined : variables };
}

function upper(name: string): string {
  return name.toUpperCase();
}
