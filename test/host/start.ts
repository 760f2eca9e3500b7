// Starts VS Code for one run of runs.ts, with a profile of its own.
import { runTests } from '@vscode/test-electron';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { packagedVsix } from '../../scripts/vsix.mjs';
import type { Run } from './runs';
import { SHIM } from './vscode';

const FIXTURES = resolve('test/fixtures');
const BUILT_TESTS = resolve('out/test');

/** Keeps VS Code's own hints out of the pictures, and the processor free for the tests. */
const QUIET_SETTINGS = {
  'workbench.startupEditor': 'none',
  // Moving signs of waiting would take half a core of a machine without a graphics card.
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  'workbench.tips.enabled': false,
  'chat.tips.enabled': false,
  'chat.viewSessions.enabled': false,
  // Any value keeps the chat from asking for one; titles of conversations then come from their prompts.
  'chat.utilityModel': 'none/none',
  'chat.utilitySmallModel': 'none/none',
  'telemetry.telemetryLevel': 'off',
};

/**
 * Runs the suites of a run in a VS Code and resolves when it has ended.
 * @param extensions a folder in which our VSIX is installed
 * @throws when a test fails or VS Code does not start
 */
export async function start(vscode: string, run: Run, extensions: string): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'tool-loop-'));
  try {
    const workspace = join(root, run.folder ?? 'workspace');
    const home = join(root, 'home');
    mkdirSync(home);
    const userData = join(root, 'user-data');
    writeSettings(join(workspace, '.vscode'), run.workspaceSettings ?? {});
    writeSettings(join(userData, 'User'), { ...QUIET_SETTINGS, ...run.userSettings });
    if (run.language !== undefined) {
      addLanguagePack(userData, run.language);
    }
    await runTests({
      vscodeExecutablePath: vscode,
      extensionDevelopmentPath: join(FIXTURES, run.fixture ?? 'scripted-model'),
      extensionTestsPath: join(BUILT_TESTS, 'host/suite.js'),
      launchArgs: [
        workspace,
        `--user-data-dir=${userData}`,
        `--extensions-dir=${extensions}`,
        ...(run.language === undefined ? [] : [`--locale=${run.language}`]),
        ...(run.log === undefined ? [] : [`--log=${run.log}`]),
        // What is made for people, pictures and figures, is to come from a whole VS Code.
        ...(vscode === SHIM && run.onDemand !== true ? ['--few-extensions'] : []),
      ],
      extensionTestsEnv: {
        ...run.environment,
        // A window leaves its address in the home folder. It must not be the one of whoever runs the tests.
        HOME: home,
        USERPROFILE: home,
        TOOL_LOOP_TEST_PAGE: pageOf(vscode),
        TOOL_LOOP_TEST_LOGS: join(userData, 'logs'),
        TOOL_LOOP_TEST_FILES: JSON.stringify(
          run.suites.flatMap(({ files }) => files).map((file) => join(BUILT_TESTS, `${file}.js`)),
        ),
      },
    });
  } finally {
    discard(root);
  }
}

/**
 * Whether a page of this VS Code has to be there: `required` (a test without it fails) or `none` (what needs it is left
 * out, and counted). Only the stand-in shows its window in a browser of ours.
 */
function pageOf(vscode: string): string {
  return process.env['TOOL_LOOP_TEST_PAGE'] ?? (vscode === SHIM ? 'required' : 'none');
}

function writeSettings(folder: string, settings: Readonly<Record<string, unknown>>): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings, undefined, 2));
}

/**
 * What VS Code keeps of an installed language pack: it shows itself in a language only when there is one. This one
 * translates nothing of VS Code, so its own texts stay English.
 */
function addLanguagePack(userData: string, language: string): void {
  const translations = join(userData, 'language-pack.json');
  writeFileSync(translations, JSON.stringify({ version: '1.0.0', contents: {} }));
  const pack = {
    hash: 'tool-loop-guard-tests',
    extensions: [{ extensionIdentifier: { id: 'tool-loop-guard-fixtures.language-pack' }, version: '1.0.0' }],
    translations: { vscode: translations },
    label: language,
  };
  writeFileSync(join(userData, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
}

/** Installs our VSIX into a folder of extensions, once for all runs. */
export function install(vscode: string, extensions: string): void {
  const vsix = packagedVsix();
  const profile = [`--user-data-dir=${join(extensions, '..', 'installing')}`, `--extensions-dir=${extensions}`];
  const { status, stdout, stderr } = spawnSync(vscode, [...profile, `--install-extension=${vsix}`], {
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new Error(`VS Code did not install ${vsix}:\n${stdout}${stderr}`);
  }
}
