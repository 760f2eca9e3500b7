// Gets what the tests of VS Code's Agent Host need beside the VS Code Server, from npm: the Claude Agent SDK, and the
// database module that the sessions are kept in. Every step can be interrupted and run again; nothing is ever removed
// from the server's own folder.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureServer, installPackages, onPath, runNpm, say, serverNodeHeaders, serverRoot } from '../bootstrap.mjs';
import { makeOnce } from '../makeOnce.mjs';

const FOLDER = resolve(import.meta.dirname, '..', '..', '.vscode-test', 'agent-host');
const CLAUDE_SDK = { '@anthropic-ai/claude-agent-sdk': '0.3.330' };
const CLAUDE_PROGRAM = join(
  'node_modules',
  '@anthropic-ai',
  `claude-agent-sdk-${process.platform}-${process.arch}`,
  'claude',
);
const DATABASE = '@vscode/sqlite3';
const DATABASE_BINARY = join('node_modules', DATABASE, 'build', 'Release', 'vscode-sqlite3.node');

/** The folder to name in `VSCODE_AGENT_HOST_CLAUDE_SDK_ROOT`. */
export const claudeSdkRoot = () => join(FOLDER, 'claude');

/** Installs the server and all that its Agent Host needs to run Copilot and Claude sessions. */
export function ensureAgentHost() {
  ensureServer();
  install('claude', CLAUDE_SDK, [], (folder) => {
    if (process.platform !== 'win32') allowRoot(join(folder, CLAUDE_PROGRAM));
  });
  ensureDatabase();
}

/**
 * Claude Code does not work for root unless a variable calls the machine a sandbox, and VS Code hands it few variables.
 * @param {string} program its path; a script takes its place
 */
function allowRoot(program) {
  renameSync(program, `${program}.real`);
  const script = ['#!/bin/sh', '[ "$(id -u)" = 0 ] && export IS_SANDBOX=1', 'exec "$0.real" "$@"', ''];
  writeFileSync(program, script.join('\n'), { mode: 0o755 });
}

/** The server comes without this native module; without it the sessions work, and the log is full of failures. */
function ensureDatabase() {
  const wanted = join(serverRoot(), DATABASE_BINARY);
  if (existsSync(wanted)) return;
  if (!onPath(['make']) || !onPath(['g++', 'clang++'])) {
    say('No C++ compiler here: sessions of the Agent Host are not kept, the tests do not need them to be');
    return;
  }
  const { version } = JSON.parse(readFileSync(join(serverRoot(), 'node_modules', DATABASE, 'package.json'), 'utf8'));
  const built = install('database', { [DATABASE]: version }, ['--ignore-scripts'], (folder) => {
    const { status } = runNpm(folder, ['rebuild', DATABASE], {
      npm_config_nodedir: serverNodeHeaders(),
    });
    if (status !== 0) say('The database of the Agent Host could not be built; the tests do not need it');
  });
  if (!existsSync(join(built, DATABASE_BINARY))) return;
  mkdirSync(join(wanted, '..'), { recursive: true });
  const beside = `${wanted}.${process.pid}`;
  copyFileSync(join(built, DATABASE_BINARY), beside);
  renameSync(beside, wanted);
}

/**
 * Installs packages into a folder of their own, once.
 * @param {string} name of the folder
 * @param {Record<string, string>} packages exact versions by name
 * @param {readonly string[]} options of npm's `install`
 * @param {(folder: string) => void} finish does what is left to do in the folder
 * @returns {string} the folder
 */
function install(name, packages, options, finish) {
  const folder = join(FOLDER, name);
  makeOnce(folder, packages, (building) => {
    say(
      `Installing ${Object.entries(packages)
        .map((entry) => entry.join(' '))
        .join(', ')} with npm`,
    );
    installPackages(building, packages, options);
    finish(building);
  });
  return folder;
}
