import type { DetectorId } from '../../src/engine/rules/registry';
import { call, type CallStep, failing, parallel, type Step, times, wait } from './notation';

/** Sessions by what the agent does in them, with answers as the tools of real agents word them. */
type Sessions = Readonly<Record<string, readonly Step[]>>;

/** How long a model thinks before its next call, in seconds. */
const THINKING = 6;

const session = (...steps: readonly (Step | readonly Step[])[]): Step[] =>
  steps.flat().flatMap((step) => [step, wait(THINKING)]);

const bash = (command: string, result: string, tookMs = 200): CallStep => call('Bash', { command }, result, { tookMs });
const bashFails = (command: string, result: string, tookMs = 200): CallStep =>
  failing('Bash', { command }, `Exit code 1\n${result}`, { tookMs });
const read = (file: string, offset: number, limit: number, text: string): CallStep =>
  call('Read', { file_path: file, offset, limit }, numbered(offset, limit, text));
const grep = (pattern: string, result = 'No matches found'): CallStep =>
  call('Grep', { pattern, output_mode: 'content' }, result);
const edit = (file: string, oldText: string, newText: string): CallStep =>
  call(
    'Edit',
    { file_path: file, old_string: oldText, new_string: newText },
    `The file ${file} has been updated successfully.`,
  );
const editFails = (file: string, oldText: string, newText: string, reason: string): CallStep =>
  failing(
    'Edit',
    { file_path: file, old_string: oldText, new_string: newText },
    `<tool_use_error>${reason}</tool_use_error>`,
  );
const notFound = (text: string): string => `String to replace not found in file.\nString: ${text}`;
const CHANGED =
  'File has been modified since read, either by the user or by a linter. Read it again before writing it.';

function numbered(from: number, lines: number, text: string): string {
  return Array.from({ length: lines }, (_, at) => `${from + at}\t${text} ${from + at}`).join('\n');
}

/** SWE-agent's editor shows the lines around what it has changed. */
const windowed = (tool: string, args: string, shown: string, isDone = true): CallStep =>
  call(
    tool,
    { args },
    isDone
      ? `[File: /repo/pkg/shape.py (212 lines total)]\n${shown}\nFile updated. Please review the changes.`
      : `Your edit has introduced new syntax error(s).\n\nERRORS:\n${shown}\nYour changes have NOT been applied.`,
  );

const MODULES = ['auth', 'billing', 'catalog', 'delivery', 'export', 'forms', 'graph', 'history'] as const;
const TYPES = ['string', 'number', 'boolean', 'Date', 'bigint', 'symbol', 'object', 'never'] as const;
const STUB = `def setUp(self):
    self.shop = Shop()
    self.shop.open()
    self.addCleanup(self.shop.close)
    self.client = self.shop.client()
    self.client.login('ada')`;

