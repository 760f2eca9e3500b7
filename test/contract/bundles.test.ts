import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { agentStateSchema } from '../../src/node/files/stateFormat';
import { parseConfiguration } from '../../src/core/settings/parse';

const ROOT = resolve(__dirname, '../..');

/** Ways to run a text as a program, or to start one. */
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

/** A module that is chosen while the program runs. */
const CHOSEN_MODULE = /\b(?:require|import)\s*\(\s*(?!["'][\w:./-]+["']\s*\))/;

/** How the doctor gets what starts programs, once it is asked, and the window what makes its pipes. */
const STARTS_PROGRAMS = /import\("node:child_process"\)/g;

interface Bundle {
  readonly door: string;
  readonly text: string;
  /** Modules of Node it asks for. */
  readonly modules: readonly string[];
}

async function bundle(door: string): Promise<Bundle> {
  const { options, pluginOptions } = createRequire(__filename)('../../esbuild.js') as Record<string, object>;
  const { outputFiles, metafile } = (await build({
    ...(door === 'hook' || door === 'engineOfHook' ? pluginOptions : options),
    absWorkingDir: ROOT,
    entryPoints: [`src/${door}.ts`],
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
  const [output] = Object.values(metafile.outputs);
  return {
    door,
    text: outputFiles.map(({ text }) => text).join('\n'),
    modules: (output?.imports ?? []).map(({ path }) => path).toSorted(),
  };
}

function sources(): [string, string][] {
  const folder = join(ROOT, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
}

describe('the programs that are shipped', () => {
  let hook: Bundle;
  let others: Bundle[];
  let telemetry: Bundle;

  before(async () => {
    hook = await bundle('hook');
    others = await Promise.all(
      ['extension', 'cli', 'engineOfHook', 'opencode', 'repositoryHook', 'library/index'].map(bundle),
    );
    telemetry = await bundle('telemetry');
  });

  it('hook.js asks a window and else loads the engine: it runs no text, starts no program, writes no file', () => {
    assert.deepEqual(
      [...new Set(hook.modules)],
      ['./engineOfHook.js', 'node:fs', 'node:http', 'node:os', 'node:path', 'node:stream', 'node:stream/consumers'],
    );
    const files = new Set(hook.text.match(/(?<=import_node_fs\d*\.)\w+/g));
    assert.deepEqual([...files].toSorted(), ['existsSync', 'lstatSync', 'readFileSync', 'readdirSync', 'statSync']);
    assert.doesNotMatch(hook.text, RUNS_TEXT);
    assert.doesNotMatch(hook.text.replace(/__require[^\n]*/g, ''), CHOSEN_MODULE);
  });

  it('hook.js connects to a socket by its path, never to a host', () => {
    assert.match(hook.text, /socketPath: socket/);
    assert.doesNotMatch(hook.text, /\bhost(?:name)?\s*:|\bport\s*:|fetch\(|https/);
  });

  it('none of them runs text, and two sources start programs: versions of agents, pipes of a window', () => {
    const starting = sources().filter(([, text]) => /child_process/.test(text));
    assert.deepEqual(starting.map(([name]) => name).toSorted(), [
      join('node', 'commands', 'agentProgram.ts'),
      join('node', 'hooks', 'pipePrograms.ts'),
    ]);
    starting.forEach(([name, text]) => assert.doesNotMatch(text, /shell:|\{ exec \}|execSync|fork\(/, name));
    const pipes = starting.find(([name]) => name.endsWith('pipePrograms.ts'))?.[1] ?? '';
    assert.deepEqual(
      [...pipes.matchAll(/\brun\((.*?), \[/g)].map(([, program]) => program),
      ["'mkfifo'", "'/bin/sh'"],
    );
    for (const { text, door } of others) {
      // What zod could compile with `new Function` is switched off; the next test holds that.
      assert.doesNotMatch(
        (door === 'hook' ? text : text.replace(STARTS_PROGRAMS, ''))
          .replace(/\n[^\n]*new F\([^\n]*/g, '')
          .replace(/\n[^\n]*\bF = Function;/g, ''),
        RUNS_TEXT,
      );
    }
  });

  it('none of them asks for a network: HTTP is spoken over a socket with a path only', () => {
    for (const { door, modules } of [hook, ...others]) {
      // What opens a pipe by its number is in `net`; the next lines hold that nothing else of it is used.
      const others = door === 'hook' ? [] : ['node:child_process', ...(door === 'extension' ? ['node:net'] : [])];
      for (const name of modules.filter((each) => !others.includes(each))) {
        assert.doesNotMatch(
          name,
          /^(?:node:)?(?:net|tls|https|http2|dgram|dns|child_process|vm|worker_threads|cluster|inspector)(?:\/|$)/,
        );
      }
    }
    for (const [name, text] of sources().filter(([, each]) => each.includes("'node:net'"))) {
      assert.match(text, /import (?:type )?\{ Socket \} from 'node:net'/, name);
      assert.doesNotMatch(text, /\.connect\(|new Socket\((?!\{ fd)/, name);
    }
    for (const [name, text] of sources()) {
      assert.doesNotMatch(text, /\bfetch\(|XMLHttpRequest|WebSocket|\.listen\(\s*\d|\bport:|openExternal/, name);
    }
  });

  it('only telemetry.js may open a connection to another machine; what it holds is in no other program', () => {
    assert.deepEqual(
      [...new Set(telemetry.modules)],
      ['fs', 'http', 'https', 'node:crypto', 'path', 'stream', 'util', 'zlib'],
    );
    assert.match(telemetry.text, /otlp/i);
    assert.doesNotMatch(telemetry.text.replace(/__require[^\n]*/g, ''), CHOSEN_MODULE);
    assert.doesNotMatch(telemetry.text, RUNS_TEXT);
    for (const { text } of [hook, ...others]) {
      assert.doesNotMatch(text, /opentelemetry\/(?!otlp\b)\w|OTLPMetricExporter|MeterProvider|\/v1\/metrics/);
    }
  });

  it('telemetry.js is loaded by its name and by nothing else than what counts are sent by', () => {
    const loads = sources().filter(([, text]) => /import\([^)]*telemetry\.js/.test(text));
    assert.deepEqual(loads.map(([name]) => name).toSorted(), ['cli.ts', 'engineOfHook.ts', 'extension.ts']);
    for (const [name, text] of loads) {
      assert.match(text, /\(\) => import\('\.\/telemetry\.js'\)/, name);
    }
    const imports = sources().filter(([, text]) => /from '(?:[^']*\/otlpMeter|@opentelemetry\/[^']*)'/.test(text));
    assert.deepEqual(imports.map(([name]) => name.replaceAll('\\', '/')).toSorted(), [
      'node/telemetry/otlpMeter.ts',
      'telemetry.ts',
    ]);
  });

  it('zod makes no programs out of schemas', () => {
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
      parseConfiguration({ user: { mode: 'warn', toolOverrides: { a: { maxRepeats: 3 } } } });
      agentStateSchema.safeParse({});
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
      ['vscode/agent/trustedMarkdown.ts'],
    );
    const [[, text] = ['', '']] = trusted;
    assert.deepEqual(text.match(/(?:isTrusted|enabledCommands|supportHtml|supportThemeIcons)\b[^\n]*/g), [
      'isTrusted = { enabledCommands: LINK_COMMANDS };',
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

/** An expression that finds what any of these finds. */
function anyOf(...expressions: readonly RegExp[]): RegExp {
  return new RegExp(expressions.map(({ source }) => source).join('|'));
}
