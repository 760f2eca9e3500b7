// An Agent Host without a window: it starts in two seconds and writes its address to a file, like a desktop's. With a
// stand-in for `process.parentPort`, it believes it is the desktop's utility process. A test client takes the place of
// the workbench for sessions and prompts.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { serverNode, serverRoot } from '../../scripts/bootstrap.mjs';
import { claudeSdkRoot, ensureAgentHost } from '../../scripts/vscode/agentHost.mjs';
import { discard } from '../../scripts/vscode/discard.mjs';
import { endTree } from '../../scripts/vscode/processes.mjs';
import { TextSocket } from '../../src/node/transport/textSocket';
import { hostEntries, type HostEntry } from '../../src/node/agentHost/hostEntries';
import { CODEX_MODEL } from './model/account';
import { ModelServer } from './model/modelServer';
import type { Script } from './model/step';
import { until } from './wait';

const ROOT = 'ahp-root://';
/** Variables of an agent that runs these tests. */
const FOREIGN_VARIABLES = /^(VSCODE_|XDG_|TOOL_LOOP_|CLAUDE|COPILOT|GITHUB_|GH_|ANTHROPIC|OPENAI|CODEX)/;

const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN_VARIABLES.test(name)));

/** From `npm run test:harnesses -- --install`. */
const CODEX = resolve(
  import.meta.dirname ?? __dirname,
  '..',
  '..',
  '.vscode-test',
  'harnesses',
  'node_modules',
  'codex',
);

export const HAS_CODEX = existsSync(CODEX);

type Fields = Readonly<Record<string, unknown>>;

export interface PromptedTurn {
  readonly turnId: string;
  readonly key: string;
  readonly end: Promise<string>;
}

export type Provider = 'copilotcli' | 'claude' | 'codex';

export class HostAlone {
  readonly workspace: string;
  readonly userData: string;
  readonly #folder: string;

