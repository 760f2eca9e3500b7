import type { DetectorId } from '../../src/engine/rules/registry';
import { call, type CallStep, failing, type Step, times, wait } from './notation';

/** By what the agent does, with answers in the words of real agents' tools. */
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
const CHANGED =
  'File has been modified since read, either by the user or by a linter. Read it again before writing it.';

function numbered(from: number, lines: number, text: string): string {
  return Array.from({ length: lines }, (_, at) => `${from + at}\t${text} ${from + at}`).join('\n');
}

/** SWE-agent's editor shows the lines around its changes. */
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
  'the same block is put into a file twice, once for each class': session(
    windowed('insert', `14\n${STUB}`, `14:${STUB}\n20:class Other:`),
    windowed('insert', `60\n${STUB}`, `60:${STUB}\n66:# end`),
  ),
  'a block of a migration is appended, applied, and taken out, three times': session(
    ...times<Step>(3, (at) => [
      call('append_file', { path: 'seed.sql', content: `${STUB}\n-- run ${at}` }, `Appended 6 lines to seed.sql`),
      bash('psql -f seed.sql', `INSERT 0 ${at + 1}`),
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
  'an edit is rejected since a linter has changed the file, which is read, and sent again': session(
    ...times<Step>(4, (at) => [
      editFails('src/a.ts', `var ${MODULES[at]}`, `let ${MODULES[at]}`, CHANGED),
      read('src/a.ts', at * 40 + 1, 40, 'text'),
      edit('src/a.ts', `var ${MODULES[at]}`, `let ${MODULES[at]}`),
    ]),
  ),
  'a push is tried again with longer pauses, and goes through': session(
    ...[5, 15, 45].flatMap((seconds) => [
      bashFails('git push', 'fatal: unable to access: Could not resolve host: github.com'),
      bash(`sleep ${seconds}`, '', seconds * 1000),
    ]),
    bash('git push', 'To github.com:acme/shop.git\n   a1b2c3d..d4e5f6a  main -> main', 2000),
  ),
};

export const toolLookAlikes: Readonly<Partial<Record<DetectorId, Sessions>>> = {
  repeat,
  stall,
};
