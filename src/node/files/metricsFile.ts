import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  METRICS_VERSION,
  type MetricsTally,
  noMetrics,
  type StoredMetrics,
  storedMetricsSchema,
  withNews,
} from '../../core/metrics/tally';
import { type LockTimes, withLock } from './fileLock';
import { replaceFile } from './ownFile';

const LOCK_TIMES: LockTimes = { patience: 6_000, stale: 2_000 };

/**
 * The totals of all windows, in one small file.
 *
 * Promises: windows that add at the same time lose nothing (VS Code's own memento writes all of its values whole, so
 * that of two windows the later one wins); a file is written whole or not at all; one of a later version is left alone.
 */
export class MetricsFile {
  constructor(private readonly path: string) {}

  /**
   * What is stored now; empty when there is nothing yet, or nothing that can be read.
   * @throws when the file is of a later version
   */
  read(nowMs: number): StoredMetrics {
    let raw: unknown;
    try {
      raw = JSON.parse(readFileSync(this.path, 'utf8'));
    } catch {
      return noMetrics(nowMs);
    }
    const { version } = (raw ?? {}) as { readonly version?: unknown };
    if (typeof version === 'number' && version > METRICS_VERSION) {
      throw new Error(`The metrics were stored by a later version of the extension (format ${version}).`);
    }
    return storedMetricsSchema.safeParse(raw).data ?? noMetrics(nowMs);
  }

  /**
   * Adds to what is stored. While nobody else writes, all of it happens before this returns, so that a window that
   * closes can do it.
   * @throws when the file cannot be locked or written; then nothing has changed
   */
  async add(news: MetricsTally, nowMs: number): Promise<void> {
    await this.#change(() => withNews(this.read(nowMs), news, nowMs));
  }

  /** @throws as {@link add} */
  async reset(nowMs: number): Promise<void> {
    await this.#change(() => noMetrics(nowMs));
  }

  async #change(change: () => StoredMetrics): Promise<void> {
    mkdirSync(dirname(this.path), { recursive: true });
    await withLock(`${this.path}.lock`, LOCK_TIMES, (isMine) =>
      replaceFile(this.path, JSON.stringify(change()), isMine),
    );
  }
}
