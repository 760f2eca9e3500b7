import { stripComments } from 'jsonc-parser';
import * as values from './vscodeValues';

const SECTION = 'toolLoopGuard';

type Handler = (...given: unknown[]) => unknown;
type TextProvider = { provideTextDocumentContent(address: values.Uri): string };
type Inspected = { globalValue?: unknown; workspaceValue?: unknown; workspaceFolderValue?: unknown };

/**
 * A window without VS Code. {@link module} is a stand-in for the `vscode` module, and tests can inspect what the
 * extension does to the window. The user's settings.json is a text in which `update` replaces a whole setting.
 */
export class VscodeWindow {
  readonly commands = new Map<string, Handler>();
  readonly executed: (readonly [command: string, ...rest: unknown[]])[] = [];
  readonly contextKeys = new Map<string, unknown>();
  readonly logLines: string[] = [];
  readonly statusBarItems: { readonly id: string; isShown: boolean; text?: string; tooltip?: { value: string } }[] = [];
  readonly views = new Set<string>();
  readonly pages = new Map<string, { readonly html: string }>();
  /** By vendor. */
  readonly providers = new Map<string, unknown>();
  /** By ID of the chat participant. */
  readonly participants = new Map<string, Handler>();
  /** For `lm.selectChatModels`. */
  models: readonly unknown[] = [];
  /** Texts of all messages and questions. */
  readonly shown: string[] = [];
  /** Those that are errors, which VS Code doesn't hide automatically. */
  readonly errors: string[] = [];
  /** Those that stay until they are answered. */
  readonly dialogs: string[] = [];
  readonly opened: values.Uri[] = [];
  /** The user's answer to a message or question; by default, none. */
  answer: (title: string, offered: readonly unknown[]) => unknown = () => undefined;
  /** Called with the progress of cancelable operations. */
  progress: (title: string, step: unknown, cancel: () => void) => void = () => undefined;
  isTrusted = true;
  /** VS Code's own settings that differ from their defaults, by full name; `managed` ones weren't written by anyone. */
  readonly otherSettings = new Map<string, { readonly value: unknown; readonly isManaged?: boolean }>();
  remoteName: string | undefined;
  installation = '/extension';
  workspaceFile: values.Uri | undefined;
  folders: readonly { readonly uri: values.Uri }[] | undefined;
  /** Our settings that VS Code reports in addition to settings.json, by name. */
  inspected: Record<string, Inspected> = {};
  settingsText = '{}';
  isSettingsFileDirty = false;
  readonly chatTabs: string[] = [];
  isChatTabActive = false;
  readonly #configurationChanged = new values.EventEmitter<{ affectsConfiguration(section: string): boolean }>();
  readonly #texts = new Map<string, TextProvider>();

  /** Stands in for the module `vscode`; tests may delete parts of it, for an editor that lacks them. */
  readonly module = {
    ...values,
    version: '1.139.1',
    env: this.#env(),
    commands: {
      registerCommand: (name: string, handler: Handler) => {
        if (this.commands.has(name)) {
          throw new Error(`command '${name}' already exists`);
        }
        return kept(this.commands, name, handler);
      },
      executeCommand: (name: string, ...rest: unknown[]) => this.#execute(name, rest),
      getCommands: () => Promise.resolve([...this.commands.keys()]),
    },
    window: this.#window(),
    workspace: this.#workspace(),
    lm: {
      tools: [] as unknown[],
      registerTool: () => new values.Disposable(),
      registerLanguageModelChatProvider: (vendor: string, provider: unknown) => kept(this.providers, vendor, provider),
      selectChatModels: () => Promise.resolve(this.models),
      onDidChangeChatModels: new values.EventEmitter<void>().event,
      invokeTool: () => Promise.resolve({ content: [new values.LanguageModelTextPart('same')] }),
    },
    chat: {
      createChatParticipant: (id: string, handler: Handler) => kept(this.participants, id, handler),
    },
    extensions: {
      all: [] as unknown[],
      getExtension: () => undefined,
      onDidChange: new values.EventEmitter<void>().event,
    },
  };

