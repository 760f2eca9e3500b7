// What other users, other versions, and accidents can put in place of the hooks' files.
import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sha256 } from '../../src/node/files/hash';
import { lastCallAtMs } from '../../src/node/state/stateFolder';
import { discard } from '../../scripts/vscode/discard.mjs';
import { buildDoor, ended, hookLine, writeProgram } from '../robustness/hookProcess';
import { attack, type Try } from './attack';

const SESSION = 'one';
/** Longer than a hook waits for anything, shorter than an agent waits for a hook. */
const LIMIT_MS = 15_000;
const VICTIM = 'x'.repeat(100_000);

const LINE = hookLine('PreToolUse');

interface Place {
  readonly home: string;
  readonly state: string;
  readonly victim: string;
}

describe('the files of hooks', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'attack-state-'));

  before(async () => {
    await buildDoor('hook');
    await buildDoor('engineOfHook');
  });
  after(() => discard(scratch));

  function place(): Place {
    const base = mkdtempSync(join(scratch, 'run-'));
    const home = join(base, 'home');
    writeProgram(home);
    const victim = join(base, 'victim');
    writeFileSync(victim, VICTIM);
    return { home, state: join(home, '.local/state/tool-loop-guard'), victim };
  }

  async function ask({ home }: Place, id: number, session = SESSION): Promise<{ stdout: string; stderr: string }> {
    const child = spawn('/bin/sh', ['-c', LINE], { env: { HOME: home, PATH: process.env['PATH'] }, cwd: home });
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    const input = {
      timestamp: 't',
      session_id: session,
      hook_event_name: 'PreToolUse',
      tool_name: 'read_file',
      tool_input: { path: 'a' },
      tool_use_id: `call-${id}`,
    };
    const { code, stdout, stderr } = await ended(child, JSON.stringify(input));
    clearTimeout(timer);
    if (code !== 0) {
      throw new Error(`ended with ${code}`);
    }
    return { stdout, stderr };
  }

  /** Makes four identical calls. @returns the answer to the last one */
  async function loop(where: Place, session = SESSION): Promise<string> {
    let last = '';
    for (const id of [1, 2, 3, 4]) {
      last = (await ask(where, id, session)).stdout;
    }
    return last;
  }

  const stateFile = `sessions/${sha256(SESSION).slice(0, 40)}.json`;
  const NAMES = [
    'stops.log',
    'seen/vscode',
    'telemetry-paused',
    'settings.json',
    'pipe',
    'missed',
    'sessions/swept',
    stateFile,
    `${stateFile}.lock`,
  ];
  const KINDS: Readonly<Record<string, (path: string, victim: string) => void>> = {
    'a pipe': (path) => void execFileSync('mkfifo', ['-m', '600', path]),
    'a link': (path, victim) => symlinkSync(victim, path),
    'a link to nothing': (path) => symlinkSync('/nowhere/at/all', path),
    'a link to a device': (path) => symlinkSync('/dev/zero', path),
    'a folder': (path) => mkdirSync(path),
  };
  attack(
    'if something replaces a file, no hook hangs, nothing else is written, and the loop is found',
    () =>
      NAMES.flatMap((name) =>
        Object.entries(KINDS).map(([kind, put]): Try => ({
          what: `${name}: ${kind}`,
          run: async () => {
            const where = place();
            const path = join(where.state, name);
            mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
            put(path, where.victim);
            const last = await loop(where);
            if (readFileSync(where.victim, 'utf8') !== VICTIM) {
              return 'the file of somebody else was changed';
            }
            const cannotBeReplaced = kind === 'a folder' && name.startsWith(stateFile);
            return last.includes('"deny"') || cannotBeReplaced ? undefined : `the loop was not found: ${last}`;
          },
        })),
      ),
    9,
    2,
  );

  attack(
    'nothing is written to another user’s folder, and none of its calls counts as seen',
    () =>
      process.getuid?.() !== 0
        ? [{ what: 'only root can make one', run: () => undefined }]
        : ['sessions', 'seen', '', '..', '../..', '../../..'].map((name): Try => ({
            what: name,
            run: async () => {
              const where = place();
              const folder = join(where.state, name);
              mkdirSync(folder, { recursive: true, mode: 0o700 });
              if (name.startsWith('..')) {
                discard(folder);
                mkdirSync(folder, { mode: 0o700 });
              }
              const before = namesBelow(where.home);
              chownSync(folder, 1234, 1234);
              if (name === '') {
                symlinkSync(where.victim, join(where.state, 'stops.log'));
                before.push('.local/state/tool-loop-guard/stops.log');
              }
              await loop(where);
              if (readFileSync(where.victim, 'utf8') !== VICTIM) {
                return 'the file of somebody else was changed';
              }
              const made = namesBelow(where.home).filter((each) => !before.includes(each));
              // Root keeps nothing where it would lock out the user who owns the folder.
              const isForeign = made.filter((each) => name !== 'seen' && !each.includes('/seen'));
              const isSeen = lastCallAtMs(where.state, 'vscode') !== undefined;
              return (name !== 'seen' && isForeign.length > 0) || isSeen
                ? `made ${isForeign.join(', ')}, seen: ${isSeen}`
                : undefined;
            },
          })),
    6,
  );
});

function namesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  );
}