  /** @param place of VS Code's user data, relative to the host's folder */
  static async start(place = 'user-data'): Promise<HostAlone> {
    ensureAgentHost();
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'host-alone-')));
    const made = (name: string): string => {
      mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
      return join(folder, name);
    };
    const [workspace, userData, home, temporary, logs] = ['workspace', place, 'home', 'tmp', 'logs'].map(made);
    const preload = join(folder, 'parentPort.cjs');
    writeFileSync(preload, "process.parentPort = new (require('node:events').EventEmitter)();\n");
    ['a', 'b', 'c', 'd', 'e', 'f'].forEach((name) =>
      writeFileSync(join(workspace ?? '', `${name}.txt`), `Text of ${name}\n`),
    );
    const model = await ModelServer.start();
    model.furtherModels.push(...(HAS_CODEX ? [CODEX_MODEL] : []));
    const log = openSync(join(folder, 'host.log'), 'a');
    const child = spawn(
      serverNode(),
      [
        ...['-r', preload, join(serverRoot(), 'out', 'bootstrap-fork.js'), '--type=agentHost'],
        ...['--logsPath', logs ?? '', '--user-data-dir', userData ?? '', '--telemetry-level', 'off'],
      ],
      {
        detached: true,
        cwd: folder,
        stdio: ['ignore', log, log],
        env: {
          ...ENVIRONMENT,
          HOME: home,
          TMPDIR: temporary,
          VSCODE_ESM_ENTRYPOINT: 'vs/platform/agentHost/node/agentHostMain',
          VSCODE_HANDLES_UNCAUGHT_ERRORS: 'true',
          VSCODE_NLS_CONFIG: JSON.stringify({
            ...{ userLocale: 'en', osLocale: 'en', resolvedLanguage: 'en', locale: 'en', availableLanguages: {} },
            defaultMessagesFile: join(serverRoot(), 'out', 'nls.messages.json'),
          }),
          VSCODE_AGENT_HOST_CAPI_URL_OVERRIDE: model.origin,
          COPILOT_API_URL: model.origin,
          COPILOT_DEBUG_GITHUB_API_URL: model.origin,
          GITHUB_API_URL: model.origin,
          VSCODE_AGENT_HOST_CLAUDE_SDK_ROOT: claudeSdkRoot(),
          ...(HAS_CODEX ? codexEnvironment(folder) : {}),
          IS_SANDBOX: '1',
        },
      },
    );
    closeSync(log);
    const host = new HostAlone(folder, workspace ?? '', userData ?? '', model, child);
    await until('the entry of the Agent Host', async () => hostEntries(host.userData).length > 0, 60_000);
    host.#workbench = await WorkbenchClient.connect(host.entry);
    const resource = 'https://api.github.com';
    await host.#workbench.request('authenticate', { channel: ROOT, resource, token: 'gho_none', scopes: [] });
    return host;
  }

  #workbench: WorkbenchClient | undefined;
  readonly #codexChats = new Set<string>();
  #codexModel: string | undefined;

  private constructor(
    folder: string,
    workspace: string,
    userData: string,
    readonly model: ModelServer,
    readonly child: ChildProcess,
  ) {
    this.#folder = folder;
    this.workspace = workspace;
    this.userData = userData;
  }

  get entry(): HostEntry {
    const [entry] = hostEntries(this.userData);
    if (entry === undefined) {
      throw new Error('There is no entry of an Agent Host');
    }
    return entry;
  }

  get home(): string {
    return join(this.#folder, 'home');
  }

  /** Inherited by the user's other programs. */
  get environment(): NodeJS.ProcessEnv {
    return { ...ENVIRONMENT, TMPDIR: join(this.#folder, 'tmp') };
  }

  /** @param plugin a folder that the host copies as from a desktop window @returns the session's chat */
  async newChat(provider: Provider, folder: string = this.workspace, plugin?: string): Promise<string> {
    const session = `${provider}:/${randomUUID()}`;
    const workingDirectories = [pathToFileURL(folder).href];
    // Codex's sandbox needs rights that a container doesn't give.
    const config = provider === 'codex' ? { config: { 'codex.permissionsPreset': 'full-access' } } : {};
    const activeClient = plugin === undefined ? {} : { activeClient: this.#client.bringing(plugin) };
    const asked = { channel: session, provider, workingDirectories, ...config, ...activeClient };
    await this.#client.request('createSession', asked);
    const { defaultChat } = await this.#client.subscribe(session);
    await this.#client.subscribe(String(defaultChat));
    if (provider === 'codex') {
      this.#codexChats.add(String(defaultChat));
      await until('a model of Codex', async () => (await this.#modelOf('codex')) !== undefined);
    }
    return String(defaultChat);
  }

  prompt(chat: string, script: Script): PromptedTurn {
    const key = this.model.play(script);
    const turnId = randomUUID();
    const end = this.#client.endOf(turnId);
    this.#client.dispatch(chat, {
      ...{ type: 'chat/turnStarted', turnId, startedAt: new Date().toISOString() },
      message: {
        text: `${key} Go on.`,
        origin: { kind: 'user' },
        ...(this.#codexChats.has(chat) ? { model: { id: this.#codexModel } } : {}),
      },
    });
    return { turnId, key, end };
  }

  stop(chat: string, { turnId }: PromptedTurn): void {
    this.#client.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 0 });
  }

  /** How often clients other than the workbench canceled a turn. */
  cancelsOf({ turnId }: PromptedTurn): number {
    return this.#client.cancels.filter((cancelled) => cancelled === turnId).length;
  }

  /** Like a crash. */
  async kill(): Promise<void> {
    const { exitCode, signalCode, pid } = this.child;
    if (exitCode === null && signalCode === null && pid !== undefined) {
      const exited = once(this.child, 'exit');
      await endTree(pid);
      await exited;
    }
  }

  async close(): Promise<void> {
    this.#workbench?.close();
    await this.kill();
    this.model.close();
    discard(this.#folder);
  }

  async #modelOf(provider: Provider): Promise<string | undefined> {
    const { agents } = (await this.#client.subscribe(ROOT)) as {
      agents: readonly { provider: string; models: { id: string }[] }[];
    };
    this.#codexModel = agents.find((agent) => agent.provider === provider)?.models[0]?.id;
    return this.#codexModel;
  }

  get #client(): WorkbenchClient {
    if (this.#workbench === undefined) {
      throw new Error('The host has not started');
    }
    return this.#workbench;
  }
}

/** Makes an Agent Host offer the installed Codex, through a link in `folder`. */
export function codexEnvironment(folder: string): Readonly<Record<string, string>> {
  const scope = join(folder, 'codex', 'node_modules', '@openai');
  mkdirSync(scope, { recursive: true });
  symlinkSync(realpathSync(CODEX), join(scope, `codex-${process.platform}-${process.arch}`));
  const root = join(folder, 'codex');
  return { VSCODE_AGENT_HOST_CODEX_AGENT_ENABLED: '1', VSCODE_AGENT_HOST_CODEX_SDK_ROOT: root };
}

/** A window's answer when it is asked for a plugin's file; undefined for other questions. */
function fileFor(method: string, uri: string): Fields | undefined {
  if (method === 'resourceRead') {
    return { data: readFileSync(fileURLToPath(uri)).toString('base64'), encoding: 'base64' };
  }
  const typeOf = (entry: { isDirectory: () => boolean }): string => (entry.isDirectory() ? 'directory' : 'file');
  if (method === 'resourceList') {
    const entries = readdirSync(fileURLToPath(uri), { withFileTypes: true });
    return { entries: entries.map((entry) => ({ name: entry.name, type: typeOf(entry) })) };
  }
  if (method === 'resourceResolve') {
    const stats = statSync(fileURLToPath(uri));
    const [mtime, ctime] = [stats.mtime.toISOString(), stats.ctime.toISOString()];
    return { uri, type: typeOf(stats), size: stats.size, mtime, ctime };
  }
  return undefined;
}

class WorkbenchClient {
  readonly #answers = new Map<number, (message: Fields) => void>();
  readonly #ends = new Map<string, (how: string) => void>();
  readonly cancels: string[] = [];
  readonly #id = randomUUID();
  #last = 0;

  #socket: TextSocket | undefined;

  static async connect({ socket, token }: HostEntry): Promise<WorkbenchClient> {
    const client = new WorkbenchClient();
    client.#socket = await TextSocket.open(
      { socket, path: `/?tkn=${token}`, limitMs: 10_000, mostBytes: 64 * 1024 * 1024 },
      { text: (text) => client.#read(JSON.parse(text) as Fields), closed: () => undefined },
    );
    await client.request('initialize', {
      ...{ channel: ROOT, protocolVersions: ['0.9.0'], clientId: client.#id, initialSubscriptions: [ROOT] },
      clientInfo: { name: 'tests', version: '1' },
    });
    return client;
  }

  #read(message: Fields): void {
    const { id, method, params } = message as {
      id?: number;
      method?: string;
      params?: { action?: Fields; origin?: { clientId?: string } };
    };
    if (method === 'action') {
      this.#happened(params?.action ?? {}, params?.origin?.clientId);
    } else if (id !== undefined && method === undefined) {
      this.#answers.get(id)?.(message);
    } else if (id !== undefined) {
      const result = fileFor(String(method), (params as { readonly uri?: string }).uri ?? '');
      const answer = result === undefined ? { error: { code: -32601, message: 'not served' } } : { result };
      this.#socket?.send(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    }
  }

  /** How a window announces a plugin. The host then asks for its files. */
  bringing(plugin: string): Fields {
    const uri = pathToFileURL(plugin).href;
    const enablement = [{ kind: 'global', enabled: true }];
    const customization = { type: 'plugin', id: plugin, uri, name: 'plugin', enablement, nonce: randomUUID() };
    return { clientId: this.#id, displayName: 'tests', tools: [], customizations: [customization] };
  }

  async request(method: string, params: Fields): Promise<unknown> {
    const id = ++this.#last;
    const answered = new Promise<Fields>((resolve) => this.#answers.set(id, resolve));
    this.#socket?.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const { result, error } = await answered;
    if (error !== undefined) {
      throw new Error(`${method}: ${JSON.stringify(error)}`);
    }
    return result;
  }

  async subscribe(channel: string): Promise<Fields> {
    const { snapshot } = (await this.request('subscribe', { channel })) as { snapshot: { state: Fields } };
    return snapshot.state;
  }

  dispatch(channel: string, action: Fields): void {
    const params = { channel, clientSeq: ++this.#last, action };
    this.#socket?.send(JSON.stringify({ jsonrpc: '2.0', method: 'dispatchAction', params }));
  }

  endOf(turnId: string): Promise<string> {
    return new Promise((resolve) => this.#ends.set(turnId, resolve));
  }

  close(): void {
    this.#socket?.close();
  }

  #happened({ type, turnId }: Fields, clientId: string | undefined): void {
    if (type === 'chat/turnCancelled' && clientId !== undefined && clientId !== this.#id) {
      this.cancels.push(String(turnId));
    }
    const [, how] = /^chat\/(turnComplete|turnCancelled|error)$/.exec(String(type)) ?? [];
    if (how !== undefined) {
      this.#ends.get(String(turnId))?.(how);
    }
  }
}
