import { dirname, join } from 'node:path';
import { isJsonObject } from '../files/jsonFields';
import { readForeignObject, readForeignText } from './looseJson';

/** Files of settings in a folder that set variables of the environment for an agent and its hooks. */
const SETTINGS_WITH_VARIABLES = ['.claude/settings.json', '.claude/settings.local.json', '.qwen/settings.json'];

/** Files of variables that an agent, or the program that it is built with, reads by itself. */
const VARIABLE_FILES = ['.env', '.env.local', '.env.development', '.env.production', '.gemini/.env', '.qwen/.env'];

/** Deeper than any project lies. */
const MOST_FOLDERS = 40;

/** Variables by which a folder decides what any program does that an agent starts, our hook too. */
const DECISIVE = /^(?:HOME|USERPROFILE|BASH_ENV|ENV|(?:LD|DYLD)_\w+)$/i;

/** A file of a folder, and the variables in it. */
export interface FolderVariables {
  readonly file: string;
  readonly names: readonly string[];
}

/**
 * The variables that files of a folder, or of those around it up to the home folder, set for an agent. A person's own
 * files in the home folder are not among them.
 */
export function variablesOfFolder(folder: string, home: string): readonly FolderVariables[] {
  return foldersAround(folder, home).flatMap((each) => [
    ...SETTINGS_WITH_VARIABLES.map((name) => variablesInSettings(join(each, name))),
    ...VARIABLE_FILES.map((name) => variablesInText(join(each, name))),
  ]);
}

/**
 * An environment without what files of a folder may have put into it: a repository decides nothing about the guard. A
 * variable that both a person and such a file have set is left out, too, for nobody can tell whose value it is.
 */
export function withoutVariablesOf(
  folders: readonly string[],
  environment: NodeJS.ProcessEnv,
  home: string,
): NodeJS.ProcessEnv {
  const set = new Set(
    folders.flatMap((folder) => variablesOfFolder(folder, home)).flatMap(({ names }) => names.map(upper)),
  );
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !set.has(upper(name))));
}

/** The first file whose variables decide what programs do; undefined where there is none. */
export function decisiveVariables(folder: string, home: string): FolderVariables | undefined {
  return variablesOfFolder(folder, home)
    .map(({ file, names }) => ({ file, names: names.filter((name) => DECISIVE.test(name)) }))
    .find(({ names }) => names.length > 0);
}

/** A folder and those around it, without the home folder and what is around that. */
function foldersAround(folder: string, home: string): string[] {
  const found: string[] = [];
  for (
    let each = folder;
    found.length < MOST_FOLDERS && each !== home && each !== dirname(each);
    each = dirname(each)
  ) {
    found.push(each);
  }
  return found;
}

function variablesInSettings(file: string): FolderVariables {
  const { env } = readForeignObject(file);
  return { file, names: isJsonObject(env) ? Object.keys(env) : [] };
}

function variablesInText(file: string): FolderVariables {
  const text = readForeignText(file) ?? '';
  return { file, names: [...text.matchAll(/^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*[=:]/gm)].map(([, name = '']) => name) };
}

function upper(name: string): string {
  return name.toUpperCase();
}
