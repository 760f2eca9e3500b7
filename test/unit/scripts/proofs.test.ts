import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PRODUCT, PROVES, Proofs } from '../../../scripts/proofs.mjs';
import { chosenRuns } from '../../host/runs';
import { discard } from '../../../scripts/vscode/discard.mjs';

describe('what a group of tests has been passed with', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'proofs-'));
    git('init', '-q');
    write('src/a.ts', 'a');
    write('src/b.ts', 'b');
    git('add', '.');
  });
  afterEach(() => discard(root));

  const git = (...words: string[]): unknown => spawnSync('git', words, { cwd: root });
  function write(path: string, text: string): void {
    mkdirSync(join(root, 'src'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  /** As another run reads them. */
  const proofs = (): Proofs => new Proofs(join(root, 'proofs.json'), root);
  const day = (): string | undefined => proofs().dayOf('sdks', ['src']);

  it('is nothing before it has passed', () => {
    assert.equal(day(), undefined);
  });

  describe('when it has passed', () => {
    beforeEach(() => proofs().keep('sdks', ['src'], ['src', 'other'], new Date('2026-11-23T16:00:00Z')));

    it('is kept with the day, for this group', () => {
      assert.equal(day(), '2026-11-23');
      assert.equal(proofs().dayOf('harnesses', ['src']), undefined);
    });

    for (const [what, change] of Object.entries({
      'a file changes': () => write('src/a.ts', 'b'),
      'a file comes': () => write('src/c.ts', 'c'),
      'a file goes': () => rmSync(join(root, 'src/b.ts')),
      'two files change places': () => {
        write('src/a.ts', 'b');
        write('src/b.ts', 'a');
      },
    })) {
      it(`is no longer said once ${what}`, () => {
        change();
        assert.equal(day(), undefined);
      });
    }

    it('is still said when other files change', () => {
      write('README.md', 'other');
      assert.equal(day(), '2026-11-23');
    });

    it('is said to be of the same product until another file of that changes', () => {
      const isOfProduct = (): boolean => proofs().isOfProduct('sdks', ['src', 'other']);
      assert.ok(isOfProduct());
      assert.ok(!proofs().isOfProduct('harnesses', ['src', 'other']));
      write('other', 'other');
      assert.equal(day(), '2026-11-23');
      assert.ok(!isOfProduct());
    });

    it('is not said where Git is of no help', () => {
      rmSync(join(root, '.git'), { recursive: true });
      assert.equal(day(), undefined);
    });
  });

  it('names runs of VS Code that there are', () => {
    const runs = chosenRuns([]).map(({ name }) => `VS Code: ${name}`);
    const named = Object.keys(PROVES).filter((part) => part.startsWith('VS Code: '));
    assert.deepEqual(
      named.filter((part) => !runs.includes(part)),
      [],
    );
    assert.ok(named.length > 0 && named.length < runs.length, 'some of them always run');
  });

  it('is about files and folders that are there', () => {
    for (const path of [...Object.values(PROVES).flat(), ...PRODUCT]) {
      assert.ok(existsSync(resolve(path)), path);
    }
  });
});
