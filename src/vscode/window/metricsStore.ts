import type * as vscode from 'vscode';
import { type DayCounts, type StoredMetrics, weekOf, withNews } from '../../core/metrics/tally';
import type { Metrics } from '../../core/metrics/metrics';
import type { MetricsFile } from '../../node/files/metricsFile';
import { Throttle } from '../host/throttle';

/** Numbers are written together, at most this often. */
const WRITE_INTERVAL_MS = 1_000;

/** Keeps the totals of all windows: this window's counts are added to the file soon after, and when it closes. */
export class MetricsStore implements vscode.Disposable {
  readonly #throttle = new Throttle(WRITE_INTERVAL_MS, () => void this.flush());
  #writing: Promise<void> = Promise.resolve();
  #known: StoredMetrics | undefined;
  readonly #subscription: { dispose(): void };

  constructor(
    private readonly metrics: Metrics,
    private readonly file: MetricsFile,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.#subscription = metrics.onDidChange(() => this.#throttle.request());
  }

  /** Doesn't read the file, so the newest counts of other windows may be missing. */
  get week(): DayCounts {
    return weekOf(this.#withNews);
  }

  /** Of all windows, with what hasn't been written yet. */
  read(): StoredMetrics {
    this.#known = this.file.read(Date.now());
    return this.#withNews;
  }

  /** Never rejects: what can't be written is kept for the next time. */
  flush(): Promise<void> {
    this.#throttle.cancel();
    this.#known = this.#withNews;
    const news = this.metrics.takeNews();
    // Begun at once: a closing window can't wait.
    const added = this.file.add(news, Date.now()).catch((error: unknown) => {
      this.metrics.returnNews(news);
      this.#known = undefined;
      this.onFault(error);
    });
    this.#writing = Promise.all([this.#writing, added]).then(() => undefined);
    return this.#writing;
  }

  /** In all windows; another window's conversations keep their numbers. */
  async reset(): Promise<void> {
    await this.flush();
    await this.file.reset(Date.now()).catch(this.onFault);
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
}
