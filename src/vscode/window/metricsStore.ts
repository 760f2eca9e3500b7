import type * as vscode from 'vscode';
import { type DayCounts, type StoredMetrics, weekOf, withNews } from '../../core/metrics/tally';
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
  #known: StoredMetrics | undefined;
  readonly #subscription: { dispose(): void };

  constructor(
    private readonly metrics: Metrics,
    private readonly file: MetricsFile,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.#subscription = metrics.onDidChange(() => this.#throttle.request());
  }

  /** What all windows counted in the last seven days, without a look at the file: their newest may be missing. */
  get week(): DayCounts {
    return weekOf(this.#withNews);
  }

  /** What holds now, in all windows, with what has not been written yet. */
  read(): StoredMetrics {
    this.#known = this.file.read(Date.now());
    return this.#withNews;
  }

  /** Writes what has not been written yet. Never rejects: what cannot be written is kept for the next time. */
  flush(): Promise<void> {
    this.#throttle.cancel();
    this.#known = this.#withNews;
    const news = this.metrics.takeNews();
    // Begun at once: a window that closes cannot wait.
    const added = this.file.add(news, Date.now()).catch((error: unknown) => {
      this.metrics.returnNews(news);
      this.#known = undefined;
      this.#fail(error);
    });
    this.#writing = Promise.all([this.#writing, added]).then(() => undefined);
    return this.#writing;
  }

  /** Sets all numbers to zero, in all windows; another window's conversations keep theirs. */
  async reset(): Promise<void> {
    await this.flush();
    await this.file.reset(Date.now()).catch((error: unknown) => this.#fail(error));
    this.#known = this.file.read(Date.now());
    this.metrics.reset();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#throttle.dispose();
    void this.flush();
  }

  get #withNews(): StoredMetrics {
    return withNews((this.#known ??= this.file.read(Date.now())), this.metrics.news, Date.now());
  }

  /** One line in the log says so, not one a second. */
  #fail(error: unknown): void {
    if (!this.#hasFailed) {
      this.#hasFailed = true;
      this.onFault(error);
    }
  }
}
