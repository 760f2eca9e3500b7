import type { DetectorId } from '../../src/engine/rules/registry';
import { madeAgain, sentAgain } from './editLookAlikes';
import { call, type CallStep, failing, parallel, type Step, times, userMessage, wait } from './notation';

type Sessions = Readonly<Record<string, readonly Step[]>>;

export interface LookAlikes {
  readonly loop: readonly Step[];
  readonly work: Sessions;
}

const shell = (command: string, result: string, tookMs?: number): CallStep =>
  call('bash', { command }, result, { tookMs });
const fails = (command: string, result: string, tookMs?: number): CallStep =>
  failing('bash', { command }, result, { tookMs });
const read = (path: string, result = `text of ${path}, as it stands there now`): CallStep =>
  call('read_file', { path }, result);
const page = (startLine: number, endLine: number, path = 'src/a.ts'): CallStep =>
  call('read_file', { path, startLine, endLine }, linesOf(startLine, endLine));
const edit = (old: string, replacement: string, path = 'src/a.ts'): CallStep =>
  call('replace_string', { path, oldString: old, newString: replacement }, 'The file was edited.');
const rejected = (old: string, reason: string): CallStep =>
  failing('replace_string', { path: 'src/a.ts', oldString: old, newString: 'x' }, reason);
const tracker = (tool: string, fault: string): CallStep => failing(`mcp__tracker__${tool}`, { id: `${tool}-7` }, fault);
const agent = (prompt: string, result: string): CallStep =>
  call('run_subagent', { description: 'Help', prompt }, result);
const looked = (result: string, tookMs: number): CallStep => call('await_terminal', { id: 'b7' }, result, { tookMs });
const moment = (name: 'continued' | 'compacted' | 'woken'): Step => ({ kind: 'moment', moment: name });

const REVIEW = 'Review all changes in this branch for security problems.';
const RUNS = 'The command is still running.';
const REFUSED = 'curl: (7) Failed to connect to localhost port 8080: Connection refused';
const IGNORED =
  'Error processing line 1 of /lib/a.pth:\n\n  Traceback (most recent call last):\n  ImportError: no a\n\n' +
  'Remainder of file ignored\n';
const names = ['user', 'order', 'price', 'basket', 'coupon', 'address', 'invoice', 'parcel'] as const;

function linesOf(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, at) => `${from + at}: text`).join('\n');
}

const forNames = (step: (name: string, at: number) => Step | readonly Step[]): Step[] =>
  names.flatMap((name, at) => step(name, at));

const repeat: LookAlikes = {
  loop: times(4, read('src/a.ts')),
  work: {
    ...madeAgain,
    'the tests run again after each edit': forNames((name) => [edit(name, `${name}s`), fails('npm test', '2 failed')]),
    'the program runs again after each edit, and prints something else': times(20, (at) => [
      edit(`line ${at}`, `row ${at}`),
      shell('python solve.py', `The key may be ${names[at % 8]}${at}`),
    ]),
    'one module after the other is missing, and is installed': times(18, (at) => [
      fails('python app.py', `ModuleNotFoundError: No module named 'module${'abcdefghijklmnopqr'.charAt(at)}'`),
      shell(`pip install module${'abcdefghijklmnopqr'.charAt(at)}`, `Successfully installed module-${at}`),
    ]),
    'a build is watched until it ends': [
      ...times(12, (at) => shell('gh run view 7', `build: in_progress, step ${at} of 12`, 300)),
      shell('gh run view 7', 'build: completed', 300),
    ],
    'a server that starts is asked, with a pause each time': [
      ...times(9, () => fails('sleep 5 && curl -s localhost:8080', REFUSED, 5100)),
      shell('sleep 5 && curl -s localhost:8080', '{"status":"up"}', 5100),
    ],
    'what blocks until something ends is called again': times(9, () => looked(RUNS, 30_000)),
    'the input grows until the program breaks': times(9, (at) =>
      shell(`echo ${'A'.repeat(40 + 8 * at)} | ./login`, `Read ${40 + 8 * at} characters. Wrong password.`),
    ),
    'the next page has no number': times(9, (at) => call('next_page', {}, `page ${at + 1}: ${names[at % 8]}`)),
    'the same click goes on to the next step of a form': times(6, (at) =>
      call('click', { selector: '#next' }, `Step ${at + 2} of 7: enter your ${names[at]}`),
    ),
    'one answer asks for the same thing five times': parallel('one', ...times<CallStep>(5, read('src/a.ts'))),
    'a retry that waits longer each time, with a different error': [
      ...['503 Service Unavailable', '502 Bad Gateway', '429 Too Many Requests'].flatMap((error, at) => [
        failing('deploy', { to: 'web' }, `Error: ${error}`),
        wait(20 * 2 ** at),
      ]),
      call('deploy', { to: 'web' }, 'Deployed version 12.'),
    ],
  },
};

