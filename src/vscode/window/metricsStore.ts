import type * as vscode from 'vscode';
import { type MetricsTally, noMetrics, type StoredMetrics, sumOf, totalOf } from '../../core/metrics/tally';
import type { Metrics } from '../../core/metrics/metrics';
import type { MetricsFile } from '../../node/files/metricsFile';
import { Throttle } from '../host/throttle';

/** Numbers are written together, at most this often. */
const WRITE_INTERVAL_MS = 1_000;

/**
 * Keeps the totals of all windows: what this window counts is added to the file soon after, and when the window closes.
 */
export class MetricsStore implements vscode.Disposable {
  readonly #throttle = new Throttle(WRITE_INTERVAL_MS, () => void this.flush());
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;
  /** As last read; undefined until first needed. */
  #known: MetricsTally | undefined;
  readonly #subscription: { dispose(): void };

  constructor(
    private readonly metrics: Metrics,
    private readonly file: MetricsFile,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.#subscription = metrics.onDidChange(() => this.#throttle.request());
  }

  /** Totals of all windows, without a look at the file: other windows' newest numbers may be missing. */
  get totals(): MetricsTally {
    return totalOf(this.#lastRead, this.metrics.news);
  }

  /** What holds now, in all windows, with what has not been written yet. */
  read(): StoredMetrics {
    const stored = this.#stored();
    this.#known = stored.totals;
    return { ...stored, totals: this.totals };
  }

  /** Writes what has not been written yet. Never rejects: what cannot be written is kept for the next time. */
  flush(): Promise<void> {
    this.#throttle.cancel();
    const news = this.metrics.takeNews();
    this.#known = sumOf(this.#lastRead, news);
    // Begun at once: a window that closes cannot wait.
    const added = this.file.add(news, Date.now()).catch((error: unknown) => {
      this.metrics.returnNews(news);
      this.#fail(error);
    });
    this.#writing = Promise.all([this.#writing, added]).then(() => undefined);
    return this.#writing;
  }

  /** Sets all numbers to zero, in all windows; another window's conversations keep theirs. */
  async reset(): Promise<void> {
    await this.flush();
    await this.file.reset(Date.now()).catch((error: unknown) => this.#fail(error));
    this.#known = this.#stored().totals;
    this.metrics.reset();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#throttle.dispose();
    void this.flush();
  }

  get #lastRead(): MetricsTally {
    return (this.#known ??= this.#stored().totals);
  }

  #stored(): StoredMetrics {
    try {
      return this.file.read(Date.now());
    } catch (error) {
      this.#fail(error);
      return noMetrics(Date.now());
    }
  }

  /** One line in the log says so, not one a second. */
  #fail(error: unknown): void {
    if (!this.#hasFailed) {
      this.#hasFailed = true;
      this.onFault(error);
    }
  }
}
