// What the model does in the runs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Script, type ScriptedCall, type Step, times } from '../agentHost/model/step';
import { NOTES, type Plan, type Play, RAN } from './agentRun';

/** Where an endless script ends after all. */
const MOST_CALLS = 8;

const SCRIPT_END = 'The script is at its end.';

/** A command that always says the same, and that it has run. */
const SAME = `echo same | tee -a ${RAN}`;

const shell =
  (command: (call: number) => string, calls = MOST_CALLS) =>
  ({ agent }: Play): Script => [
    ...Array.from({ length: calls }, (_, call): Step => [agent.shell(command(call))]),
    SCRIPT_END,
  ];

const missing = (agent: Play['agent'], path: string): ScriptedCall => ({
  ...(agent.read?.(path) ?? agent.shell(`cat ${path}`)),
  afterMs: 400,
});
/** A file of 120 lines. */
const PAGES = { name: 'pages.txt', text: Array.from({ length: 120 }, (_, line) => `Line ${line + 1}.\n`).join('') };
export const WITH_PAGES: Pick<Plan, 'setUp'> = {
  setUp: ({ project }) => writeFileSync(join(project, PAGES.name), PAGES.text),
};

/** Lets a command in the background end when the turn has ended, so that its notice begins the next turn. */
export const TURN_BY_TURN: Pick<Plan, 'atTurnEnd' | 'setUp'> = {
  atTurnEnd: 'touch may-end',
  // A file of its own: a command that sleeps would be a wait.
  setUp: ({ project }) =>
    writeFileSync(join(project, 'job.sh'), 'until [ -e may-end ]; do sleep 0.1; done; rm may-end\n'),
};

/** Commands in the background, one after the other, each begun after the notice of the end of the one before. */
const inBackground =
  (command: (call: number) => string, calls: number) =>
  ({ agent }: Play): Script => [
    ...Array.from({ length: calls }, (_, call): Step[] => {
      const started = agent.background?.(`sh job.sh; ${command(call)}`);
      return [
        started === undefined ? SCRIPT_END : [started],
        'I wait until it has ended.',
        ...(agent.readsBackground === true ? ['The agent answers here by itself.'] : []),
      ];
    }).flat(),
    SCRIPT_END,
  ];

export const SCRIPTS = {
  /** The same command again and again. */
  loop: shell(() => SAME),
  /** The same file read again and again. */
  read: ({ agent, place }: Play): Script => [
    ...Array.from({ length: MOST_CALLS }, (): Step => {
      const call = agent.read?.(join(place.project, NOTES.name));
      return call === undefined ? SCRIPT_END : [call];
    }),
    SCRIPT_END,
  ],
  /** A file in twelve parts, over and over. */
  ranges: ({ agent, place }: Play): Script => [
    ...Array.from({ length: 36 }, (_, call): Step => {
      const read = agent.readLines?.(join(place.project, PAGES.name), 1 + 10 * (call % 12), 10);
      return read === undefined ? SCRIPT_END : [read];
    }),
    SCRIPT_END,
  ],
  /** The same command, which fails. */
  failing: shell(() => `echo x >> ${RAN}; cat no-such-file`),
  /** The same question, whose answer is another one each time. */
  polling: shell(() => `echo x >> ${RAN}; wc -l < ${RAN}`, 12),
  /** Waits each time, and is told each time that what it waits for is not over. */
  waiting: shell(() => `sleep 1.1; echo The build is still running. | tee -a ${RAN}`, 5),
  /** The same failing command in the background again, whenever it has ended. */
  failingInBackground: inBackground(() => `echo x >> ${RAN}; echo Error: port 3000 in use; exit 1`, MOST_CALLS),
  /** Ten builds in the background, one after the other. */
  builds: inBackground((call) => `echo part ${call} is built | tee -a ${RAN}`, 10),
  /** Looks after a pause whether a server is up, which it never is. */
  server: shell(() => 'sleep 1.1 && curl -s http://127.0.0.1:9/health'),
  /** Looks after a pause for a file that is not there. */
  missingFile: shell(() => 'sleep 1.1; cat result.json'),
  /** Starts a command in the background, and reads its output file, which stays empty; the command ends after that. */
  output: ({ agent }: Play): Script => {
    const start = agent.shell('sh job.sh');
    const read = (answered: string): Step => {
      const [path = 'none'] = /\/\S+\.output\b/.exec(answered) ?? [];
      file = path === 'none' ? file : path;
      return [agent.read?.(file) ?? agent.shell(`cat ${file}`)];
    };
    let file = 'none';
    return [
      [{ ...start, input: { ...start.input, run_in_background: true } }],
      ...Array.from({ length: MOST_CALLS }, () => read),
      'I wait until it has ended.',
      SCRIPT_END,
    ];
  },
  /** Different work. */
  work: shell((call) => `echo step ${call} | tee -a ${RAN}`, 8),
  /** The same command six times in one answer, then different work. */
  six: ({ agent }: Play): Script => [
    times(6, agent.shell(SAME)),
    ...[1, 2].map((step): Step => [agent.shell(`echo step ${step} | tee -a ${RAN}`)]),
    SCRIPT_END,
  ],
  /** The same command three times in each answer. */
  three: ({ agent }: Play): Script => [...times(6, times(3, agent.shell(SAME))), SCRIPT_END],
  /** One answer that comes piece by piece: files that are not there, each read before the next one is asked for. */
  streamed: ({ agent, place }: Play): Script => [
    Array.from({ length: 8 }, (_, file) => missing(agent, join(place.project, `guess-${file}.ts`))),
    SCRIPT_END,
  ],
  /** A sub-agent that repeats the same command, then work of its own. */
  delegating: ({ agent, play }: Play): Script => {
    const key = play([...times(MOST_CALLS, [agent.shell(SAME)]), SCRIPT_END]);
    const call = agent.delegate?.(`${key} Do this part.`);
    const own = (each: string): Step => [agent.shell(`echo ${each}`)];
    const wait = (answer: string): Step => {
      const waiting = agent.awaitDelegate?.(answer);
      return waiting === undefined ? own('zero') : [waiting];
    };
    return [call === undefined ? SCRIPT_END : [call], wait, own('one'), own('two'), SCRIPT_END];
  },
  /** It says that it is done, whatever makes it go on. */
  done: (): Script => [...times(MOST_CALLS, 'I am done.'), SCRIPT_END],
  /** It reads the same file twice, says that it is done, and does so again when it is made to go on. */
  resumed: ({ agent, place }: Play): Script => {
    const read = agent.read?.(join(place.project, NOTES.name));
    const turn: Step[] = read === undefined ? [] : [[read], [read], 'I am done.'];
    return [...turn, ...turn, ...turn, ...turn, SCRIPT_END];
  },
  /** The same command, until something is refused. */
  obedient: ({ agent }: Play): Script => [
    ...Array.from(
      { length: MOST_CALLS },
      () =>
        (read: string): Step =>
          /was blocked|Loop stopped/.test(read) ? 'I was told that this is a loop.' : [agent.shell(SAME)],
    ),
    SCRIPT_END,
  ],
} satisfies Readonly<Record<string, (play: Play) => Script>>;
