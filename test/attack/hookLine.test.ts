// The lines that agents run, in each shell and with all options that an environment can set.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { ended, hookLines } from '../robustness/hookProcess';
import { attack, type Try } from './attack';

const SHELLS = [
  ['sh'],
  ['bash'],
  ['bash', '--posix'],
  ['dash'],
  ['busybox', 'sh'],
  ['mksh'],
  ['zsh'],
  ['zsh', '--emulate', 'sh'],
].filter(([shell = '']) => existsSync(join('/bin', shell)));

const SITUATIONS: Readonly<Record<string, string>> = {
  'as usual': '',
  ...Object.fromEntries([6, 8, 9, 10, 11, 12, 13, 16].map((files) => [`${files} files`, `ulimit -n ${files}; `])),
  'no input': 'exec <&-; ',
  'no output': 'exec >&-; ',
  'no errors': 'exec 2>&-; ',
  'nothing open': 'exec <&- >&- 2>&-; ',
  'full output': 'exec >/dev/full; ',
  'closed to all': 'umask 777; ',
  'a folder that is gone': 'cd gone && rmdir ../gone; ',
};

const OPTIONS: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  none: {},
  ...Object.fromEntries(
    ['nounset', 'errexit', 'noclobber', 'allexport', 'noglob', 'pipefail', 'posix', 'keyword', 'onecmd', 'monitor'].map(
      (option) => [option, { SHELLOPTS: option }],
    ),
  ),
  'nounset and errexit': { SHELLOPTS: 'errexit:nounset:pipefail' },
  'odd IFS': { IFS: '/0:$ ' },
  // Without node on the PATH, because node would find the home folder of the user who runs this.
  'no HOME': { HOME: undefined, PATH: '/nowhere' },
  'no PATH': { PATH: undefined },
  'PATH with nothing': { PATH: '/nowhere' },
  'odd values': { TOOL_LOOP_GUARD_PIPE: '-l /', TOOL_LOOP_GUARD_OFF: '-', TOOL_LOOP_GUARD_ROUTE: '*' },
};

describe('the lines of hooks.json', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'attack-line-'));
  const home = join(scratch, 'home');
  const program = join(scratch, 'program');

  before(() => {
    const state = join(home, '.local/state/tool-loop-guard');
    mkdirSync(state, { recursive: true, mode: 0o700 });
    // It ends with a code that refuses the call, which must not come through.
    writeFileSync(program, '#!/bin/sh\n/bin/cat >/dev/null\nexit 2\n');
    chmodSync(program, 0o700);
    writeFileSync(join(state, 'node'), `${program}\n`, { mode: 0o600 });
  });
  after(() => discard(scratch));

  const triesIn = (plugin?: string): Try[] =>
    SHELLS.flatMap((shell) =>
      Object.entries(OPTIONS).flatMap(([option, variables]) =>
        Object.entries(SITUATIONS).flatMap(([situation, before]) =>
          hookLines(plugin).map((line, index) => ({
            what: `${shell.join(' ')}, ${option}, ${situation}, line ${index}`,
            run: () => codeOf(shell, before, line, variables),
          })),
        ),
      ),
    );

  async function codeOf(
    [shell = '', ...options]: readonly string[],
    before: string,
    line: string,
    variables: NodeJS.ProcessEnv,
  ): Promise<string | undefined> {
    const folder = mkdtempSync(join(scratch, 'run-'));
    mkdirSync(join(folder, 'gone'));
    // With env, because SHELLOPTS would also apply to the bash that sets the limit.
    const environment = Object.entries({ HOME: home, PATH: process.env['PATH'], SHLVL: '2', ...variables });
    const given = environment.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
    const child = spawn(
      '/bin/bash',
      ['-c', `${before}exec /usr/bin/env -i "$@"`, '-', ...given, `/bin/${shell}`, ...options, '-c', line],
      { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] },
    );
    const { code, stdout } = await ended(child, '{"session_id":"s"}', true);
    return code === 0 && stdout === '' ? undefined : `ended with ${code}, printed ${JSON.stringify(stdout)}`;
  }

  attack('the line of a hook ends with 0 in every shell', () => triesIn(), 60, 3);
  attack('the line of a hook ends with 0 if the plugin is gone', () => triesIn(join(scratch, 'gone')), 40, 3);
});
