// Starts VS Code for one run of runs.ts, with a separate profile.
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

/** Keeps VS Code's own hints out of the pictures, and the processor free for tests. */
const QUIET_SETTINGS = {
  'workbench.startupEditor': 'none',
  // Moving progress indicators would take half a core on a machine without a graphics card.
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

/** @param extensions a folder with our VSIX installed @throws if a test fails or VS Code doesn't start */
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
        // Pictures and figures, which are for people, come from a complete VS Code.
        ...(vscode === SHIM && run.onDemand !== true ? ['--few-extensions'] : []),
      ],
      extensionTestsEnv: {
        ...run.environment,
        // A window writes its address to the home folder, which must not be that of the user who runs the tests.
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

/** `required`: tests fail without a page; `none`: they leave out what needs one. Only the stand-in uses our browser. */
function pageOf(vscode: string): string {
  return process.env['TOOL_LOOP_TEST_PAGE'] ?? (vscode === SHIM ? 'required' : 'none');
}

function writeSettings(folder: string, settings: Readonly<Record<string, unknown>>): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings, undefined, 2));
}

/** VS Code only uses a language with a pack. This one is empty, so VS Code's own texts stay English. */
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
