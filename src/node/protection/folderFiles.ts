import { type Dirent, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { fieldsOf, type JsonFields } from '../files/jsonFields';
import { readForeign } from '../files/foreignFile';
import { mainWorktree, repositoryRoot } from '../files/repositoryRoot';
import { shortText } from '../files/shortText';

/** Where the settings of agents, VS Code, and development containers name variables of the environment. */
const SETTINGS_WITH_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  '.claude/settings.json': ['env'],
  '.claude/settings.local.json': ['env'],
  '.qwen/settings.json': ['env'],
  '.vscode/settings.json': ['linux', 'osx', 'windows'].map((system) => `terminal.integrated.env.${system}`),
  '.devcontainer/devcontainer.json': ['containerEnv', 'remoteEnv'],
  '.devcontainer.json': ['containerEnv', 'remoteEnv'],
};

/** Files of variables that an agent reads, the program that it is built with, or what a shell asks on entering. */
const VARIABLE_FILES = [
  ...['.env', '.env.local', '.env.development', '.env.production', '.gemini/.env', '.qwen/.env'],
  ...['.envrc', '.mise.toml', 'mise.toml', '.mise.local.toml', 'mise.local.toml', '.config/mise.toml'],
  ...['.mise/config.toml', 'mise/config.toml', '.config/mise/config.toml'],
];

const MOST_FOLDERS = 40;

/** Variables by which a folder decides what any program does that an agent starts, our hook too. */
const DECISIVE = new RegExp(
  '^(?:[?]|HOME|USERPROFILE|BASH_ENV|BASH_FUNC_.*|SHELLOPTS|PS4|OPENSSL_CONF|NODE_OPTIONS|NODE_V8_COVERAGE|' +
    'CLAUDE_CONFIG_DIR|CLAUDE_CODE_(?:SHELL\\w*|SIMPLE|SAFE_MODE)|OPENCODE_PURE|' +
    '(?:GEMINI|QWEN)_\\w*(?:HOME|SETTINGS_PATH)|' +
    '(?:LD|DYLD)_\\w+)$',
  'i',
);

/** Variables by which a hook decides; Windows takes small letters for large ones. */
const OURS = /^(?:TOOL_LOOP_(?!GUARD_)\w+|OTEL_\w+)$/i;

/** A file of a folder, and the variables in it; undefined where it can't be read, so that it may set any. */
interface FolderVariables {
  readonly file: string;
  readonly variables: JsonFields | undefined;
}

/**
 * An environment without what files of a folder, or of those around it up to the home folder, may have put into it: a
 * repository decides nothing about the guard. A variable that both a person has set and such a file names is left out,
 * too, for nobody can tell whose value it is. Of a file that can't be read, every variable of ours is taken for one of
 * it.
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

/** How many files of a folder are searched for names of variables, and how large they may be. */
const MOST_FILES = 300;
const MOST_BYTES = 256 * 1024;

/** How far below a folder files are searched: `.devcontainer/*`, `.config/mise/*`. */
const MOST_DEPTH = 3;

/** The files of a folder, and of those in it that programs keep their settings in. */
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

/** The variables that decide what hooks or other programs do, with their files; undefined where there are none. */
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

/** A folder and those around it, without the first of some and what is around that. */
function foldersAround(folder: string, ...outermost: readonly string[]): string[] {
  const found: string[] = [];
  for (
    let each = folder;
    found.length < MOST_FOLDERS && !outermost.includes(each) && each !== dirname(each);
    each = dirname(each)
  ) {
    found.push(each);
  }
  // Claude Code reads settings of the main worktree, too.
  return [...found, ...found.flatMap((each) => mainWorktree(each) ?? [])];
}

function variablesInSettings(file: string, fields: readonly string[]): FolderVariables {
  const { text = '{}', isUnreadable } = readForeign(file);
  const settings = fieldsOf(parse(text, [], { allowTrailingComma: true }));
  const variables = Object.assign({}, ...fields.map((field) => fieldsOf(settings[field]))) as JsonFields;
  return { file, variables: isUnreadable === true ? undefined : variables };
}

/** Of a file of lines such as `export NAME="value" # comment`. */
export function variablesInText(file: string): FolderVariables {
  const { text = '', isUnreadable } = readForeign(file);
  const lines = text.matchAll(/^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*[=:][ \t]*(?:"(.*?)"|'(.*?)'|([^#\r\n]*))/gm);
  const variables = [...lines].map(([, name = '', ...values]) => [name, values.join('').trim()] as const);
  return { file, variables: isUnreadable === true ? undefined : Object.fromEntries(variables) };
}

/** Of a file that a shell or a program reads: every name that a value is given to, wherever in a line. */
function namesInText(file: string): FolderVariables {
  const { text = '', isUnreadable } = readForeign(file);
  const names = text.replace(/(?:^|\s)#.*/gm, '').matchAll(/\b(\w+)["']?[ \t]*[=:]/g);
  const variables = Object.fromEntries([...names].map(([, name = '']) => [name, '']));
  return { file, variables: isUnreadable === true ? undefined : variables };
}

function upper(name: string): string {
  return name.toUpperCase();
}
