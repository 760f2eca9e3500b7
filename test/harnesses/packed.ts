// The guard as a person gets it from npm, for runs in real agents.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { discard } from '../../scripts/vscode/discard.mjs';
import { ModelServer } from '../agentHost/model/modelServer';
import type { Run, Stage } from './agentRun';
import { AGENTS, type AgentName, type Place } from './agents';
import type { RunsInTurn } from './inTurn';

const ROOT = resolve(__dirname, '../..');

/** The folder in which the agents are installed, if they are. */
export const PACKAGES = process.env['TOOL_LOOP_HARNESSES'];

/** A test of installed agents. */
export const test = PACKAGES === undefined ? it.skip : it;

/** Sets the stage before the tests of a suite, and puts it away after their runs. */
export function stageOf(runs: RunsInTurn<Run>, open: (packages: string) => Promise<Stage>): () => Stage {
  let stage: Stage | undefined;
  before(async () => {
    stage = PACKAGES === undefined ? undefined : await open(PACKAGES);
  });
  after(async () => {
    await runs.settle();
    stage?.model.close();
    if (stage !== undefined) {
      discard(stage.folder);
    }
  });
  return () => stage as Stage;
}

/** The agents that the doctor starts. */
const PROGRAMS: readonly AgentName[] = ['claude', 'copilot', 'codex'];

/** Builds what the package brings, and starts the model. */
export async function packedStage(packages: string): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'install-'));
  const [dist, plugin] = [join(folder, 'package/dist'), join(folder, 'package/plugin')];
  cpSync(join(ROOT, 'plugin'), plugin, { recursive: true });
  const { options, pluginOptions, opencodeOptions, repositoryOptions } = createRequire(__filename)(
    '../../esbuild.js',
  ) as Record<string, BuildOptions>;
  await Promise.all([
    build({ ...options, absWorkingDir: ROOT, entryPoints: ['src/cli.ts'], outdir: dist, sourcemap: false }),
    build({ ...pluginOptions, absWorkingDir: ROOT, outdir: plugin }),
    build({ ...opencodeOptions, absWorkingDir: ROOT, outdir: dist }),
    build({ ...repositoryOptions, absWorkingDir: ROOT, outdir: dist }),
  ]);
  const model = await ModelServer.start();
  return { packages, cli: join(dist, 'cli.js'), opencodePlugin: join(dist, 'opencode.mjs'), folder, model };
}

/**
 * Runs the built command line as a person would, in the project. Of the agents only this one is on the PATH: the doctor
 * starts each that it finds.
 * @throws when it does not end well
 */
export function runGuard(
  { cli, packages }: Stage,
  { project }: Pick<Place, 'project'>,
  agent: AgentName,
  environment: NodeJS.ProcessEnv,
  ...given: string[]
): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...given], {
    cwd: project,
    env: { ...environment, PATH: `${programFolder(packages, agent, environment)}:${process.env['PATH']}` },
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new Error(`${status}: ${stdout}${stderr}`);
  }
  return stdout;
}

/** A folder with the program of an agent under the name that a person knows. */
function programFolder(packages: string, agent: AgentName, { HOME: home = '' }: NodeJS.ProcessEnv): string {
  const bin = join(home, '../bin');
  mkdirSync(bin, { recursive: true });
  if (PROGRAMS.includes(agent)) {
    symlinkTo(join(packages, 'node_modules', AGENTS[agent].program), join(bin, agent));
  }
  return bin;
}

function symlinkTo(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  try {
    symlinkSync(target, path);
  } catch {
    // It is there already.
  }
}
