// What the model does in the runs.
import { join } from 'node:path';
import type { Script, Step } from '../agentHost/model/step';
import { NOTES, type Play, RAN } from './agentRun';

/** Where an endless script ends after all. */
const MOST_CALLS = 12;

const SCRIPT_END = 'The script is at its end.';

/** A command that always says the same, and that it has run. */
const SAME = `echo same | tee -a ${RAN}`;

const shell =
  (command: (call: number) => string, comment?: (call: number) => string, calls = MOST_CALLS) =>
  ({ agent }: Play): Script => [
    ...Array.from({ length: calls }, (_, call): Step => [agent.shell(command(call), comment?.(call))]),
    SCRIPT_END,
  ];

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
  polling: shell(() => `echo x >> ${RAN}; wc -l < ${RAN}`),
  /** Different work. */
  work: shell((call) => `echo step ${call} | tee -a ${RAN}`, undefined, 8),
  /** The same command, until something is refused. */
  obedient: ({ agent }: Play): Script => [
    ...Array.from(
      { length: MOST_CALLS },
      () =>
        (read: string): Step =>
          /not run|Session stopped/.test(read) ? 'I was told that this is a loop.' : [agent.shell(SAME)],
    ),
    SCRIPT_END,
  ],
} satisfies Readonly<Record<string, (play: Play) => Script>>;
