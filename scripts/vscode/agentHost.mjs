// Installs what tests of VS Code's Agent Host need in addition to the VS Code Server from npm: the Claude Agent SDK and
// the database module for sessions. Each step can be interrupted and repeated. The server's folder stays intact.
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

/** For `VSCODE_AGENT_HOST_CLAUDE_SDK_ROOT`. */
export const claudeSdkRoot = () => join(FOLDER, 'claude');

export function ensureAgentHost() {
  ensureServer();
  install('claude', CLAUDE_SDK, [], (folder) => {
    if (process.platform !== 'win32') allowRoot(join(folder, CLAUDE_PROGRAM));
  });
  ensureDatabase();
}

/**
 * Claude Code refuses to run as root unless a variable says it is in a sandbox, and VS Code passes few variables on.
 * @param {string} program a path; a script replaces the program
 */
function allowRoot(program) {
  renameSync(program, `${program}.real`);
  const script = ['#!/bin/sh', '[ "$(id -u)" = 0 ] && export IS_SANDBOX=1', 'exec "$0.real" "$@"', ''];
  writeFileSync(program, script.join('\n'), { mode: 0o755 });
}

/** The server lacks this native module. Sessions work without it, but fill the log with failures. */
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
 * Installs packages once, into a separate folder.
 * @param {string} name of the folder
 * @param {Record<string, string>} packages exact versions by name
 * @param {readonly string[]} options of npm's `install`
 * @param {(folder: string) => void} finish completes the folder
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
