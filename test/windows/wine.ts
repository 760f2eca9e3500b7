import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { build } from 'esbuild';
import type { Ended, Run } from './run';

/** The Windows path of a local file or folder; drive Z is the root folder. */
export const inWindows = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;

export interface Wine {
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The Linux path of node.exe. */
  readonly node: string;
}

/** From scripts/windows.mjs; undefined without wine. */
export function installedWine(): Wine | undefined {
  const told = process.env['TOOL_LOOP_WINE'];
  return told === undefined ? undefined : (JSON.parse(told) as Wine);
}

export async function runInWine(wine: Wine, runs: readonly Run[]): Promise<ReadonlyMap<string, Ended>> {
  const folder = mkdtempSync(join(tmpdir(), 'tool-loop-guard-wine-'));
  const inFolder = (name: string): string => join(folder, name);
  const driver = inFolder('driver.cjs');
  const [runsFile, endedFile] = [inFolder('runs.json'), inFolder('ended.json')];
  const saidFile = inFolder('said.txt');
  try {
    writeFileSync(runsFile, JSON.stringify(runs));
    await build({
      entryPoints: [resolve(__dirname, 'driver.ts')],
      outfile: driver,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      logLevel: 'error',
    });
    const { program, environment, node } = wine;
    const args = [node, ...[driver, runsFile, endedFile].map(inWindows)];
    // A program in wine that inherits a pipe as its output never reads the end of its input, so a file takes its place.
    // A separate process group, because what hangs in wine must also be ended.
    const said = openSync(saidFile, 'w');
    const child = spawn(program, args, {
      stdio: ['ignore', said, said],
      env: environmentFor(environment),
      detached: true,
    });
    const [exitCode] = (await once(child, 'exit')) as [number | null];
    endGroup(child.pid);
    closeSync(said);
    process.stderr.write(readFileSync(saidFile, 'utf8'));
    if (exitCode !== 0) {
      throw new Error(`Node for Windows ended with ${exitCode}.`);
    }
    const ended = JSON.parse(readFileSync(endedFile, 'utf8')) as Ended[];
    return new Map(ended.map((one) => [one.name, one]));
  } finally {
    discard(folder);
  }
}

function endGroup(leader: number | undefined): void {
  if (leader === undefined) {
    return;
  }
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

/** Keeps this machine's own guard and Node away from the commands. */
function environmentFor(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment };
}
