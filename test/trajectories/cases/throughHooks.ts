import { allow, call, type GoldenCase, stopped, times, userMessage } from '../notation';
import { letters } from './loops';

/** Sessions that are also played in the format of hook processes, with one question per call. */
export const throughHooks: GoldenCase = {
  number: 48,
  title: 'from the hook input to the decision',
  origin: 'goose#9136, wisp#395',
  note: 'golden.test.ts plays these a second time to the hooks of a window, by the JSON of VS Code.',
  trajectories: [
    { name: 'break', steps: letters('AAAAA'), expected: [...allow(2), 'warn', 'break', ...stopped(1)] },
    {
      name: 'chance',
      settings: { mode: 'chance' },
      steps: letters('BAAAABA'),
      expected: [...allow(3), 'warn', 'chance', 'allow', 'break'],
    },
    {
      name: 'ask',
      settings: { actions: ['ask', 'break'] },
      steps: letters('AAAAA'),
      expected: [...allow(3), 'ask', 'break'],
    },
    {
      name: 'a user message',
      steps: [...letters('AAA'), userMessage, ...letters('AA')],
      expected: [...allow(2), 'warn', ...allow(2)],
    },
    { name: 'polling', steps: times(8, (index) => call('poll', {}, `step ${index}`)), expected: allow(8) },
    {
      name: 'a command typed in between',
      steps: [...letters('AA'), { kind: 'prompt', text: '/tool-loop-status' }, ...letters('AA')],
      expected: [...allow(2), 'warn', 'break'],
    },
  ],
};
