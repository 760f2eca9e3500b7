import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const read = (name: string): string => readFileSync(resolve(__dirname, '../..', name), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  engines: { vscode: string };
  devDependencies: Record<string, string>;
};
const oldest = /^\^(\d+\.\d+)\.0$/.exec(manifest.engines.vscode)?.[1] ?? '';

describe('the oldest supported VS Code', () => {
  it('is the one whose typings the code is checked with', () => {
    assert.equal(manifest.devDependencies['@types/vscode'], `~${oldest}.0`);
  });

  it('is named in docs/agents.md', () => {
    assert.match(read('docs/agents.md'), new RegExp(`\\*\\*VS Code ${oldest.replace('.', '\\.')}\\*\\*`));
  });
});
