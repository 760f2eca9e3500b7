import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type * as extensionModule from '../../src/extension';
import type * as featuresModule from '../../src/features';
import type { ToolLoopGuardApi } from '../../api/tool-loop-guard';
import { ADDRESS_VARIABLE, TOKEN_VARIABLE } from '../../src/node/transport/hookAddress';
import { askWindow } from '../../src/node/transport/hookClient';
import { PARTICIPANT_ID } from '../../src/vscode/host/ids';
import { bundleWithVscode, withVscode } from './vscodeModule';
import { VscodeWindow } from './vscodeWindow';

const LINK = /\[([^\]]+)\]\(command:(toolLoopGuard\.\w+)\?([^)]*)\)/g;

export interface ChatAnswer {
  /** Links are replaced by their titles. */
  readonly text: string;
  readonly parts: readonly string[];
  /** Commands of links and buttons, by title. */
  readonly actions: ReadonlyMap<string, readonly [command: string, given: readonly unknown[]]>;
}

interface ShownButton {
  readonly title: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

/** A window with the whole extension and a separate folder for its files. */
export class ActivatedWindow extends VscodeWindow {
  /** The home folder while the extension is active, with the extension's files. */
  readonly home = mkdtempSync(join(tmpdir(), 'tool-loop-guard-test-'));
  readonly context = this.contextWith(this.home);
  readonly #homes = ['HOME', 'USERPROFILE'].map((name) => [name, process.env[name]] as const);
  api: ToolLoopGuardApi | undefined;

  /** Remove what the window should lack before this. @param bundle the built extension instead of its source */
  async activate(bundle?: string): Promise<this> {
    // The extension writes the window's address to the home folder.
    this.#homes.forEach(([name]) => (process.env[name] = this.home));
    const context = this.context as unknown as vscode.ExtensionContext;
    if (bundle === undefined) {
      const load = withVscode(this.module);
      const { activate } = load<typeof extensionModule>('extension');
      this.api = await activate(context, () => Promise.resolve(load<typeof featuresModule>('features')));
    } else {
      this.api = await bundleWithVscode<typeof extensionModule>(this.module, bundle).activate(context);
    }
    return this;
  }

  run(command: string, ...given: readonly unknown[]): Promise<unknown> {
    return this.module.commands.executeCommand(command, ...given);
  }

  /** Asks like a hook process, with the address from the environment. */
  ask(question: object, environment: NodeJS.ProcessEnv = {}): Promise<string> {
    const { [ADDRESS_VARIABLE]: socket = '', [TOKEN_VARIABLE]: token = '' } = process.env;
    return askWindow({ socket, token }, JSON.stringify(question), environment);
  }

  async say(prompt: string, sessionId?: string): Promise<ChatAnswer> {
    let text = '';
    const parts: string[] = [];
    const actions = new Map<string, readonly [string, readonly unknown[]]>();
    const model = { vendor: 'acme', family: 'one', id: 'one' };
    await this.participants.get(PARTICIPANT_ID)?.(
      { prompt, sessionId, model },
      { history: [] },
      {
        markdown: ({ value }: { readonly value: string }) => {
          for (const [, title = '', command = '', given = ''] of value.matchAll(LINK)) {
            actions.set(title, [command, JSON.parse(decodeURIComponent(given)) as unknown[]]);
          }
          text += value.replace(LINK, '$1');
          parts.push('markdown');
        },
        button: ({ title, command, arguments: given = [] }: ShownButton) => {
          actions.set(title, [command, given]);
          parts.push(title);
        },
      },
      {},
    );
    return { text, parts, actions };
  }

  deactivate(): void {
    this.context.subscriptions.forEach((subscription) => void subscription.dispose());
    for (const [name, value] of this.#homes) {
      if (value === undefined) {
        delete process.env[name];
      } else {
        process.env[name] = value;
      }
    }
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Opens a window before each test, and closes it afterwards. */
export function windowForEach(use: (window: ActivatedWindow) => void): void {
  let window: ActivatedWindow;
  beforeEach(async () => {
    window = await new ActivatedWindow().activate();
    use(window);
  });
  afterEach(() => window.deactivate());
}