const cycle: LookAlikes = {
  loop: times(3, read('src/a.ts'), read('src/b.ts')),
  work: {
    'edit, build, edit, build': forNames((name) => [
      edit(name, `${name}s`),
      fails('make', `src/a.c:12: error: ${name}s was not declared in this scope`),
    ]),
    'step and print in a debugger': times(7, (at) => [
      call('debug_step', {}, `stopped at line ${40 + at}`),
      call('debug_print', { name: 'total' }, `total = ${at * 3}`),
    ]),
    'sleep, then the end of a log that grows': times(8, (at) => [
      shell('sleep 10', '', 10_000),
      shell('tail -3 build.log', `Built module ${at} of 9`, 20),
    ]),
    'move, then look at the screen': times(7, (at) => [
      call('press_key', { key: 'Down' }, 'Key pressed.'),
      call('screenshot', {}, `The selected row is ${names[at]}`),
    ]),
    'start a program anew, and look where it breaks now': times(3, (at) => [
      call('debug_start', { program: 'a.out' }, 'Started successfully.'),
      call('debug_continue', {}, `Breakpoint at 0x40${at}`),
    ]),
    'status, add, commit for one file after the other': forNames((name, at) => [
      shell('git status --short', ` M ${names.slice(at).join('\n M ')}`),
      shell(`git add ${name} && git commit -m "Rename ${name}"`, `[main a${at}] Rename ${name}`),
    ]),
  },
};

const similar: LookAlikes = {
  loop: times(5, (at) => shell(`grep -rn  "endTurn"${' '.repeat(at)} src`, 'src/turn.ts:12: endTurn() { return 0; }')),
  work: {
    'a sweep over dates': times(9, (at) => call('flights', { from: 'BER', date: `2026-05-0${at + 1}` }, `${at} seats`)),
    'a sweep over days that are all sold out': times(9, (at) =>
      call('rooms', { city: 'Lyon', date: `2026-05-0${at + 1}` }, `{"day":"2026-05-0${at + 1}","rooms":"sold out"}`),
    ),
    'one form, field by field': forNames((name) => call('fill', { field: name, value: `my ${name}` }, 'Field filled.')),
    'a test with another seed, and another figure': times(9, (at) =>
      shell(`./bench --seed ${at}`, `took ${100 + at * 7} ms`),
    ),
    'one name replaced in one file after the other': forNames((name) => edit('oldName', 'newName', `src/${name}.ts`)),
    'a look after longer and longer pauses': times(5, (at) =>
      shell(`sleep ${10 * 2 ** at} && tail -3 build.log`, 'Linking module 12 of 64', 10_000 * 2 ** at),
    ),
    'one test with several seeds': times(9, (at) => shell(`SEED=${at} npm test`, 'All 12 tests have passed.')),
    'longer and longer parts of a log': times(6, (at) =>
      shell(`tail -n ${20 * (at + 1)} a.log`, linesOf(200 - 20 * (at + 1), 200)),
    ),
  },
};

