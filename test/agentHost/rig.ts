// Real sessions of VS Code's Agent Host, without an account or network.
//
//   const rig = await Rig.start();                             a VS Code Server and a scripted model, 1 to 2 s
//   const window = await rig.openWindow();                     a window in a browser: the slow part
//   const session = await window.newSession('copilot');        a chat in it, less than 1 s
//   const turn = await session.prompt('Why?', [...times(6, session.read('a.txt')), 'Found it.']);
//   turn.requests                                              what the model was sent
//   session.executedCalls()                                    the calls that ran, according to the harness
//   await window.statusBar(), window.readChat(), window.screenshot('name')   what users see
//   await rig.close();
//
// One case: npm run package && npx mocha test/agentHost/loop.test.ts -g copilot
//
// Cases share the rig and, if possible, the window; each starts its own session. Only a case that changes the home
// folder, the settings, or the window needs more. Change settings with `window.configure(name, value)`.
//
// `localDesktop: true` opens the window with the stand-in of localDesktop.ts, without which no plugin reaches the
// Agent Host of a remote window. A test that uses it says so in its name.
//
// To investigate a failure: AGENT_HOST_KEEP=1 keeps the folder of the run and prints its path. It contains the
// harnesses' records in `home`, VS Code's logs in `user-data/logs`, and the server's output in `server.log`.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { claudeSdkRoot, ensureAgentHost } from '../../scripts/vscode/agentHost.mjs';
import { discard } from '../../scripts/vscode/discard.mjs';
import { processorSeconds } from '../../scripts/vscode/processes.mjs';
import { installExtension, profileIn, startServer } from '../../scripts/vscode/server.mjs';
import { packagedVsix } from '../../scripts/vsix.mjs';
import { AgentWindow, type WindowOptions } from './agentWindow';
import { ModelServer } from './model/modelServer';

/** Keeps VS Code's own hints and questions out of the way. */
const SETTINGS = {
  // Only a server with the smoke test driver accepts this value; no such token exists.
  'chat.agentHost.unsafeTestToken': 'gho_none',
  'chat.tips.enabled': false,
  'chat.utilityModel': 'none/none',
  'chat.utilitySmallModel': 'none/none',
  'chat.viewSessions.enabled': false,
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Variables about other agents and folders, which sessions must not see. */
const FOREIGN_VARIABLES = /^(XDG_|CLAUDE|COPILOT|GITHUB_|GH_|ANTHROPIC_|TOOL_LOOP_)/;

export interface RigOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
}

export class Rig {
  readonly #closing: (() => Promise<void> | void)[];
  readonly #windows: AgentWindow[] = [];

  static async start(options: RigOptions = {}): Promise<Rig> {
    ensureAgentHost();
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-host-')));
    const closing: (() => Promise<void> | void)[] = [() => discardUnlessKept(root)];
    try {
      const model = await ModelServer.start();
      closing.push(() => model.close());
      const profile = profileIn(root);
      for (const folder of [join(root, 'home'), join(root, 'doors'), join(profile.userData, 'User')]) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
      }
      const settings = JSON.stringify({ ...SETTINGS, ...options.settings }, undefined, 2);
      writeFileSync(join(profile.userData, 'User', 'settings.json'), settings);
      await installExtension(profile, packagedVsix());
      const foreign = Object.keys(process.env).filter((name) => FOREIGN_VARIABLES.test(name));
      const server = await startServer(profile, {
        ...Object.fromEntries(foreign.map((name) => [name, undefined])),
        HOME: join(root, 'home'),
        USERPROFILE: join(root, 'home'),
        AGENT_HOST_DOORS: join(root, 'doors'),
        VSCODE_AGENT_HOST_CAPI_URL_OVERRIDE: model.origin,
        COPILOT_API_URL: model.origin,
        COPILOT_DEBUG_GITHUB_API_URL: model.origin,
        GITHUB_API_URL: model.origin,
        VSCODE_AGENT_HOST_CLAUDE_SDK_ROOT: claudeSdkRoot(),
        ...options.environment,
      });
      closing.push(() => writeFileSync(join(root, 'server.log'), server.output()));
      closing.push(server.stop);
      return new Rig(root, server.port, model, closing);
    } catch (error) {
      await closeAll(closing);
      throw error;
    }
  }

  private constructor(
    readonly root: string,
    readonly port: number,
    readonly model: ModelServer,
    closing: (() => Promise<void> | void)[],
  ) {
    this.#closing = closing;
  }

  get home(): string {
    return join(this.root, 'home');
  }

  /** Plugin files in the Agent Host, relative to the folder of all plugins. */
  get arrivedPluginFiles(): string[] {
    const folder = join(this.root, 'user-data', 'agentPlugins');
    const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
    const files = entries.filter((entry) => entry.isFile() && entry.name !== 'cache.json');
    return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  }

  /** How many sessions VS Code has opened in the Agent Host for a folder; 0 if this server logs no messages. */
  sessionsOpenedIn(folder: string): number {
    const logs = join(this.root, 'user-data', 'logs');
    const names = existsSync(logs) ? readdirSync(logs, { recursive: true, encoding: 'utf8' }) : [];
    const lines = names
      .filter((name) => /[\\/]ahp-[^\\/]*\.jsonl$/.test(name))
      .flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'));
    const inFolder = `"workingDirectories":["${pathToFileURL(folder).href}"]`;
    const created = lines
      .filter((line) => line.includes('"method":"createSession"') && line.includes(inFolder))
      .map((line) => /"channel":"([^"]+)"/.exec(line)?.[1] ?? '');
    // The last steps, in either order. The tool is the last one in a new window: if a tool comes during the first
    // prompt, VS Code restarts Claude Code, which fails because there is no conversation yet.
    const isReady = (channel: string): boolean =>
      lines.some((line) => line.includes(`"${channel}"`) && line.includes('"name":"toolSearch"')) &&
      lines.some((line) => line.includes(`"${channel}/changeset/uncommitted"`) && line.includes('"subscribe"'));
    return created.filter(isReady).length;
  }

  /** Opens a separate folder in a new window, and waits until its agents are ready. */
  async openWindow(options: WindowOptions = {}): Promise<AgentWindow> {
    const window = await AgentWindow.open(this, this.#windows.length + 1, options);
    this.#windows.push(window);
    return window;
  }

  /** Saves a picture of each open window after a failed test, and prints the paths. */
  async showFailure(title: string): Promise<void> {
    for (const [at, window] of this.#windows.filter(({ isOpen }) => isOpen).entries()) {
      const name = `failed-${title.replace(/\W+/g, '-').slice(-80)}-${at + 1}`;
      const path = await window.screenshot(name).catch(String);
      console.log(`    PICTURED  ${path}`);
    }
  }

  async close(): Promise<void> {
    const seconds = processorSeconds();
    if (seconds !== undefined) {
      console.log(`  ${seconds.toFixed(1)} s of processor time for this window`);
    }
    for (const window of this.#windows) {
      await window.close();
    }
    await closeAll(this.#closing);
  }
}

/** Saves pictures after each failed test of the suite. Call it before the suite's own `afterEach`, which cleans up. */
export function pictureFailures(rig: () => Rig): void {
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await rig().showFailure(this.currentTest.fullTitle());
    }
  });
}

async function closeAll(closing: (() => Promise<void> | void)[]): Promise<void> {
  for (const close of closing.splice(0).reverse()) {
    await close();
  }
}

function discardUnlessKept(root: string): void {
  if (process.env['AGENT_HOST_KEEP'] === undefined) {
    discard(root);
  } else {
    console.log(`Kept: ${root}`);
  }
}