const repeat: Sessions = {
  'pytest runs after each edit, and another assertion fails': session(
    ...MODULES.flatMap((name, at) => [
      edit(`src/${name}.py`, 'return None', `return load(${at})`),
      bashFails(
        'pytest -x -q',
        `F\nE   AssertionError: assert None == ${at}\ntest_${name}.py:1${at}: AssertionError\n1 failed in 0.4${at}s`,
        900,
      ),
    ]),
  ),
  'a formatter is run, and run once more after each of its complaints is met': session(
    ...[6, 4, 3, 1].flatMap((left) => [
      bashFails(
        'npx prettier --check src',
        `Checking formatting...\n[warn] src/${MODULES[left]}.ts\n[warn] ${left} left`,
      ),
      bash(`npx prettier --write src/${MODULES[left]}.ts`, `src/${MODULES[left]}.ts 41ms`),
    ]),
    bash('npx prettier --check src', 'All matched files use Prettier code style!'),
  ),
  'git status between the steps of a rebase': session(
    ...times<Step>(5, (at) => [
      bash('git status --short', `UU src/${MODULES[at]}.ts`),
      edit(`src/${MODULES[at]}.ts`, '<<<<<<< HEAD', ''),
      bash(`git add src/${MODULES[at]}.ts && git rebase --continue`, `Rebasing (${at + 1}/5)`),
    ]),
  ),
  'one snapshot of a page after each click': session(
    ...MODULES.slice(0, 6).flatMap((name, at) => [
      call(
        'browser_click',
        { element: `Tab ${name}`, ref: `e${at + 20}` },
        `### Ran\nawait page.getByRole('tab').click();`,
      ),
      call('browser_snapshot', {}, `- heading "${name}" [level=1]\n- table:\n  - row "total ${at * 14}"`),
    ]),
  ),
  'a rollout is asked for its state until it is through': session(
    bash(
      'kubectl get pods -l app=web',
      'NAME      READY   STATUS   RESTARTS   AGE\nweb-7d9   0/1     Pending   0      1s',
    ),
    ...['Init:0/2', 'Init:1/2', 'PodInitializing', 'Running'].flatMap((state) => [
      bash(
        'kubectl get pods -l app=web',
        `NAME      READY   STATUS   RESTARTS   AGE\nweb-7d9   0/1     ${state}   0      4s`,
      ),
      bash(
        'kubectl get pods -l app=web',
        `NAME      READY   STATUS   RESTARTS   AGE\nweb-7d9   0/1     ${state}   0      9s`,
      ),
    ]),
    bash(
      'kubectl get pods -l app=web',
      'NAME      READY   STATUS   RESTARTS   AGE\nweb-7d9   1/1     Running   0      52s',
    ),
  ),
  'a server that starts is asked again after pauses of their own, where each failure names an exit code': session(
    ...times<Step>(7, () => [
      bashFails('curl -sf localhost:8080/health', 'curl: (7) Failed to connect to localhost port 8080', 40),
      bash('sleep 5', '', 5000),
    ]),
    bash('curl -sf localhost:8080/health', '{"status":"up"}', 40),
  ),
  'a page that has had too many requests is fetched again after longer and longer pauses': session(
    ...[5, 10, 20, 40, 80].flatMap((seconds) => [
      failing('WebFetch', { url: 'https://api.example/orders' }, 'HTTP 429 Too Many Requests. Retry after 5 s'),
      bash(`sleep ${seconds}`, '', seconds * 1000),
    ]),
    call('WebFetch', { url: 'https://api.example/orders' }, '{"orders":[]}'),
  ),
  'an installation waits for the lock of another one': session(
    ...times<Step>(6, () =>
      bashFails(
        'sleep 20; apt-get install -y jq',
        'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 712 (unattended-upgr)',
        20_300,
      ),
    ),
    bash('sleep 20; apt-get install -y jq', 'Setting up jq (1.6-2.1) ...', 24_000),
  ),
  'a certificate that is pending is looked at with a pause': session(
    ...times<Step>(9, bash('sleep 20 && az webapp cert status', '{"provisioningState": "InProgress"}', 20_400)),
    bash('sleep 20 && az webapp cert status', '{"provisioningState": "Succeeded"}', 20_400),
  ),
  'the same block is put into a file twice, once for each class': session(
    windowed('insert', `14\n${STUB}`, `14:${STUB}\n20:class Other:`),
    windowed('insert', `60\n${STUB}`, `60:${STUB}\n66:# end`),
  ),
  'the same license goes to the head of each file': session(
    ...MODULES.map((name) =>
      call(
        'insert',
        { path: `src/${name}.py`, insert_line: 0, new_str: STUB },
        `The file src/${name}.py has been edited. Review the changes.`,
      ),
    ),
  ),
  'a block of a migration is appended, applied, and taken out, three times': session(
    ...times<Step>(3, (at) => [
      call('append_file', { path: 'seed.sql', content: `${STUB}\n-- run ${at}` }, `Appended 6 lines to seed.sql`),
      bash('psql -f seed.sql', `INSERT 0 ${at + 1}`),
    ]),
  ),
  'a file of tests is written anew as a whole, each time a little longer': session(
    ...times<Step>(6, (at) => [
      call(
        'Write',
        { file_path: 'tests/test_a.py', content: `${STUB}\n`.repeat(at + 1) },
        'File created successfully.',
      ),
      bash('pytest -q', `${at + 1} passed in 0.0${at + 2}s`),
    ]),
  ),
  'the lines are looked at after each of two different rejections, and the edit fits': session(
    windowed('open', 'pkg/shape.py 120', numbered(110, 20, 'line')),
    ...['E999 IndentationError: unexpected indent', "F821 undefined name 'area'"].flatMap((error, at) => [
      windowed('edit', `120:121\n${' '.repeat(at)}area = ${at}`, `- ${error}`, false),
      windowed('open', 'pkg/shape.py 120', numbered(110, 20, 'line')),
    ]),
    windowed('edit', '120:121\n        area = width * height', '120:        area = width * height'),
  ),
  'the lines are looked at after edits that a linter changes each time': session(
    ...times<Step>(5, (at) => [
      editFails('src/a.ts', `let a${at}`, `const a${at}`, CHANGED),
      read('src/a.ts', 1, 30, `text of version ${at}, line`),
      edit('src/a.ts', `let a${at}`, `const a${at}`),
    ]),
  ),
};