const stall: LookAlikes = {
  loop: forNames((name) => fails(`npm run ${name}`, 'npm error Missing script')),
  work: {
    ...sentAgain,
    'a search for leftovers after a renaming, each of which finds nothing': forNames((name, at) =>
      at < 4 ? call('grep', { pattern: `old_${name}` }, 'No matches found') : edit(name, `${name}s`),
    ),
    'Python prints what it ignores at each start, and then the answer': times(12, (at) =>
      shell(`python -c "print(a[${at}])"`, `${IGNORED}${names[at % 8]}${at}`),
    ),
    'a name is looked for in seven folders, and then in the right one': [
      ...names.slice(0, 6).map((name) => shell(`find /${name} -name "jdk*" 2>/dev/null`, '')),
      shell('find /opt -name "jdk*" 2>/dev/null', '/opt/jdk-21'),
      shell('ls /opt/jdk-21', 'bin lib'),
    ],
    'searches that a tool reports as errors, and then a better one': [
      ...['jdk_setup.sh', 'java_env.txt', 'build_config'].map((name) =>
        failing('find_file', { name }, `No matches found for "${name}" in /repository`),
      ),
      call('find_file', { name: 'README*' }, 'Found 2 matches: README.md, docs/README.md'),
    ],
    'five guessed paths in one answer': parallel(
      'one',
      ...names.slice(0, 5).map((name) => failing('read_file', { path: `src/${name}.rs` }, 'Error: File not found')),
    ),
    'twenty acknowledged edits': times(20, (at) => edit(`line ${at}`, `row ${at}`)),
    'five files read again before they are edited': [
      ...names.slice(0, 5).map((name) => read(name)),
      ...names.slice(0, 5).map((name) => read(name)),
      edit('user', 'users'),
    ],
    'three installers tried, the third of which is there': [
      fails('pip install ruff', 'bash: pip: command not found'),
      fails('pip3 install ruff', 'bash: pip3: command not found'),
      shell('uv tool install ruff', 'Installed 1 executable: ruff'),
    ],
    'a debugger is set up again with another input, and goes on to another line': times(3, (at) => [
      call('write_file', { path: 'in.txt', content: names[at] }, 'The file was written.'),
      call('debug_start', { program: 'a.out' }, 'Reading symbols from a.out, with debug information'),
      call('debug_break', { at: 'parse' }, 'Breakpoint 1 is at the function parse of a.c'),
      call('debug_break', { at: 'check' }, 'Breakpoint 2 is at the function check of a.c'),
      call('debug_continue', {}, `Stopped in ${names[at]} at 0x40${at}`),
    ]),
    'different answers to one riddle are all wrong': times(3, (at) => shell(`./check ${at * 17}`, 'Wrong answer!')),
  },
};

const failingCalls: LookAlikes = {
  loop: forNames((name) => [rejected(name, `Error: ${name} not found in src/a.ts`), read(`src/${name}.ts`)]),
  work: {
    'two rejected edits, a look, and the right one': [
      rejected('const a = 1;', 'Error: oldString not found in src/a.ts'),
      rejected('const a = 1', 'Error: oldString not found in src/a.ts'),
      read('src/a.ts'),
      edit('let a = 1;', 'let a = 2;'),
    ],
    'another compiler error after each edit': forNames((name, at) => [
      edit(name, `${name}s`),
      fails('npm run build', `src/${name}.ts(${at},1): error TS230${at}: ${name} has no exported member ${name}s`),
    ]),
    'one error less after each edit': times(6, (at) => [
      edit(`line ${at}`, `row ${at}`),
      fails('npm run build', `Found errors in ${names.slice(at).join(', ')}: each has no exported member`),
    ]),
    'a command that needs three corrections': [
      fails('tar -x a.tgz', 'tar: Refusing to read archive contents from terminal (missing -f option?)'),
      fails('tar -xf a.tgz src', 'tar: src: Not found in archive'),
      fails('tar -xf a.tgz -C out', 'tar: out: Cannot open: No such file or directory'),
      shell('mkdir out && tar -xf a.tgz -C out', ''),
    ],
    'four edits of different places are rejected, each for a reason of its own, and put right': [
      ...names
        .slice(0, 4)
        .flatMap((name, at) => [
          rejected(`the price of each ${name}`, `Error: ${['tabs', 'quotes', 'the indent', 'a bracket'][at]} is wrong`),
          edit(`${name} = 1`, `${name} = 2`),
        ]),
    ],
    'a tool that fails, and another one that works': [
      ...times(3, (at) => failing('web_fetch', { url: `https://a.example/${at}` }, 'Error: access denied')),
      shell('curl -s https://a.example/3', '<html><body>Welcome to the example</body></html>'),
    ],
    'three tools of one server, each with a fault of its own': ['list', 'get', 'find'].map((tool, at) =>
      tracker(tool, ['MCP error -32602: Invalid arguments', 'Error: issue not found', 'Connection closed'][at] ?? ''),
    ),
    'each of three services has a different fault': names
      .slice(0, 3)
      .flatMap((name) => [
        fails(`systemctl start ${name}`, `Job for ${name}.service failed: ${name}.conf is not valid`),
        edit(name, `${name}s`, `${name}.conf`),
        shell(`systemctl start ${name}`, ''),
      ]),
  },
};

const reread: LookAlikes = {
  loop: [page(1, 200), ...times(5, (at) => page(10 + at * 3, 90 - at * 2))],
  work: {
    'page by page': times(12, (at) => page(at * 90 + 1, at * 90 + 100)),
    'backward, page by page': times(8, (at) => page(801 - at * 100, 900 - at * 100)),
    'a part again before each edit': [
      page(1, 200),
      ...forNames((name, at) => [page(10 + at, 40), edit(name, `${name}s`)]),
    ],
    'the same part of different files': forNames((name) => page(1, 40, `src/${name}.ts`)),
    'the whole file, and two parts of it again': [page(1, 300), page(100, 150), page(120, 140)],
    'known lines again after a compaction': [page(1, 200), page(50, 90), moment('compacted'), page(1, 200)],
    'parts that overlap, each with something new': times(9, (at) => page(1 + at * 20, 60 + at * 20)),
  },
};

