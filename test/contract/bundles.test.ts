import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { build, type Metafile } from 'esbuild';
import { kilobytesOf, loadExtension, MOST_KILOBYTES } from '../../bench/activation';
import { bundleExtension as bundleExtensionInto } from '../../bench/bundles';
import { parseConfiguration } from '../../src/core/settings/parse';

const ROOT = resolve(__dirname, '../..');

/** Ways to run text as a program, or to start a program. */
const RUNS_TEXT = anyOf(
  /\beval\s*\(/,
  /\bnew Function\b/,
  /[^.\w]Function\s*\(/,
  /child_process/,
  /\bworker_threads\b/,
  /node:vm|["']vm["']/,
  /\bprocess\.binding\b/,
  /\.runIn(?:This|New)?Context\b/,
);

const CHOSEN_MODULE = /\b(?:require|import)\s*\(\s*(?!["'][\w:./-]+["']\s*\))/;

/** How the doctor loads what starts programs, on demand, and the window what makes its pipes. */
const STARTS_PROGRAMS = /\b(?:import|require)\("node:child_process"\)|from "node:child_process"/g;

interface Bundle {
  readonly door: string;
  readonly text: string;
  readonly modules: readonly string[];
}

async function bundle(door: string): Promise<Bundle> {
  const { options, pluginOptions } = createRequire(__filename)('../../esbuild.js') as Record<string, object>;
  return built(door, {
    ...(['hook', 'engineOfHook'].includes(door) ? pluginOptions : options),
    absWorkingDir: ROOT,
    entryPoints: [`src/${door}.ts`],
  });
}

function bundleExtension(): Promise<Bundle> {
  const { extensionOptions } = createRequire(__filename)('../../esbuild.js') as { readonly extensionOptions: object };
  return built('extension', extensionOptions);
}

async function built(door: string, options: object): Promise<Bundle> {
  const { outputFiles, metafile } = (await build({
    ...options,
    outdir: 'dist',
    write: false,
    metafile: true,
    minify: false,
    sourcemap: false,
    legalComments: 'none',
  })) as {
    outputFiles: { text: string }[];
    metafile: Metafile;
  };
  return {
    door,
    text: outputFiles.map(({ text }) => text).join('\n'),
    modules: Object.values(metafile.outputs)
      .flatMap(({ imports }) => imports.map(({ path }) => path))
      .toSorted(),
  };
}

function sources(): [string, string][] {
  const folder = join(ROOT, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
}

/** The value of `toolLoopGuard.onStop`, which no workspace can set. */
const OWN_COMMAND_LINE = join('node', 'away', 'runCommandLine.ts');

describe('the programs that are shipped', () => {
  let hook: Bundle;
  let others: Bundle[];
  let telemetry: Bundle;

  before(async () => {
    hook = await bundle('hook');
    others = await Promise.all([
      bundleExtension(),
      ...['cli', 'engineOfHook', 'opencode', 'repositoryHook', 'library/index'].map(bundle),
    ]);
    telemetry = await bundle('telemetry');
  });

  it('ask an Agent Host for lists, subscriptions, and the end of a turn, and Codex for its own', () => {
    const asked: Record<string, readonly (string | undefined)[]> = {};
    const all = sources().filter(([, text]) => text.includes('RpcClient.connect'));
    for (const [file, text] of all) {
      const methods = [...text.matchAll(/\.(?:request|notify)\(\s*'([\w/]+)'/g)].map(([, method]) => method);
      asked[basename(file)] = methods.toSorted();
    }
    assert.deepEqual(asked, {
      'appServer.ts': [
        ...['initialize', 'initialized', 'thread/loaded/list', 'thread/read', 'thread/turns/list'],
        'turn/interrupt',
      ],
      'hostClient.ts': ['dispatchAction', 'initialize', 'listSessions', 'subscribe', 'unsubscribe'],
    });
    const [[, client] = []] = all.filter(([file]) => file.endsWith('hostClient.ts'));
    const actions = [...(client ?? '').matchAll(/type: '([\w/]+)'/g)].map(([, action]) => action);
    assert.deepEqual(actions, ['chat/turnCancelled']);
    for (const { text } of [hook, ...others]) {
      assert.doesNotMatch(
        text,
        /\b(?:createSession|resourceWrite|resourceDelete|toolCallConfirmed|pendingMessageSet)\b/,
      );
    }
  });

  it('hook.js asks a window or loads the engine, and runs no text, starts no program, and writes no file', () => {
    assert.deepEqual([...new Set(hook.modules)].toSorted(), [
      './engineOfHook.js',
      'node:fs',
      'node:net',
      'node:os',
      'node:path',
    ]);
    assert.doesNotMatch(hook.text, /getBuiltinModule/);
    const files = new Set(hook.text.match(/(?<=import_node_fs\d*\.)\w+/g));
    assert.deepEqual([...files].toSorted(), [
      'existsSync',
      'lstatSync',
      'readFileSync',
      'readSync',
      'readdirSync',
      'statSync',
      'writeSync',
    ]);
    assert.match(hook.text, /writeSync\)\(FILE_DESCRIPTOR, rest\)/, 'to standard output');
    assert.doesNotMatch(hook.text, RUNS_TEXT);
    assert.doesNotMatch(hook.text.replace(/__require[^\n]*/g, ''), CHOSEN_MODULE);
    // For `import()`, Node would start its loader of ES modules, which takes as long as all the rest.
    assert.doesNotMatch(hook.text, /\bimport\(/);
  });

  it('only the user’s own command line is run as text, and three others start programs', () => {
    const starting = sources().filter(([, text]) => /child_process/.test(text));
    assert.deepEqual(starting.map(([name]) => name).toSorted(), [
      OWN_COMMAND_LINE,
      join('node', 'files', 'runProgram.ts'),
      join('node', 'run', 'guardedRun.ts'),
      join('vscode', 'scan', 'scan.ts'),
    ]);
    const fixed = starting.filter(([name]) => name !== OWN_COMMAND_LINE);
    fixed.forEach(([name, text]) => assert.doesNotMatch(text, /shell:|\{ exec \}|execSync|fork\(/, name));
    const started = sources().flatMap(([name, text]) =>
      [...text.matchAll(/\brunProgram\((.*?), /g)].map(([, program]) => `${basename(name)}: ${program}`),
    );
    assert.deepEqual(started.toSorted(), [
      "agentReport.ts: program ?? ''",
      "hookPipe.ts: 'mkfifo'",
      "openAgentHooks.ts: '/bin/sh'",
      'proveCommand.ts: path',
    ]);
    for (const { text, door } of others) {
      // What zod could compile with `new Function` is switched off; the next test checks that.
      assert.doesNotMatch(
        (door === 'hook' ? text : text.replace(STARTS_PROGRAMS, ''))
          .replace(/\n[^\n]*new F\([^\n]*/g, '')
          .replace(/\n[^\n]*\bF = Function;/g, ''),
        RUNS_TEXT,
      );
    }
  });

  it('none of them uses the network: sockets have a path', () => {
    const socketsIn = new Set(['hook', 'repositoryHook', 'extension']);
    for (const { door, modules } of [hook, ...others]) {
      // `net` can open a socket by path or number; the next lines check that nothing else of it is used.
      const others = [...(door === 'hook' ? [] : ['node:child_process']), ...(socketsIn.has(door) ? ['node:net'] : [])];
      for (const name of modules.filter((each) => !others.includes(each))) {
        assert.doesNotMatch(
          name,
          /^(?:node:)?(?:net|tls|https|http2|dgram|dns|child_process|vm|worker_threads|cluster|inspector)(?:\/|$)/,
        );
      }
    }
    for (const [name, text] of sources().filter(([, each]) => each.includes("'node:net'"))) {
      assert.match(
        text,
        /import (?:type )?\{ (?:createServer, [^}]*)?Socket \} from 'node:net'|\{ Socket \} = await import\(/,
        name,
      );
      assert.doesNotMatch(text, /\.connect\((?!\{ path: socket \}\))|new Socket\((?!\{ (?:fd|signal)|\))/, name);
      assert.doesNotMatch(text, /\.listen\((?!this\.address\.path\)|\))/, name);
    }
    for (const [name, text] of sources()) {
      assert.doesNotMatch(text, /\bfetch\(|XMLHttpRequest|new WebSocket|\.listen\(\s*\d|\bport:|openExternal/, name);
    }
  });

  it('only telemetry.js may connect to another machine, and no other program contains its code', () => {
    assert.deepEqual(
      [...new Set(telemetry.modules)],
      ['fs', 'http', 'https', 'node:crypto', 'path', 'stream', 'util', 'zlib'],
    );
    assert.match(telemetry.text, /otlp/i);
    assert.doesNotMatch(telemetry.text.replace(/__require[^\n]*/g, ''), CHOSEN_MODULE);
    assert.doesNotMatch(telemetry.text, RUNS_TEXT);
    for (const { text } of [hook, ...others]) {
      assert.doesNotMatch(text, /opentelemetry\/(?!otlp\b)\w|OTLPMetricExporter|MeterProvider|\/v1\/(?:metrics|logs)/);
    }
  });

  it('the extension loads little when VS Code starts, and the rest from files next to it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
    try {
      const files = loadExtension(await bundleExtensionInto(folder));
      assert.ok(kilobytesOf(files) <= MOST_KILOBYTES, `${kilobytesOf(files)} kB`);
      const there = new Set(readdirSync(join(folder, 'dist')));
      const asked = [...there].flatMap((name) => [
        ...readFileSync(join(folder, 'dist', name), 'utf8').matchAll(/(?<=\("\.\/)[\w-]+\.js(?="\))/g),
      ]);
      assert.deepEqual(
        [...new Set(asked.map(([name]) => name))].filter((name) => !there.has(name)),
        ['telemetry.js'],
      );
      assert.ok(files.length < there.size);
    } finally {
      discard(folder);
    }
  });

  it('zod compiles no schemas', () => {
    const compiled: unknown[] = [];
    const { Function: original } = globalThis;
    const spy = new Proxy(original, {
      construct: (target, parts: string[]) => {
        compiled.push(parts);
        return new target(...parts);
      },
    });
    globalThis.Function = spy;
    try {
      parseConfiguration({ user: { mode: 'warn', tools: { a: { maxRepeats: 3 } } } });
    } finally {
      globalThis.Function = original;
    }
    assert.deepEqual(compiled, []);
  });

  it('only one source makes trusted Markdown, and its links can run four commands that take a random id', () => {
    const trusted = sources().filter(([, text]) =>
      /isTrusted\s*[:=]|supportHtml|supportThemeIcons|enabledCommands/.test(text),
    );
    assert.deepEqual(
      trusted.map(([name]) => name.replaceAll('\\', '/')),
      ['vscode/host/trustedMarkdown.ts'],
    );
    const [[, text] = ['', '']] = trusted;
    assert.deepEqual(text.match(/(?:isTrusted|enabledCommands|supportHtml|supportThemeIcons)\b[^\n]*/g), [
      'isTrusted = { enabledCommands: LINK_COMMANDS };',
      // In the shield's tooltip: they only open a page, a setting, or a dialog.
      'isTrusted = { enabledCommands: REMEDY_COMMANDS };',
    ]);
    const list = /const LINK_COMMANDS = \[([^\]]*)\] as const/.exec(text)?.[1] ?? '';
    assert.deepEqual(list.match(/[\w.]+/g), [
      'toolLoopGuard.continueAnyway',
      'toolLoopGuard.notALoop',
      'toolLoopGuard.showStopDetails',
      'toolLoopGuard.followLink',
    ]);
  });
});

function anyOf(...expressions: readonly RegExp[]): RegExp {
  return new RegExp(expressions.map(({ source }) => source).join('|'));
}
