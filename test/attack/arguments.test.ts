// Arguments that no tool takes.
import { parseConfiguration } from '../../src/core/settings/parse';
import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import { Guard } from '../../src/engine/guard';
import { digestOf } from '../../src/node/files/hash';
import { attack, IS_WHOLE } from './attack';

/** How often the fields may be gone through, in times of writing them as JSON and reading them. */
const MOST_ROUNDS = 4;

function fields(count: number, last: string): Record<string, unknown> {
  const names = Array.from({ length: count }, (_, index) => [`field${(index * 7919) % count}`, index]);
  return { ...(Object.fromEntries(names) as object), last };
}

describe('arguments of calls', () => {
  attack('very many fields: the loop is found, other calls are none, and a check is bounded', () =>
    (IS_WHOLE ? [60_000, 1_000_000] : [60_000]).map((count) => ({
      what: `${count} fields`,
      run: () => {
        const settings = new ConversationSettings(() => parseConfiguration({}));
        const guard = new Guard({ hash: digestOf, settingsFor: settings.settingsFor, report: () => undefined });
        const same = fields(count, 'same');
        const check = (conversation: string, id: number, given: unknown): string =>
          guard.check(conversation, { id: `${id}`, tool: 'write', arguments: given }, id).action;
        const begun = performance.now();
        JSON.parse(JSON.stringify(same));
        const jsonMs = performance.now() - begun;
        const actions: string[] = [];
        let slowestMs = 0;
        for (let id = 1; id <= 4; id++) {
          const asked = performance.now();
          actions.push(check('loop', id, same));
          slowestMs = Math.max(slowestMs, performance.now() - asked);
        }
        const others = [1, 2, 3, 4].map((id) => check('work', id, fields(count, `other ${id}`)));
        if (actions[3] !== 'break' || others.some((action) => action !== 'allow')) {
          return `${actions.join()} / ${others.join()}`;
        }
        // Only where everything is tried: other work on the machine would fail the tests of every day.
        return IS_WHOLE && slowestMs > MOST_ROUNDS * jsonMs ? `${slowestMs} ms, JSON ${jsonMs} ms` : undefined;
      },
    })),
  );
});
