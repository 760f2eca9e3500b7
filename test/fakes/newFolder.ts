import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';

/** Makes a temporary folder before each test, and removes it afterwards. */
export function newFolderForEach(use: (folder: string) => void): void {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tool-loop-guard-test-'));
    use(folder);
  });
  afterEach(() => discard(folder));
}