const cycle: Sessions = {
  'edit, compile, look at the place of the next error': session(
    ...MODULES.slice(0, 6).flatMap((name, at) => [
      edit('src/main.rs', `${name}()`, `${name}(${at})?`),
      bashFails(
        'cargo check',
        `error[E0308]: mismatched types\n  --> src/main.rs:${at * 9 + 4}:5\nexpected \`${TYPES[at]}\``,
      ),
      read('src/main.rs', at * 9 + 1, 8, 'fn'),
    ]),
  ),
  'gdb goes from breakpoint to breakpoint': session(
    ...times<Step>(8, (at) => [
      call('gdb', { command: 'continue' }, `Continuing.\nBreakpoint 1, walk (n=${at * 7}) at tree.c:31`),
      call('gdb', { command: 'print *node' }, `$${at + 1} = {key = ${at * 3}, left = 0x5555${at}0, right = 0x0}`),
    ]),
  ),
  'a page is scrolled and read': session(
    ...times<Step>(7, (at) => [
      call('browser_press_key', { key: 'PageDown' }, 'Pressed PageDown'),
      call('browser_snapshot', {}, MODULES.slice(at).join(', ')),
    ]),
  ),
  'a queue is filled and drained in turn': session(
    ...times<Step>(6, (at) => [
      bash('redis-cli rpop jobs', `{"job":${at},"kind":"${MODULES[at]}"}`),
      bash('redis-cli llen jobs', `(integer) ${9 - at}`),
    ]),
  ),
  'a server is started anew after each edit, and asked': session(
    ...times<Step>(6, (at) => [
      edit('server.js', `port ${at}`, `port ${at + 1}`),
      bash('pm2 restart web', `[PM2] [web](0) ✓`),
      bash('curl -s localhost:3000/health', `{"uptime":0.${at}2,"routes":${at + 3}}`),
    ]),
  ),
  'terraform: plan, see what is missing, import it, plan': session(
    ...MODULES.slice(0, 6).flatMap((name, at) => [
      bash('terraform plan -no-color', `Plan: ${8 - at} to add, 0 to change, 0 to destroy.`, 4000),
      bash(`terraform import aws_s3_bucket.${name} ${name}-prod`, 'Import successful!', 3000),
    ]),
  ),
};

const similar: Sessions = {
  'one log for each day of a week': session(
    ...times<Step>(7, (at) => bash(`zgrep -c "ERROR" logs/app-2026-03-0${at + 1}.log.gz`, '0')),
  ),
  'the next page of a list of issues': session(
    ...times<Step>(6, (at) =>
      call('mcp__github__list_issues', { owner: 'acme', repo: 'shop', page: at + 1 }, `[{"number":${900 - at * 30}}]`),
    ),
  ),
  'one field of a form after the other': session(
    ...MODULES.map((name, at) =>
      call('browser_type', { element: `${name} field`, ref: `e${at + 5}`, text: `${name} value` }, 'Typed.'),
    ),
  ),
  'a bisection by hand, where each commit is good': session(
    ...times<Step>(6, (at) => bash(`git checkout -q a${at}f03b1 && make test`, `all 214 tests passed`, 30_000)),
  ),
  'the same assertion is looked for in four languages': session(
    ...['py', 'ts', 'go', 'rs'].map((ending) =>
      call('Grep', { pattern: 'assertEqual', glob: `**/*.${ending}` }, 'No files found'),
    ),
  ),
  'each of several branches is asked whether it is merged': session(
    ...MODULES.map((name) => bash(`git branch --contains $(git rev-parse feature/${name})`, `* main`)),
  ),
};

