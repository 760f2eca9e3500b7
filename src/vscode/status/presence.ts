import * as vscode from 'vscode';
import type { Guard } from '../../engine/guard';
import type { Metrics } from '../../core/metrics/metrics';
import { metricsLines } from '../../core/metrics/metricsText';
import type { Activity } from '../../core/status/activity';
import type { ConversationSettings } from '../../core/settings/conversationSettings';
import type { Timeline } from '../../core/timeline/timeline';
import { MetricsFile } from '../../node/files/metricsFile';
import { reportFault } from '../window/log';
import { registerMetricsCommands } from '../metrics/metricsCommands';
import { MetricsStore } from '../metrics/metricsStore';
import { registerPaletteCommands } from './paletteCommands';
import { registerStatusBar } from './statusBar';
import { translate } from '../window/translate';

/** What a person sees of the guard besides the chat, and where it comes from. */
export interface PresencePorts {
  readonly guard: Guard;
  readonly settings: ConversationSettings;
  readonly timeline: Timeline;
  readonly metrics: Metrics;
  readonly activity: Activity;
  readonly channel: vscode.LogOutputChannel;
  /** Where VS Code lets the extension keep files. */
  readonly storage: vscode.Uri;
  readonly onDidChangeConfiguration: vscode.Event<unknown>;
}

/** Status bar, metrics and palette of a window. */
export class PresenceInWindow implements vscode.Disposable {
  readonly #store: MetricsStore;
  readonly #subscriptions: vscode.Disposable;

  constructor(private readonly ports: PresencePorts) {
    const { metrics, channel, storage } = ports;
    this.#store = new MetricsStore(
      metrics,
      new MetricsFile(vscode.Uri.joinPath(storage, 'metrics.json').fsPath),
      reportFault(channel, 'storing metrics'),
    );
    const withStore = { ...ports, store: this.#store };
    this.#subscriptions = vscode.Disposable.from(
      this.#store,
      registerMetricsCommands(withStore),
      registerStatusBar(withStore),
      registerPaletteCommands(ports),
    );
  }

  /** What `/tool-loop-status` adds to its counts. */
  statusLines(conversationId: string): readonly string[] {
    return metricsLines(this.ports.metrics.conversation(conversationId), this.#store.read().totals, translate);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