const revert: LookAlikes = {
  loop: times(4, (at) => (at % 2 === 0 ? edit('a', 'b') : edit('b', 'a'))),
  work: {
    'a program is broken in different ways to see its test fail': forNames((name, at) => [
      edit('1', name),
      fails('npm test', `${at + 1} of 8 failed: ${name}`),
      edit(name, '1'),
    ]),
    'a fix is taken out once to see the test fail': [edit('a', 'b'), edit('b', 'a'), edit('a', 'b')],
    'a flag is on for one run': [
      edit('debug: false', 'debug: true'),
      shell('npm start', 'total is 12'),
      edit('debug: true', 'debug: false'),
    ],
    'one value after the other is tried': times(8, (at) => edit(`size: ${at}`, `size: ${at + 1}`)),
    'the same change in every file': forNames((name) => edit('a', 'b', `src/${name}.ts`)),
    'a line goes to and fro in two files, once in each': ['src/a.ts', 'src/b.ts'].flatMap((path) => [
      edit('a', 'b', path),
      edit('b', 'a', path),
    ]),
  },
};

const fanout: LookAlikes = {
  loop: forNames((description) => call('run_subagent', { description, prompt: REVIEW }, 'I found nothing.')),
  work: {
    'one file for each': forNames((name) => agent(`Review the file src/${name}.ts for security problems.`, 'Fine.')),
    'three reviewers of one change, at once': parallel('one', ...times<CallStep>(3, agent(REVIEW, 'I found nothing.'))),
    'one question for each part of the work': forNames((name) => agent(`How is the ${name} stored, and where?`, name)),
    'the same check after each edit': times(3, (at) => [
      agent('Check whether all tests of the project pass now.', `${3 - at} tests fail.`),
      edit(`line ${at}`, `row ${at}`),
    ]),
    'a task that failed is given once more': [
      failing('run_subagent', { prompt: 'Write the tests of the parser, please.' }, 'Error: overloaded'),
      agent('Write the tests of the parser, please.', 'I have written 12 tests.'),
    ],
    'twenty subagents for twenty parts': times(20, (at) =>
      agent(`Translate the chapter with the letter ${'abcdefghijklmnopqrst'.charAt(at)} into German.`, `Done ${at}.`),
    ),
  },
};

/** An event that happens n times, and what the agent does after each. */
const after = (
  name: 'continued' | 'compacted' | 'woken',
  n: number,
  work: (at: number) => Step | readonly Step[],
): Step[] => times<Step>(n, (at) => [moment(name), ...[work(at)].flat()]);

const continuation: LookAlikes = {
  loop: after('continued', 6, () => read('src/a.ts')),
  work: {
    'a check at the end of each turn names the next test that fails': after('continued', 7, (at) => [
      edit(`line ${at}`, `row ${at}`),
      fails('npm test', `1 failed: ${names[at]} has the wrong total`),
    ]),
    'a plan is worked through, one item in each turn': after('continued', 7, (at) => [
      read('PLAN.md', 'One module after the other gets types'),
      edit('// @ts-nocheck', '', `src/${names[at]}.ts`),
    ]),
    'a linter that must be silent before the end has one warning less each time': after('continued', 6, (at) =>
      fails('npx eslint .', `Unused variables: ${names.slice(at).join(', ')}`),
    ),
    'the agent ends before its build does, and looks again when it is sent on': after('continued', 7, (at) =>
      shell('tail -2 build.log', `[${at + 1}/9] Compiled ${names[at]}`),
    ),
    'it says twice that it is done, finds one more thing to do, and is done again': times<Step>(3, (at) => [
      ...after('continued', 2, () => []),
      edit(`TODO ${names[at]}`, names[at] ?? ''),
    ]),
    'a commit is demanded, which a hook rejects for another reason each time': after('continued', 4, (at) =>
      fails(
        'git commit -qam "Round prices"',
        ['No sign-off', 'The changelog is missing', 'A test is skipped', 'The key has expired'][at] ?? '',
      ),
    ),
  },
};

