// Starts VS Code once per run of runs.ts. `tsx test/host/runTest.ts [name of a run ...]`, from the root of the
// repository.
import { runTests } from '@vscode/test-electron';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { RUNS, type Run } from './runs';
import { findVSCode, SHIM } from './vscode';

const FIXTURES = resolve('test/fixtures');
const BUILT_TESTS = resolve('out/test');

/** Keeps VS Code's own hints out of the pictures. */
const QUIET_SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'chat.tips.enabled': false,
  'chat.viewSessions.enabled': false,
  // Any value keeps the chat from asking for one; titles of conversations then come from their prompts.
  'chat.utilityModel': 'none/none',
  'chat.utilitySmallModel': 'none/none',
  'telemetry.telemetryLevel': 'off',
};

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const runs = RUNS.filter(({ name, onDemand }) => (wanted.length === 0 ? onDemand !== true : wanted.includes(name)));
  if (runs.length === 0) {
    throw new Error(
      `There is no run named ${wanted.join(', ')}; there are: ${RUNS.map(({ name }) => name).join(', ')}`,
    );
  }
  const vscode = await findVSCode();
  if (vscode === SHIM) {
    spawnSync(vscode, ['--prepare'], { stdio: 'inherit' });
  }
  for (const run of runs) {
    console.log(`\n── ${run.name} ──`);
    await start(vscode, run).catch(fail);
  }
}

async function start(vscode: string, run: Run): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'tool-loop-'));
  try {
    const workspace = join(root, 'workspace');
    const userData = join(root, 'user-data');
    writeSettings(join(workspace, '.vscode'), run.workspaceSettings ?? {});
    writeSettings(join(userData, 'User'), { ...QUIET_SETTINGS, ...run.userSettings });
    const profile = [`--user-data-dir=${userData}`, `--extensions-dir=${join(root, 'extensions')}`];
    if (run.guarded) {
      install(vscode, profile, findVsix());
    }
    if (run.language !== undefined) {
      addLanguagePack(userData, run.language);
    }
    await runTests({
      vscodeExecutablePath: vscode,
      extensionDevelopmentPath: join(FIXTURES, run.fixture ?? 'scripted-model'),
      extensionTestsPath: join(BUILT_TESTS, 'host/suite.js'),
      launchArgs: [
        workspace,
        ...profile,
        ...(run.language === undefined ? [] : [`--locale=${run.language}`]),
        ...(run.log === undefined ? [] : [`--log=${run.log}`]),
      ],
      extensionTestsEnv: {
        ...run.environment,
        TOOL_LOOP_TEST_LOGS: join(userData, 'logs'),
        TOOL_LOOP_TEST_FILES: JSON.stringify(run.files.map((file) => join(BUILT_TESTS, `${file}.js`))),
      },
    });
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
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

function findVsix(): string {
  const vsix = readdirSync('.').find((name) => /^tool-loop-guard-.*\.vsix$/.test(name));
  if (vsix === undefined) {
    throw new Error('There is no VSIX; run "npm run package" first');
  }
  return resolve(vsix);
}

function install(vscode: string, profile: readonly string[], vsix: string): void {
  const { status, stdout, stderr } = spawnSync(vscode, [...profile, `--install-extension=${vsix}`], {
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new Error(`VS Code did not install ${vsix}:\n${stdout}${stderr}`);
  }
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

main().catch(fail);
