// Codex as a person starts it: in a terminal, where it leaves its threads to a server in the background.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Step } from '../agentHost/model/step';
import { pause, until } from '../agentHost/wait';
import { appServerOf } from '../../src/node/agents/codex';
import { interruptTurn, threadsAtWork } from '../../src/node/hooks/appServer';
import { RAN, REFUSAL } from './agentRun';
import { AGENTS, type Place } from './agents';
import { RunsInTurn } from './inTurn';
import { documentedStop } from './measuredTable';
import { PACKAGES, packedStage, runGuard, stageOf, test } from './packed';

const TIMEOUT_MS = 600_000;
/** A terminal is asked where its cursor is. */
const [WHERE_IS_THE_CURSOR, AT_THE_TOP] = ['\u001B[6n', '\u001B[1;1R'];

/** What is used of node-pty, which comes with Qwen Code. */
interface Pty {
  readonly spawn: (file: string, given: readonly string[], options: object) => Terminal;
}

interface Terminal {
  readonly onData: (read: (text: string) => void) => void;
  readonly write: (text: string) => void;
  readonly kill: () => void;
}

describe('a loop of Codex in a terminal', function () {
  this.timeout(TIMEOUT_MS);
  const { codex } = AGENTS;
  const stage = stageOf(new RunsInTurn(), packedStage);
  const program = join(PACKAGES ?? '', 'node_modules', codex.program);
  let environment: NodeJS.ProcessEnv;
  let place: Place;
  let terminal: Terminal | undefined;
  let screen: string;

  beforeEach(async function () {
    if (PACKAGES === undefined) {
      this.skip();
    }
    const base = mkdtempSync(join(stage().folder, 'terminal-'));
    place = { home: join(base, 'home'), project: join(base, 'project'), origin: stage().model.origin };
    [place.home, place.project].forEach((folder) => mkdirSync(folder));
    const { PATH } = process.env;
    environment = { PATH, HOME: place.home, TERM: 'xterm-256color', NO_PROXY: '127.0.0.1', ...codex.prepare(place) };
    runGuard(stage(), place, 'codex', environment, 'install', '--yes', '--agent', 'codex');
    await trustHooks();
    screen = '';
  });
  afterEach(() => {
    terminal?.kill();
    terminal = undefined;
    spawnSync(program, ['app-server', 'daemon', 'stop'], { env: environment });
    // What keeps the server up to date goes on.
    const updater = join(place.home, '.codex/app-server-daemon/daemon-updater.pid');
    if (existsSync(updater)) {
      process.kill((JSON.parse(readFileSync(updater, 'utf8')) as { readonly pid: number }).pid, 'SIGKILL');
    }
  });

  /** As the person does with `/hooks`: Codex says what it would trust. */
  async function trustHooks(): Promise<void> {
    const server = spawn(program, ['app-server'], { env: environment, stdio: ['pipe', 'pipe', 'ignore'] });
    const say = (message: object): void => void server.stdin.write(`${JSON.stringify(message)}\n`);
    say({ id: 1, method: 'initialize', params: { clientInfo: { name: 'test', version: '1' } } });
    for await (const line of createInterface({ input: server.stdout })) {
      const { id, result } = JSON.parse(line) as {
        readonly id?: number;
        readonly result: {
          readonly data: { readonly hooks: { readonly key: string; readonly currentHash: string }[] }[];
        };
      };
      if (id === 1) {
        say({ method: 'initialized' });
        say({ id: 2, method: 'hooks/list', params: { cwds: [place.project] } });
      } else if (id === 2) {
        const tables = result.data
          .flatMap(({ hooks }) => hooks)
          .map(({ key, currentHash }) => `[hooks.state."${key}"]\ntrusted_hash = "${currentHash}"\n`);
        const trusted = `[projects."${place.project}"]\ntrust_level = "trusted"\n`;
        appendFileSync(join(place.home, '.codex/config.toml'), `${trusted}${tables.join('')}`);
        break;
      }
    }
    server.kill();
  }

  function start(prompt: string, ...given: readonly string[]): void {
    const { spawn: open } = createRequire(join(PACKAGES as string, 'package.json'))('@lydell/node-pty') as Pty;
    const all = ['--dangerously-bypass-approvals-and-sandbox', ...given, prompt];
    const opened = open(program, all, { cwd: place.project, env: environment, cols: 120, rows: 40 });
    opened.onData((text) => {
      screen += text;
      if (text.includes(WHERE_IS_THE_CURSOR)) {
        opened.write(AT_THE_TOP);
      }
    });
    terminal = opened;
  }

  const loop = (): Step[] => Array.from({ length: 8 }, () => [codex.shell(`echo same | tee -a ${RAN}`)]);
  const executed = (): number => readFileSync(join(place.project, RAN), 'utf8').split('\n').length - 1;

  test('is interrupted, with no request after that, and the next prompt begins anew', async () => {
    const { model } = stage();
    const [first, next] = [model.play([...loop(), 'Over.']), model.play(['I go on with something else.'])];
    start(`${first} Go on.`);
    const { quoted } = documentedStop('Codex in a terminal');
    await until('the end', () => screen.includes(quoted) || model.requests(first).some(({ isLast }) => isLast));
    assert.equal(executed(), 3, screen.slice(-2_000));
    terminal?.write(`${next} And now?`);
    await until('what was typed', () => screen.includes('And now?'));
    terminal?.write('\r');
    await until('the next turn', () => model.requests(next).length > 0);
    assert.equal(model.requests(first).length, 4, screen.slice(-2_000));
  });

  /** Has it make calls without end, none like the other, and closes its terminal. @returns the key of its script */
  async function leftAlone(): Promise<string> {
    const slow = (at: number): Step => [codex.shell(`sleep 1; echo ${at} | tee -a ${RAN}`)];
    const key = stage().model.play([...Array.from({ length: 60 }, (_, at) => slow(at)), 'Over.']);
    start(`${key} Go on.`);
    const hasRun = (calls: number): boolean => existsSync(join(place.project, RAN)) && executed() >= calls;
    await until('the first call', () => hasRun(1));
    terminal?.kill();
    const alone = executed();
    await until('calls without a terminal', () => hasRun(alone + 2));
    return key;
  }

  test('goes on without its terminal, and is stopped in a window, with no request after that', async () => {
    const key = await leftAlone();
    const server = appServerOf({ environment, home: place.home });
    const [thread] = (await threadsAtWork(server)) ?? [];
    assert.match(thread?.prompt ?? '', /Go on\./);
    assert.equal(thread?.folder, place.project);
    assert.equal(await interruptTurn(server, thread.id), true);
    const asked = stage().model.requests(key).length;
    assert.deepEqual(await threadsAtWork(server), []);
    await pause(3_000);
    assert.equal(stage().model.requests(key).length, asked);
  });

  test('goes on without its terminal, is told by `why`, and is reached by the command that `why` names', async () => {
    await leftAlone();
    const told = runGuard(stage(), place, 'codex', environment, 'why');
    const [line, thread = ''] = /^Codex is working in the background: .*: codex resume (\S+)$/m.exec(told) ?? [];
    assert.ok(runGuard(stage(), place, 'codex', environment, 'doctor').includes(line ?? ''));
    screen = '';
    start(thread, 'resume');
    await until('the thread', () => screen.includes('interrupt'));
    terminal?.write('\u001B');
    await until('the end', () => screen.includes('interrupted'));
    assert.equal(runGuard(stage(), place, 'codex', environment, 'why').includes('Codex is working'), false);
  });

  test('is refused where there is no server (`--no-daemon`)', async () => {
    const { model } = stage();
    const key = model.play([...loop(), 'Over.']);
    start(`${key} Go on.`, '--no-daemon');
    await until('the end', () => model.requests(key).some(({ isLast }) => isLast));
    const refused = model.requests(key).filter(({ entries }) => entries.some(({ text }) => REFUSAL.test(text)));
    assert.equal(executed(), 3, screen.slice(-2_000));
    assert.equal(refused.length, 5, screen.slice(-2_000));
    assert.equal(existsSync(join(place.home, '.codex/app-server-control/app-server-control.sock')), false);
  });
});
