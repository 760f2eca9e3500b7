// Real sessions of VS Code's Agent Host, with no account and no network.
//
//   const rig = await Rig.start();                             one VS Code Server and a scripted model, 1 to 2 s
//   const window = await rig.openWindow();                     a window in a browser: the dear part
//   const session = await window.newSession('copilot');        a chat in it, less than 1 s
//   const turn = await session.prompt('Why?', [...times(6, session.read('a.txt')), 'Found it.']);
//   turn.requests                                              what the model was sent, and read
//   session.executedCalls()                                    the calls that ran, by the harness's own record
//   await window.statusBar(), window.readChat(), window.screenshot('name')   what the person sees
//   await rig.close();
//
// One case: npm run package && npx mocha test/agentHost/loop.test.ts -g copilot
//
// Cases share the rig, and where they can the window: each starts a session of its own. Only a case that changes
// the home folder, the settings or the window itself needs more. Settings go into `window.configure(name, value)`.
//
// `localDesktop: true` opens the window with the stand-in of localDesktop.ts, without which no plugin reaches the
// Agent Host of a remote window. A test that uses it says so in its name.
//
// To watch a failing case: AGENT_HOST_KEEP=1 keeps the folder of the run and prints its path. In it, `home` holds the
// harnesses' records, `user-data/logs` VS Code's logs, `server.log` the output of the server.
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

/** Keeps VS Code's own hints out of the pictures and its questions out of the way. */
const SETTINGS = {
  // A value that only a server with the smoke test driver honours; no such token exists.
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

/** What this process may have been told about other agents and other folders; sessions must not hear it. */
const FOREIGN_VARIABLES = /^(XDG_|CLAUDE|COPILOT|GITHUB_|GH_|ANTHROPIC_|TOOL_LOOP_)/;

export interface RigOptions {
  /** Added to or put in place of the users' settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Added to the environment of the server, and so of the Agent Host and the extension hosts. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** One VS Code Server with its Agent Host, a home folder of its own, and the model that plays the scripts. */
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

  /** The home folder that the server, the harnesses and the hooks see. */
  get home(): string {
    return join(this.root, 'home');
  }

  /** The files of plugins that have been copied to the Agent Host, as paths below the folder of all plugins. */
  get arrivedPluginFiles(): string[] {
    const folder = join(this.root, 'user-data', 'agentPlugins');
    const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
    const files = entries.filter((entry) => entry.isFile() && entry.name !== 'cache.json');
    return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  }

  /** How many sessions in a folder VS Code has opened in the Agent Host; 0 where this server logs no messages. */
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
    // Its last steps, in either order. The tool is the last that a new window gets: VS Code starts Claude Code anew
    // when one comes while a first prompt is on its way, and that start fails for there is no conversation yet.
    const isReady = (channel: string): boolean =>
      lines.some((line) => line.includes(`"${channel}"`) && line.includes('"name":"toolSearch"')) &&
      lines.some((line) => line.includes(`"${channel}/changeset/uncommitted"`) && line.includes('"subscribe"'));
    return created.filter(isReady).length;
  }

  /** Opens a folder of its own in a new window and waits until its agents can be asked. */
  async openWindow(options: WindowOptions = {}): Promise<AgentWindow> {
    const window = await AgentWindow.open(this, this.#windows.length + 1, options);
    this.#windows.push(window);
    return window;
  }

  /** For a test that has just failed: saves what each open window shows now, and says where. */
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

/** Has each test of this suite that fails leave pictures; call it before the suite's own `afterEach`, which tidies. */
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