const stall: Sessions = {
  'greps for what a renaming may have left, each empty, and then the tests': session(
    ...times<Step>(3, (at) => grep(`old_${MODULES[at]}_name`)),
    bash('npm test', 'Tests: 41 passed, 41 total', 9000),
  ),
  'an edit is rejected since a linter has changed the file, which is read, and sent again': session(
    ...times<Step>(4, (at) => [
      editFails('src/a.ts', `var ${MODULES[at]}`, `let ${MODULES[at]}`, CHANGED),
      read('src/a.ts', at * 40 + 1, 40, 'text'),
      edit('src/a.ts', `var ${MODULES[at]}`, `let ${MODULES[at]}`),
    ]),
  ),
  'an edit is rejected once for lack of a reading, which follows, and goes through': session(
    ...MODULES.slice(0, 5).flatMap((name) => [
      editFails(`src/${name}.ts`, 'var', 'let', 'File has not been read yet. Read it first before writing to it.'),
      read(`src/${name}.ts`, 1, 20, name),
      edit(`src/${name}.ts`, 'var', 'let'),
    ]),
  ),
  'an edit that a linter rejects is sent again once the import is there': session(
    windowed('edit', '40:40\n    return math.pi', "- F821 undefined name 'math'", false),
    windowed('edit', '1:1\nimport math', '1:import math'),
    windowed('edit', '40:40\n    return math.pi', '40:    return math.pi'),
  ),
  'an edit is rejected three times in other places, and each fits the second time': session(
    ...MODULES.slice(0, 3).flatMap((name) => [
      editFails('src/a.ts', `  ${name}();`, `  await ${name}();`, notFound(`  ${name}();`)),
      grep(`${name}\\(`, `src/a.ts:3:    ${name}();`),
      edit('src/a.ts', `    ${name}();`, `    await ${name}();`),
    ]),
  ),
  'a push is tried again with longer pauses, and goes through': session(
    ...[5, 15, 45].flatMap((seconds) => [
      bashFails('git push', 'fatal: unable to access: Could not resolve host: github.com'),
      bash(`sleep ${seconds}`, '', seconds * 1000),
    ]),
    bash('git push', 'To github.com:acme/shop.git\n   a1b2c3d..d4e5f6a  main -> main', 2000),
  ),
  'five globs in one answer find nothing': session(
    parallel(
      'globs',
      ...MODULES.slice(0, 5).map((name) => call('Glob', { pattern: `**/${name}*.py` }, 'No files found')),
    ),
    call('Glob', { pattern: '**/*.py' }, 'lib/main.py'),
  ),
  'each of several ports turns out to be free': session(
    ...[3000, 3001, 8080, 8081].map((port) => bash(`lsof -ti :${port}`, '')),
    bash('npm start', 'Listening on 3000', 2000),
  ),
};

const obstacle: Sessions = {
  'three rejections of one edit for lack of context, then more context': session(
    editFails('a.ts', 'return x;', 'return y;', 'Found 4 matches of the string to replace, but replace_all is false.'),
    read('a.ts', 1, 40, 'text'),
    editFails(
      'a.ts',
      'return x;\n}',
      'return y;\n}',
      'Found 2 matches of the string to replace, but replace_all is false.',
    ),
    edit('a.ts', 'function b() {\n  return x;\n}', 'function b() {\n  return y;\n}'),
  ),
  'the compiler names another symbol after each edit': session(
    ...MODULES.flatMap((name, at) => [
      edit('src/index.ts', name, `${name}Service`),
      bashFails(
        'npx tsc --noEmit',
        `src/index.ts(${at + 3},9): error TS2304: Cannot find name '${MODULES[(at + 1) % 8]}'.`,
      ),
    ]),
  ),
  'one missing library after the other': session(
    ...MODULES.slice(0, 6).flatMap((name) => [
      bashFails('./configure', `checking for lib${name}... no\nconfigure: error: lib${name} is required`, 2000),
      bash(`apt-get install -y lib${name}-dev`, `Setting up lib${name}-dev (1.2-3) ...`, 5000),
    ]),
  ),
  'a program runs out of memory three times with less and less at once': session(
    ...[64, 16, 4].flatMap((size) => [
      edit('train.py', `batch = ${size * 4}`, `batch = ${size}`),
      bashFails('python train.py', 'Killed', 9000),
    ]),
    edit('train.py', 'batch = 4', 'batch = 1'),
    edit('train.py', 'float64', 'float16'),
    bash('python train.py', 'epoch 1 of 3: loss 0.41', 60_000),
  ),
  'a query is corrected column by column': session(
    ...MODULES.slice(0, 4)
      .map((name) => failing('sql', { query: `SELECT ${name} FROM orders` }, `ERROR: column "${name}" does not exist`))
      .slice(0, 2),
    call('sql', { query: '\\d orders' }, 'id | total | placed_at'),
    call('sql', { query: 'SELECT total FROM orders' }, '12.50'),
  ),
  'the linter has fewer complaints each time': session(
    ...[9, 7, 4, 2].flatMap((left) => [
      bashFails(
        'ruff check .',
        MODULES.slice(0, left)
          .map((name) => `${name}.py:1:8: F401 unused`)
          .join('\n'),
      ),
      edit(`${MODULES[left % 8]}.py`, 'import os', ''),
    ]),
  ),
  'a login that needs three different things': session(
    bashFails('gh pr create', 'To get started with GitHub CLI, please run:  gh auth login'),
    bashFails('gh auth status', 'You are not logged into any GitHub hosts.'),
    bashFails('gh pr create --repo acme/shop', 'pull request create failed: No commits between main and feature'),
    bash(
      'git commit --allow-empty -qm "Start" && gh pr create --repo acme/shop',
      'https://github.com/acme/shop/pull/7',
    ),
  ),
};

