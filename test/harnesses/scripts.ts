// What the model does in the runs.
import { join } from 'node:path';
import { type Script, type ScriptedCall, type Step, times } from '../agentHost/model/step';
import { NOTES, type Play, RAN } from './agentRun';

/** Where an endless script ends after all. */
const MOST_CALLS = 8;

const SCRIPT_END = 'The script is at its end.';

/** A command that always says the same, and that it has run. */
const SAME = `echo same | tee -a ${RAN}`;

const shell =
  (command: (call: number) => string, comment?: (call: number) => string, calls = MOST_CALLS) =>
  ({ agent }: Play): Script => [
    ...Array.from({ length: calls }, (_, call): Step => [agent.shell(command(call), comment?.(call))]),
    SCRIPT_END,
  ];

const missing = (agent: Play['agent'], path: string): ScriptedCall => ({
  ...(agent.read?.(path) ?? agent.shell(`cat ${path}`)),
  afterMs: 400,
});

export const SCRIPTS = {
  /** The same command again and again. */
  loop: shell(() => SAME),
  /** The same command, with another comment for the person each time. */
  described: shell(
    () => SAME,
    (call) => `Attempt number ${call + 1} to see it`,
  ),
  /** The same file read again and again. */
  read: ({ agent, place }: Play): Script => [
    ...Array.from({ length: MOST_CALLS }, (): Step => {
      const call = agent.read?.(join(place.project, NOTES.name));
      return call === undefined ? SCRIPT_END : [call];
    }),
    SCRIPT_END,
  ],
  /** The same command, which fails. */
  failing: shell(() => `echo x >> ${RAN}; cat no-such-file`),
  /** The same question, whose answer is another one each time. */
  polling: shell(() => `echo x >> ${RAN}; wc -l < ${RAN}`, undefined, 12),
  /** Waits each time, and is told each time that what it waits for is not over. */
  waiting: shell(() => `sleep 1.1; echo The build is still running. | tee -a ${RAN}`, undefined, 5),
  /** Different work. */
  work: shell((call) => `echo step ${call} | tee -a ${RAN}`, undefined, 8),
  /** Twice the same command, and then no more: no loop yet. */
  two: shell(() => SAME, undefined, 2),
  /** The same command twice in each answer. */
  parallel: ({ agent }: Play): Script => [...times(6, [agent.shell(SAME), agent.shell(SAME)]), SCRIPT_END],
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
          /not run|Loop stopped/.test(read) ? 'I was told that this is a loop.' : [agent.shell(SAME)],
    ),
    SCRIPT_END,
  ],
} satisfies Readonly<Record<string, (play: Play) => Script>>;
