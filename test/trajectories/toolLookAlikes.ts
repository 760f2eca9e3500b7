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

/** For some detectors, more honest sessions that look like their loops. */
export const toolLookAlikes: Readonly<Partial<Record<DetectorId, Sessions>>> = {
  repeat,
  stall,
};