const reread: Sessions = {
  'a long file in pages of two hundred lines': session(
    ...times<Step>(9, (at) => read('src/big.ts', at * 200 + 1, 200, 'line')),
  ),
  'the place of each finding of one search': session(
    grep('TODO', 'src/a.ts:10: TODO\nsrc/a.ts:90: TODO\nsrc/a.ts:170: TODO'),
    ...[10, 90, 170].map((line) => read('src/a.ts', line - 5, 12, 'line')),
  ),
  'the lines of each edit are read before and after it': session(
    ...times<Step>(5, (at) => [
      read('src/a.ts', at * 30 + 1, 20, 'line'),
      edit('src/a.ts', `line ${at * 30 + 4}`, `row ${at}`),
      read('src/a.ts', at * 30 + 1, 20, `line after ${at}`),
    ]),
  ),
  'a file is read as a whole, and then two functions of it': session(
    read('src/a.ts', 1, 400, 'line'),
    read('src/a.ts', 40, 30, 'line'),
    grep('parse\\(', 'src/b.ts:4: parse()'),
    read('src/a.ts', 300, 30, 'line'),
  ),
  'the log of a build that goes on is read from where it ended': session(
    ...times<Step>(7, (at) => bash(`sed -n '${at * 50 + 1},$p' build.log`, numbered(at * 50 + 1, 50, 'CC'))),
  ),
  'windows that overlap by half': session(...times<Step>(8, (at) => read('src/a.ts', at * 50 + 1, 100, 'line'))),
};

const revert: Sessions = {
  'a test is skipped for one run, and no longer': session(
    edit('a.test.ts', "it('slow'", "it.skip('slow'"),
    bash('npm test', '11 passed, 1 skipped', 3000),
    edit('a.test.ts', "it.skip('slow'", "it('slow'"),
    bash('npm test', '12 passed', 60_000),
  ),
  'mutations of one line, each put back': session(
    ...['>', '>=', '<', '!=', '=='].flatMap((operator) => [
      edit('src/a.ts', 'a <= b', `a ${operator} b`),
      bashFails('npm test', `1 failed: compares with ${operator}`, 2000),
      edit('src/a.ts', `a ${operator} b`, 'a <= b'),
    ]),
  ),
  'output is added to a function and taken out, in one function after the other': session(
    ...MODULES.slice(0, 5).flatMap((name, at) => [
      edit('src/a.ts', `${name}() {`, `${name}() { console.log('${name}');`),
      bash('node src/a.js', `${name}\n${at}`),
      edit('src/a.ts', `${name}() { console.log('${name}');`, `${name}() {`),
    ]),
  ),
  'a version is lowered until a build passes': session(
    ...[9, 8, 7, 6, 5].flatMap((version) => [
      edit('package.json', `"vite": "${version + 1}`, `"vite": "${version}`),
      bashFails('npm ci', `npm error notarget No matching version found for vite@${version}`, 2000),
    ]),
  ),
  'a stash is applied and taken back around a look at the other branch': session(
    bash('git stash', 'Saved working directory'),
    bash('npm test', '3 failed', 3000),
    bash('git stash pop', 'Dropped refs/stash@{0}'),
    edit('src/a.ts', 'a', 'b'),
    bash('npm test', '1 failed', 3000),
  ),
  'one setting is switched in each of four environments': session(
    ...['dev', 'test', 'stage', 'prod'].map((name) => edit(`env/${name}.yml`, 'debug: true', 'debug: false')),
  ),
};

/** For some detectors, more honest sessions that look like their loops. */
export const toolLookAlikes: Readonly<Partial<Record<DetectorId, Sessions>>> = {
  repeat,
  cycle,
  similar,
  stall,
  obstacle,
  reread,
  revert,
};
