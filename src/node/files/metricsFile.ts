import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type MetricsTally,
  noMetrics,
  type StoredMetrics,
  storedMetricsSchema,
  withNews,
} from '../../core/metrics/tally';
import { withLock } from './fileLock';
import { replaceFile } from './ownFile';

/**
 * The totals of all windows. Windows that add at the same time lose nothing (VS Code's own memento writes all its
 * values, so that of two windows the later one wins); the file is written whole or not at all.
 */
export class MetricsFile {
  constructor(private readonly path: string) {}

  /** Empty if nothing readable is stored. Never throws. */
  read(nowMs: number): StoredMetrics {
    try {
      return storedMetricsSchema.parse(JSON.parse(readFileSync(this.path, 'utf8')));
    } catch {
      return noMetrics(nowMs);
    }
  }

  /**
   * If nobody else is writing, everything happens before this returns, so that a closing window can do it.
   * @throws if the file can't be locked or written; then nothing has changed
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
    await withLock(`${this.path}.lock`, (isMine) => replaceFile(this.path, JSON.stringify(change()), isMine));
  }
}
