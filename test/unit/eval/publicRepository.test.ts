import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitError, PublicRepository } from '../../../scripts/eval/benchmark/publicRepository';

const URL = 'https://example.invalid/owner/name.git';
const ABSENT = '0123456789012345678901234567890123456789';

describe('a public repository', () => {
  let folder = '';
  let commit = '';
  const configured = process.env['GIT_CONFIG_GLOBAL'];

  const git = (...parameters: string[]): string =>
    execFileSync('git', ['-C', join(folder, 'published'), ...parameters], { encoding: 'utf8' }).trim();

  before(function () {
    folder = mkdtempSync(join(tmpdir(), 'published-'));
    if (spawnSync('git', ['--version']).status !== 0) {
      this.skip();
    }
    const configuration = join(folder, 'gitconfig');
    writeFileSync(
      configuration,
      `[url "${join(folder, 'published')}"]\n\tinsteadOf = ${URL}\n` +
        '[uploadpack]\n\tallowFilter = true\n\tallowAnySHA1InWant = true\n' +
        '[user]\n\tname = nobody\n\temail = nobody@example.invalid\n',
    );
    process.env['GIT_CONFIG_GLOBAL'] = configuration;
    mkdirSync(join(folder, 'published', 'runs'), { recursive: true });
    git('init', '--quiet');
    writeFileSync(join(folder, 'published', 'runs', 'one.json'), '{"run": "Nº 1"}\n');
    writeFileSync(join(folder, 'published', 'other.txt'), 'not asked for');
    git('add', '.');
    git('commit', '--quiet', '-m', 'A run');
    commit = git('rev-parse', 'HEAD');
    writeFileSync(join(folder, 'published', 'runs', 'one.json'), 'later');
    git('commit', '--quiet', '-a', '-m', 'Another');
  });

  after(() => {
    rmSync(folder, { recursive: true });
    if (configured === undefined) {
      delete process.env['GIT_CONFIG_GLOBAL'];
    } else {
      process.env['GIT_CONFIG_GLOBAL'] = configured;
    }
  });

  it('gives the files of a commit that were asked for, and no others', async () => {
    const repository = await PublicRepository.open(join(folder, 'clone'), URL);
    const files = await repository.files(commit);
    assert.deepEqual([...files.keys()].sort(), ['other.txt', 'runs/one.json']);
    const wanted = files.get('runs/one.json') ?? '';
    await assert.rejects(repository.read([wanted]), GitError);
    await repository.bring([ABSENT, wanted]);
    assert.deepEqual(await repository.read([wanted, wanted]), ['{"run": "Nº 1"}\n', '{"run": "Nº 1"}\n']);
    await assert.rejects(repository.read([files.get('other.txt') ?? '']), GitError);
    await assert.rejects(repository.read([ABSENT]), GitError);
  });

  it('says that a commit is not there', async () => {
    const repository = await PublicRepository.open(join(folder, 'clone'), URL);
    await assert.rejects(repository.files(ABSENT), GitError);
  });
});
