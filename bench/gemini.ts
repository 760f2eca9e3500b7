import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BenchCall } from './calls';
import type { Subject } from './subject';

/** The version that this bench was written against. It needs 370 MB, so it isn't a dependency of the repository. */
const PACKAGE = '@google/gemini-cli-core';
const VERSION = '0.61.0';
const MODULE = join('node_modules', ...PACKAGE.split('/'), 'dist', 'src', 'services', 'loopDetectionService.js');

interface LoopDetectionService {
  addAndCheck(event: { type: 'tool_call_request'; value: { name: string; args: unknown } }): { count: number };
  reset(promptId: string): void;
}

type Service = new (context: unknown) => LoopDetectionService;

/** Installs into the folder once. @throws if npm can't */
export function installGemini(folder: string): void {
  const manifest = join(folder, 'package.json');
  const wanted = JSON.stringify({ private: true, dependencies: { [PACKAGE]: VERSION } });
  if (existsSync(join(folder, MODULE)) && existsSync(manifest) && readFileSync(manifest, 'utf8') === wanted) {
    return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(manifest, wanted);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['install', '--ignore-scripts', '--omit=dev', '--omit=optional', '--no-audit', '--no-fund'];
  const { status, stderr, error } = spawnSync(npm, args, {
    cwd: folder,
    encoding: 'utf8',
    env: ownEnvironment(),
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    throw new Error(`npm install of ${PACKAGE}@${VERSION} failed: ${error?.message ?? stderr}`);
  }
}

/** `npm run` gives its children variables about this repository that would mislead an npm elsewhere. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const told = /^npm_(config_(local_prefix|prefix|global_prefix)|package_|lifecycle_|command$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !told.test(name)));
}

/** @throws if it isn't installed or its interface has changed */
export async function loadGemini(folder: string): Promise<() => Subject> {
  const module = (await import(pathToFileURL(join(folder, MODULE)).href)) as { LoopDetectionService: Service };
  const subject = (): Subject =>
    new GeminiSubject(new module.LoopDetectionService({ config: { getDisableLoopDetection: () => false } }));
  if (subject().step({ tool: 'probe', arguments: {}, text: '{}' }) !== 0) {
    throw new Error(`${PACKAGE} answers otherwise than expected`);
  }
  return subject;
}

/** Its deterministic check of a tool call. It finds a loop at the fifth identical call, so it restarts before that. */
class GeminiSubject implements Subject {
  #inRow = 0;
  #last: BenchCall | undefined;

  constructor(private readonly service: LoopDetectionService) {}

  step({ tool, arguments: args }: BenchCall): number {
    return this.service.addAndCheck({ type: 'tool_call_request', value: { name: tool, args } }).count;
  }

  after(call: BenchCall): void {
    this.#inRow = call === this.#last ? this.#inRow + 1 : 1;
    this.#last = call;
    if (this.#inRow === 4) {
      this.service.reset('bench');
      this.#inRow = 0;
    }
  }
}
