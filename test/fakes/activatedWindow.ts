import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type * as extensionModule from '../../src/extension';
import type * as featuresModule from '../../src/features';
import type { ToolLoopGuardApi } from '../../api/tool-loop-guard';
import { bundleWithVscode, withVscode } from './vscodeModule';
import { VscodeWindow } from './vscodeWindow';

/** A window in which the whole extension is active, with a folder of its own for its files. */
export class ActivatedWindow extends VscodeWindow {
  /** The home folder while the extension is active, and where its own files lie. */
  readonly home = mkdtempSync(join(tmpdir(), 'tool-loop-guard-test-'));
  readonly context = this.contextWith(this.home);
  readonly #homes = ['HOME', 'USERPROFILE'].map((name) => [name, process.env[name]] as const);
  api: ToolLoopGuardApi | undefined;

  /**
   * Activates the extension; whatever the window is to lack must have been taken away before.
   * @param bundle the built extension; its source unless told otherwise
   */
  async activate(bundle?: string): Promise<this> {
    // The address of the window is left in the home folder.
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

  /** Runs a command as VS Code does. */
  run(command: string, ...given: readonly unknown[]): Promise<unknown> {
    return this.module.commands.executeCommand(command, ...given);
  }

  /** Ends the extension, as VS Code does when its window closes. */
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