  /** For `activate`. @param storage where the extension may keep files */
  contextWith(storage: string): { readonly subscriptions: { dispose(): unknown }[] } & Record<string, unknown> {
    const memory = new Map<string, unknown>();
    const installation = (): string => this.installation;
    return {
      subscriptions: [],
      get extensionUri() {
        return values.Uri.file(installation());
      },
      extension: { packageJSON: { version: '1.2.3' } },
      globalStorageUri: values.Uri.file(storage),
      globalState: {
        get: (key: string) => memory.get(key),
        update: (key: string, value: unknown) => Promise.resolve(void memory.set(key, value)),
      },
    };
  }

  save(settingsText: string): void {
    this.settingsText = settingsText;
    this.#configurationChanged.fire({ affectsConfiguration: (section) => section === SECTION });
  }

  textOf(address: values.Uri): string {
    const provider = this.#texts.get(address.scheme);
    if (provider === undefined) {
      throw new Error(`Nobody provides texts for ${address.scheme}.`);
    }
    return provider.provideTextDocumentContent(address);
  }

  get ownSettings(): Record<string, unknown> {
    const written = Object.entries(JSON.parse(stripComments(this.settingsText)) as object);
    return Object.fromEntries(
      written.flatMap(([name, value]) =>
        name.startsWith(`${SECTION}.`) ? [[name.slice(SECTION.length + 1), value]] : [],
      ),
    );
  }

