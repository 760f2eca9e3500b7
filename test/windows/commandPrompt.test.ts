import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { ADDRESS_VARIABLE, TOKEN_VARIABLE } from '../../src/node/transport/hookAddress';
import { installed, shippedEntries } from './hookEntry';
import { FOLDERS, homeIn, layOutPlugins } from './pluginFolders';
import { ANSWER, type Ended, type Run } from './run';
import { installedWine, inWindows, runInWine } from './wine';

const CALL = JSON.stringify({
  sessionId: 's',
  toolName: 'view',
  toolArgs: { path: 'C:\\a' },
  workingDirectory: 'C:\\',
});
const LARGE = JSON.stringify({ sessionId: 's', toolName: 'view', toolArgs: { text: 'ä'.repeat(512 * 1024) } });

/** The obvious text. The Agent Host lets Node write its quotation marks as \". */
const TEXT_WITH_QUOTATION_MARKS = 'cmd /d /c "${CLAUDE_PLUGIN_ROOT}\\hook.cmd"';

const SILENT = { exitCode: 0, output: '', errors: '' };
const STARTERS = ['agent host', 'shell'] as const;

describe('the hook command in cmd.exe', function () {
  this.timeout(900_000);

  const wine = installedWine();
  const node = inWindows(wine?.node ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'tool-loop-guard-windows-'));
  const home = homeIn(folder);
  const runs: Run[] = [];
  let ended: ReadonlyMap<string, Ended> = new Map();

  before(async function () {
    if (wine === undefined) {
      // `npm run test:windows` has said why.
      this.skip();
    }
    await layOutPlugins(folder, wine.node);
    collect();
    ended = await runInWine(wine, runs);
  });

  after(() => discard(folder));

  function collect(): void {
    for (const startedBy of STARTERS) {
      for (const name of FOLDERS) {
        add(`${startedBy}, ${name}`, { startedBy, root: `standIn/${name}` });
      }
      add(`${startedBy}, large`, { startedBy, root: 'standIn/plug in', input: LARGE });
      add(`${startedBy}, no node`, {
        startedBy,
        root: 'standIn/plug in',
        input: LARGE,
        env: { USERPROFILE: 'C:\\gone' },
      });
      add(`${startedBy}, node that is gone`, {
        startedBy,
        root: 'standIn/plug in',
        input: LARGE,
        env: { USERPROFILE: inWindows(homeIn(join(folder, 'gone'))), TOOL_LOOP_GUARD_NODE: node },
      });
      add(`${startedBy}, no env`, { startedBy, root: 'standIn/plugin', knowsEnv: false });
      add(`${startedBy}, no plugin`, { startedBy, root: 'standIn/gone' });
      add(`${startedBy}, no hook.js`, { startedBy, root: 'standIn/half', input: LARGE });
      add(`${startedBy}, quotation marks`, { startedBy, root: 'standIn/plugin', text: TEXT_WITH_QUOTATION_MARKS });
      add(`${startedBy}, listening`, { startedBy, root: 'real/plug in', listening: true });
      add(`${startedBy}, listening, large`, { startedBy, root: 'real/plug in', listening: true, input: LARGE });
      add(`${startedBy}, nobody listening`, { startedBy, root: 'real/plug in' });
      add(`${startedBy}, dead pipe`, { startedBy, root: 'real/plug in', input: LARGE, env: deadPipe() });
    }
    const nodeFolder = node.replace('\\node.exe', '');
    add('node on the PATH', {
      root: 'standIn/plug in',
      env: { USERPROFILE: 'C:\\gone', PATH: `${nodeFolder};C:\\windows\\system32` },
    });
    for (const name of ['plain', 'relative', 'gone']) {
      add(`node in the file, ${name}`, {
        root: 'standIn/plug in',
        env: { USERPROFILE: inWindows(homeIn(join(folder, name))) },
      });
    }
    for (const entry of shippedEntries()) {
      add(`event ${entry.event}`, { root: 'standIn/plug in', entry });
    }
  }

  /** The address of a closed window in the environment. */
  function deadPipe(): NodeJS.ProcessEnv {
    return { [ADDRESS_VARIABLE]: '\\\\.\\pipe\\closed', [TOKEN_VARIABLE]: 'token' };
  }

  interface Wanted extends Partial<Pick<Run, 'startedBy' | 'text' | 'input' | 'env' | 'listening'>> {
    readonly root: string;
    /** Whether the starter of the command knows the `env` of hooks.json. */
    readonly knowsEnv?: boolean;
    readonly entry?: ReturnType<typeof shippedEntries>[number];
  }

  function add(name: string, wanted: Wanted): void {
    const entry = wanted.entry ?? shippedEntries().find(({ event }) => event === 'PreToolUse');
    assert.ok(entry);
    const command = installed(
      wanted.text === undefined ? entry : { ...entry, windows: wanted.text },
      inWindows(join(folder, wanted.root)),
    );
    runs.push({
      name,
      startedBy: wanted.startedBy ?? 'agent host',
      text: command.text,
      env: {
        PATH: 'C:\\windows\\system32;C:\\windows',
        USERPROFILE: inWindows(home),
        ...wanted.env,
        ...(wanted.knowsEnv === false ? {} : command.env),
      },
      workingFolder: inWindows(folder),
      input: wanted.input ?? CALL,
      listening: wanted.listening ?? false,
    });
  }

  function outcome(name: string): Ended {
    const found = ended.get(name);
    assert.ok(found, `There was no run "${name}".`);
    return found;
  }

  /** The hook got the whole input; its own exit code, an error, must not show. */
  function assertStarted(name: string, root: string, input = CALL): void {
    const { exitCode, output, errors, inputFault } = outcome(name);
    assert.deepEqual({ exitCode, errors, inputFault }, { exitCode: 0, errors: '', inputFault: undefined });
    assert.deepEqual(JSON.parse(output), {
      file: inWindows(join(folder, root, 'hook.js')),
      electronRunAsNode: '1',
      input: createHash('sha256').update(input).digest('hex'),
    });
  }

  function assertSilent(name: string): void {
    const { exitCode, output, errors, inputFault } = outcome(name);
    assert.deepEqual({ exitCode, output, errors, inputFault }, { ...SILENT, inputFault: undefined });
  }

  for (const startedBy of STARTERS) {
    describe(`started by the ${startedBy}`, () => {
      for (const name of FOLDERS) {
        it(`starts the hook of a plugin in "${name}"`, () => assertStarted(`${startedBy}, ${name}`, `standIn/${name}`));
      }

      it('passes on an input of 1 MB', () => assertStarted(`${startedBy}, large`, 'standIn/plug in', LARGE));

      it('reads the input and is silent if there is no Node', () => assertSilent(`${startedBy}, no node`));

      it('reads the input and is silent if the named Node is gone', () =>
        assertSilent(`${startedBy}, node that is gone`));

      it('reads the input and is silent if the plugin is incomplete', () => assertSilent(`${startedBy}, no hook.js`));

      for (const name of ['no plugin', 'no env']) {
        it(`is silent if the hook can’t be found: ${name}`, () => {
          const { exitCode, output, errors } = outcome(`${startedBy}, ${name}`);
          assert.deepEqual({ exitCode, output, errors }, SILENT);
        });
      }

      it('prints the answer of the extension that listens on a named pipe', () => {
        const { exitCode, output, errors, asked } = outcome(`${startedBy}, listening`);
        assert.deepEqual(
          { exitCode, output, errors, asked },
          { exitCode: 0, output: ANSWER, errors: '', asked: [CALL] },
        );
        assert.deepEqual(outcome(`${startedBy}, listening, large`).asked, [LARGE]);
      });

      for (const name of ['nobody listening', 'dead pipe']) {
        it(`refuses nothing if there is no extension: ${name}`, () => {
          const { exitCode, output, inputFault } = outcome(`${startedBy}, ${name}`);
          assert.deepEqual({ exitCode, inputFault }, { exitCode: 0, inputFault: undefined });
          assert.doesNotMatch(output, /deny|block|"continue":false/);
        });
      }
    });
  }

  it('would fail in the Agent Host with quotation marks in the text, but works in a shell', () => {
    assert.notEqual(outcome('agent host, quotation marks').exitCode, 0);
    assertStarted('shell, quotation marks', 'standIn/plugin');
  });

  it('finds the Node that the extension has recorded', () =>
    assertStarted('node in the file, plain', 'standIn/plug in'));

  it('finds a Node in a home folder whose name isn’t ASCII', () =>
    assertStarted('node in the file, relative', 'standIn/plug in'));

  it('is silent if the recorded Node is gone', () => assertSilent('node in the file, gone'));

  it('finds the Node on the PATH', () => assertStarted('node on the PATH', 'standIn/plug in'));

  for (const { event } of shippedEntries()) {
    it(`starts the hook for ${event}`, () => assertStarted(`event ${event}`, 'standIn/plug in'));
  }
});
