import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';

/** Long enough for a slow line, but a repository that hangs must not block the others forever. */
const FETCH_MILLISECONDS = 20 * 60_000;
const LARGEST_OUTPUT_BYTES = 1024 * 1024 * 1024;
/** A server answers a request for a few hundred objects, but not for any number. */
const OBJECTS_A_REQUEST = 200;

/** What git reports when something is unavailable. Its other lines show progress. */
class GitError extends Error {}

/** A local repository with single commits and files of a public one. Respects git's `url.<base>.insteadOf`. */
export class PublicRepository {
  readonly #folder: string;
  #objects: ReadonlySet<string> | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param folder of the bare repository; created if necessary @throws {GitError} */
  static async open(folder: string, url: string): Promise<PublicRepository> {
    await mkdir(folder, { recursive: true });
    const repository = new PublicRepository(folder);
    await repository.#git(['init', '--quiet', '--bare']);
    for (const [name, value] of [
      ['remote.origin.url', url],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.partialclonefilter', 'blob:none'],
      ['core.repositoryformatversion', '1'],
      ['extensions.partialClone', 'origin'],
      ['gc.auto', '0'],
    ] as const) {
      await repository.#git(['config', name, value]);
    }
    return repository;
  }

  /** @returns IDs of a commit's files by path @throws {GitError} */
  async files(commit: string): Promise<Map<string, string>> {
    if (!(await this.#here()).has(commit)) {
      this.#objects = undefined;
      await this.#git(['fetch', '--quiet', '--no-tags', '--depth=1', '--filter=blob:none', 'origin', commit]);
    }
    const listing = await this.#git(['ls-tree', '-r', '-z', commit]);
    return new Map(
      listing.split('\0').flatMap((line): [string, string][] => {
        const [about, path] = line.split('\t');
        const id = about?.split(' ')[2];
        return path === undefined || id === undefined ? [] : [[path, id]];
      }),
    );
  }

  /** Fetches files by their IDs. An unavailable one is noticed when it is read. */
  async bring(ids: readonly string[]): Promise<void> {
    const here = await this.#here();
    const missing = ids.filter((id) => !here.has(id));
    for (let at = 0; at < missing.length; at += OBJECTS_A_REQUEST) {
      await this.#bringSome(missing.slice(at, at + OBJECTS_A_REQUEST));
    }
  }

  /** The server refuses a request with one unknown object, so halves are requested until that object is alone. */
  async #bringSome(ids: readonly string[]): Promise<void> {
    this.#objects = undefined;
    try {
      const what = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--filter=blob:none', 'origin'];
      await this.#git(['-c', 'fetch.negotiationAlgorithm=noop', ...what, ...ids]);
    } catch {
      if (ids.length > 1) {
        const half = ids.length >> 1;
        await this.#bringSome(ids.slice(0, half));
        await this.#bringSome(ids.slice(half));
      }
    }
  }

  /** @throws {GitError} if a file is unavailable */
  async read(ids: readonly string[]): Promise<string[]> {
    const here = await this.#here();
    if (ids.some((id) => !here.has(id))) {
      throw new GitError('the file could not be fetched');
    }
    let rest = await this.#bytes(['cat-file', '--batch'], `${ids.join('\n')}\n`);
    return ids.map(() => {
      const [head, body] = cut(rest, rest.indexOf('\n'));
      const bytes = Number(head.toString().split(' ')[2]);
      rest = body.subarray(bytes + 1);
      return body.subarray(0, bytes).toString('utf8');
    });
  }

  /** Local objects. If asked for a single one, git would fetch it. */
  async #here(): Promise<ReadonlySet<string>> {
    if (this.#objects === undefined) {
      this.#objects = await this.#list();
    }
    return this.#objects;
  }

  async #list(): Promise<ReadonlySet<string>> {
    const listed = await this.#git(['cat-file', '--batch-check=%(objectname)', '--batch-all-objects', '--unordered']);
    return new Set(listed.split('\n'));
  }

  async #git(parameters: readonly string[], input = ''): Promise<string> {
    return (await this.#bytes(parameters, input)).toString('utf8');
  }

  #bytes(parameters: readonly string[], input: string): Promise<Buffer> {
    return new Promise((done, fail) => {
      const child = execFile(
        'git',
        ['-C', this.#folder, ...parameters],
        {
          encoding: 'buffer',
          maxBuffer: LARGEST_OUTPUT_BYTES,
          timeout: FETCH_MILLISECONDS,
          // Nobody can type a password.
          env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
        },
        (error, stdout, stderr) => {
          if (error === null) {
            done(stdout);
          } else {
            fail(new GitError(stderr.toString('utf8').trim().split('\n').at(-1) || error.message));
          }
        },
      );
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
  }
}

/** What comes before a position, and what comes after its byte. */
function cut(bytes: Buffer, at: number): [Buffer, Buffer] {
  return [bytes.subarray(0, at), bytes.subarray(at + 1)];
}
