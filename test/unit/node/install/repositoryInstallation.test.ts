import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RepositoryInstallation } from '../../../../src/node/install/repositoryInstallation';
import { hasRepositoryHooks } from '../../../../src/node/protection/machineFacts';
import { newFolderForEach } from '../../../fakes/newFolder';

describe('an installation in a repository', () => {
  let folder: string;
  let root: string;

  newFolderForEach((made) => {
    folder = made;
    root = join(folder, 'repository');
    mkdirSync(join(root, '.github'), { recursive: true });
    writeFileSync(join(folder, 'program.js'), '// `tool-loop-guard install --repository`');
    writeFileSync(join(folder, 'profile'), 'mine');
  });

  const installation = (): RepositoryInstallation => new RepositoryInstallation(root, join(folder, 'program.js'));
  const program = (): string => join(root, '.github/hooks/tool-loop-guard.cjs');

  it('is written and taken back', () => {
    assert.ok(!hasRepositoryHooks(root));
    installation().install();
    assert.ok(hasRepositoryHooks(root));
    assert.deepEqual(installation().plan(), []);
    assert.ok(existsSync(program()));
    installation().uninstall();
    assert.ok(!existsSync(program()) && !hasRepositoryHooks(root));
  });

  it('follows links within the repository', () => {
    mkdirSync(join(root, 'shared'));
    symlinkSync('../shared', join(root, '.github/hooks'));
    installation().install();
    assert.ok(existsSync(join(root, 'shared/tool-loop-guard.cjs')));
  });

  for (const [what, link] of [
    ['the program', () => ['../../../profile', program()]],
    ['the program, to a file that is not there', () => ['../../../new', program()]],
    ['the folder', () => ['../..', join(root, '.github/hooks')]],
  ] as const) {
    it(`writes nothing where ${what} is a link that leads out of the repository`, () => {
      const [target = '', path = ''] = link();
      if (path === program()) {
        mkdirSync(join(root, '.github/hooks'));
      }
      symlinkSync(target, path);
      assert.throws(() => installation().plan(), /leads out of the repository/);
      assert.throws(() => installation().install(), /leads out of the repository/);
      assert.equal(readFileSync(join(folder, 'profile'), 'utf8'), 'mine');
      assert.ok(!existsSync(join(folder, 'new')) && !existsSync(join(folder, 'tool-loop-guard.cjs')));
    });
  }
});