const compaction: LookAlikes = {
  loop: after('compacted', 6, () => read('src/a.ts')),
  work: {
    'the same notes are read again, and then comes the next file': after('compacted', 7, (at) => [
      read('NOTES.md', 'What is done, and what is not'),
      read(`src/${names[at]}.ts`),
      edit('var', 'let', `src/${names[at]}.ts`),
    ]),
    'a log of many megabytes, page by page': after('compacted', 7, (at) => page(at * 900 + 1, at * 900 + 900, 'a.log')),
    'what was found out is written down each time': after('compacted', 7, (at) =>
      call('append_to_file', { path: 'NOTES.md', text: `The ${names[at]} is stored twice.` }, 'The file was written.'),
    ),
    'the whole suite prints less each time, but too much': after('compacted', 6, (at) => [
      shell('npm test', `${names.slice(at).join(' fails, ')} fails`),
      edit(`line ${at}`, `row ${at}`),
    ]),
    'one result that is too large is summed up twice before the work goes on': times<Step>(3, (at) => [
      call('fetch_page', { url: `https://a.example/${names[at]}` }, `All about the ${names[at]}`),
      moment('compacted'),
      moment('compacted'),
    ]),
    'subagents report one after the other': after('compacted', 7, (at) =>
      agent(`Find out who calls the module with the name ${names[at]}.`, `Nobody but the ${names[at + 1]} page.`),
    ),
  },
};

const wakeup: LookAlikes = {
  loop: times<Step>(6, moment('woken'), read('src/a.ts'), wait(200)),
  work: {
    'each job that ends wakes the agent, which reads its output': after('woken', 7, (at) => [
      read(`tasks/${names[at]}.output`, `${names[at]}: exited with code 0`),
      wait(400),
    ]),
    'an hourly look at the open issues, of which there are ever more': after('woken', 7, (at) => [
      shell('gh issue list', `Open: ${names.slice(0, at + 1).join(', ')}`),
      wait(3600),
    ]),
    'each pipeline that breaks wakes the agent, which repairs it': after('woken', 5, (at) => [
      shell(`gh run view ${700 + at} --log-failed`, `${names[at]}.test.ts expected a price`),
      edit(`free ${names[at]}`, `paid ${names[at]}`),
      wait(900),
    ]),
    'an inbox that is empty twice, and then has a letter': times<Step>(3, (at) => [
      ...after('woken', 2, () => [call('check_mail', {}, 'No new messages'), wait(600)]),
      moment('woken'),
      call('check_mail', {}, `1 new message: where is my ${names[at]}?`),
      wait(600),
    ]),
    'the person answers between turns that bring nothing': times<Step>(4, [
      ...after('woken', 2, () => [shell('git fetch --dry-run', ''), wait(300)]),
      userMessage,
    ]),
    'a queue gives out one order each night': after('woken', 7, (at) => [
      call('take_order', { queue: 'night' }, `{"order":"${names[at]}-${at}","copies":${at + 2}}`),
      call('print_label', { order: `${names[at]}-${at}` }, 'The label was sent to the printer.'),
      wait(86_400),
    ]),
  },
};

const silent = (minutes: number): Step[] => times<Step>(minutes, () => looked(RUNS, 60_000));

const waiting: LookAlikes = {
  loop: silent(14),
  work: {
    'a build that is silent for eight minutes and ends': [
      ...silent(8),
      looked('The command exited with code 0.', 9000),
    ],
    'a build that says something every five minutes': times<Step>(5, (at) => [
      ...silent(5),
      looked(`${RUNS} Linking ${names[at]}`, 60_000),
    ]),
    'the agent looks by itself whether it runs': times<Step>(3, (at) => [
      ...silent(7),
      shell('ps -o etime,cmd -p 71', `0${at}:59 rustc --release`, 20),
    ]),
    'the agent works on something else meanwhile': times<Step>(4, (at) => [
      ...silent(6),
      edit(`line ${at}`, `row ${at}`),
    ]),
    'one late answer, after the machine slept': [looked(RUNS, 1_800_000), looked(RUNS, 1000)],
    'several waits, one after the other': forNames((name) => [
      shell(`make ${name} &`, `Command is running in terminal with ID=${name}`, 100),
      ...times<Step>(3, call('await_terminal', { id: name }, RUNS, { tookMs: 60_000 })),
      call('await_terminal', { id: name }, `${name}: exited with code 0.`, { tookMs: 60_000 }),
    ]),
  },
};

export const lookAlikes: Readonly<Partial<Record<DetectorId, LookAlikes>>> = {
  repeat,
  cycle,
  similar,
  stall: {
    loop: stall.loop,
    work: { ...stall.work, ...failingCalls.work },
  },
  reread,
  revert,
  fanout,
  idleTurns: { ...continuation, ...compaction, ...wakeup },
  waiting,
};