  async #execute(name: string, rest: readonly unknown[]): Promise<unknown> {
    await Promise.resolve();
    const own = this.commands.get(name);
    if (own !== undefined) {
      return own(...rest);
    }
    if (name === 'setContext') {
      this.contextKeys.set(rest[0] as string, rest[1]);
      return undefined;
    }
    this.executed.push([name, ...rest]);
    return undefined;
  }

  #ask(title: string, offered: readonly unknown[]): Promise<unknown> {
    this.shown.push(title);
    return Promise.resolve(this.answer(title, offered));
  }

  #window() {
    const message = (title: string, ...offered: unknown[]): Promise<unknown> => {
      const [options] = offered;
      const isModal = typeof options === 'object' && options !== null && 'modal' in options;
      if (isModal) {
        this.dialogs.push(title);
      }
      const { detail = '' } = (isModal ? options : {}) as { readonly detail?: string };
      return this.#ask(detail === '' ? title : `${title}\n${detail}`, isModal ? offered.slice(1) : offered);
    };
    const { chatTabs } = this;
    const isChatTabActive = (): boolean => this.isChatTabActive;
    const tab = (): object => ({ input: new values.TabInputChat() });
    return {
      tabGroups: {
        get all() {
          return [{ tabs: chatTabs.map(tab) }];
        },
        get activeTabGroup() {
          return { activeTab: isChatTabActive() ? tab() : undefined };
        },
        close: () => Promise.resolve(true),
      },
      onDidChangeWindowState: new values.EventEmitter<void>().event,
      createOutputChannel: () => this.#log(),
      createStatusBarItem: (id: string) => this.#statusBarItem(id),
      createTreeView: (id: string) => ({
        visible: false,
        onDidChangeVisibility: new values.EventEmitter<void>().event,
        reveal: () => Promise.resolve(),
        ...keptIn(this.views, id),
      }),
      createWebviewPanel: (id: string) => {
        const panel = {
          webview: { html: '' },
          onDidDispose: new values.EventEmitter<void>().event,
          reveal: () => undefined,
          dispose: () => undefined,
        };
        this.pages.set(id, panel.webview);
        return panel;
      },
      registerWebviewViewProvider: (id: string) => keptIn(this.views, id),
      showInformationMessage: message,
      showWarningMessage: message,
      showErrorMessage: (title: string, ...offered: unknown[]) => {
        this.errors.push(title);
        return message(title, ...offered);
      },
      showQuickPick: (items: readonly unknown[], { title }: { readonly title: string }) => this.#ask(title, items),
      showOpenDialog: async ({ openLabel }: { readonly openLabel: string }) => {
        const path = await this.#ask(openLabel, []);
        return typeof path === 'string' ? [values.Uri.file(path)] : undefined;
      },
      withProgress: ({ title }: { readonly title: string }, work: (progress: object, token: object) => unknown) => {
        const source = new values.CancellationTokenSource();
        return work({ report: (step: unknown) => this.progress(title, step, () => source.cancel()) }, source.token);
      },
      showTextDocument: (address: values.Uri) => {
        this.opened.push(address);
        return Promise.resolve();
      },
      onDidChangeTextEditorSelection: new values.EventEmitter<void>().event,
      showInputBox: ({ title }: { readonly title: string }) => this.#ask(title, []),
      setStatusBarMessage: (text: string) => void this.shown.push(text),
    };
  }

  #workspace() {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- getters have a `this` of their own
    const window = this;
    return {
      get isTrusted() {
        return window.isTrusted;
      },
      textDocuments: [],
      get workspaceFolders() {
        return window.folders;
      },
      get workspaceFile() {
        return window.workspaceFile;
      },
      onDidChangeConfiguration: this.#configurationChanged.event,
      onDidGrantWorkspaceTrust: new values.EventEmitter<void>().event,
      onDidChangeWorkspaceFolders: new values.EventEmitter<void>().event,
      registerTextDocumentContentProvider: (scheme: string, provider: TextProvider) =>
        kept(this.#texts, scheme, provider),
      getConfiguration: (section: string) => (section === SECTION ? this.#configuration() : this.#others(section)),
    };
  }

  #env() {
    const remoteName = (): string | undefined => this.remoteName;
    return {
      language: 'en',
      get remoteName() {
        return remoteName();
      },
    };
  }

  #others(section: string) {
    const named = (name: string) => this.otherSettings.get(`${section}.${name}`);
    return {
      get: (name: string) => named(name)?.value,
      inspect: (name: string) => (named(name)?.isManaged === true ? {} : { globalValue: named(name)?.value }),
    };
  }

  #configuration() {
    const own: Record<string, Inspected> = {
      ...Object.fromEntries(Object.entries(this.ownSettings).map(([name, globalValue]) => [name, { globalValue }])),
      ...this.inspected,
    };
    return {
      ...Object.fromEntries(Object.keys(own).map((name) => [name, undefined])),
      get: (name: string, otherwise?: unknown) => own[name]?.globalValue ?? otherwise,
      inspect: (name: string) => own[name],
      update: (name: string, value: unknown) => {
        if (this.isSettingsFileDirty) {
          return Promise.reject(new Error('the file has unsaved changes'));
        }
        const settings = { ...(JSON.parse(stripComments(this.settingsText)) as object), [`${SECTION}.${name}`]: value };
        this.save(JSON.stringify(settings));
        return Promise.resolve();
      },
    };
  }

  #log() {
    const write = (line: string): void => void this.logLines.push(line);
    const show = (): void => void this.executed.push(['show log']);
    return {
      logLevel: values.LogLevel.Info,
      trace: write,
      debug: write,
      info: write,
      warn: write,
      error: write,
      show,
      dispose: () => undefined,
    };
  }

  #statusBarItem(id: string) {
    const item = {
      id,
      isShown: false,
      show: () => void (item.isShown = true),
      hide: () => void (item.isShown = false),
      dispose: () => void this.statusBarItems.splice(this.statusBarItems.indexOf(item), 1),
    };
    this.statusBarItems.push(item);
    return item;
  }
}

function kept<Value>(all: Map<string, Value>, key: string, value: Value): values.Disposable {
  all.set(key, value);
  return new values.Disposable(() => void all.delete(key));
}

function keptIn(all: Set<string>, key: string): { dispose(): void } {
  all.add(key);
  return { dispose: () => void all.delete(key) };
}
