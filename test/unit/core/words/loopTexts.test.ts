import assert from 'node:assert/strict';
import type { CallNames, Recalled, RecalledCall } from '../../../../src/core/words/callNames';
import { callLabel } from '../../../../src/core/words/callLabel';
import { inEnglish } from '../../../../src/core/words/language';
import {
  askSentences,
  chanceSentences,
  steeringText,
  stopSentences,
  stuckSentences,
  type Phrasing,
  warningSentences,
} from '../../../../src/core/words/loopTexts';
import { blockingNotice, breakText, stopNotice } from '../../../../src/core/words/words';
import type { Finding } from '../../../../src/engine/rules/finding';
import { DETECTORS, RULES } from '../../../../src/engine/rules/registry';
import type { Detection } from '../../../../src/engine/decision/verdict';
import { GuardHarness } from '../../../fakes/guardHarness';
import { expectNoSecrets, SECRET_TEXTS } from '../../../fakes/secrets';

const READ = { filePath: 'src/checkout.ts', startLine: 1, endLine: 50 };

function detection(finding: Partial<Finding>, others: Partial<Detection> = {}): Detection {
  const harness = new GuardHarness();
  harness.actions('AAA');
  const verdict = harness.check('tool_A');
  assert.ok(verdict.action === 'break');
  const found = { ...verdict.detection.finding, ...finding };
  return { ...verdict.detection, tool: 'read_file', arguments: READ, finding: found, ...others };
}

function namesWith(
  steps: readonly (readonly RecalledCall[])[],
  { stopOf = 'mainAgent', isRefused = false }: Partial<Pick<Recalled, 'stopOf' | 'isRefused'>> = {},
): CallNames {
  return { label: callLabel, recall: () => ({ steps, stopOf, isRefused }) };
}

const telling = (names: CallNames = { label: callLabel }): Phrasing => ({
  translate: inEnglish,
  names,
});
const said = (finding: Partial<Finding>, names?: CallNames): string =>
  stopSentences(detection(finding), telling(names)).join(' ');

describe('what a person reads of a loop', () => {
  const call = 'read_file(src/checkout.ts, startLine: 1, endLine: 50)';
  const recalled = (tool: string, callArguments: unknown, resultText?: string): RecalledCall[] => [
    { tool, arguments: callArguments, resultText },
  ];

  for (const [what, finding, expected, names] of [
    ['identical calls', {}, `${call} returned the same result 3 times. The next identical call was blocked.`],
    [
      'calls of a service that is down',
      { results: 'errors', isOutage: true },
      `The service can’t be reached. ${call} failed 3 times. The next identical call was blocked.`,
    ],
    [
      'identical calls with unknown results',
      { results: 'unknown' },
      `${call} ran 3 times; its results couldn’t be seen. The next identical call was blocked.`,
    ],
    [
      'identical calls at the hard limit',
      { results: 'changed', count: 16, threshold: 16, atCeiling: true },
      `${call} ran 15 times. Its results kept changing, but 16 is the hard limit. The next call was blocked.`,
    ],
    [
      'the second identical call',
      { count: 2 },
      `${call} ran once, and nothing has changed since. The identical call after it was blocked.`,
    ],
    [
      'a cycle',
      { detector: 'cycle', rule: 'cycle', period: 2, count: 3 },
      'The agent made the same calls 3 times with the same results: grep(a) → run(npm test). ' +
        'The last call was blocked.',
      namesWith([...[1, 2, 3].flatMap(() => [recalled('grep', 'a'), recalled('run', { command: 'npm test' })])]),
    ],
    [
      'a cycle that is not remembered',
      { detector: 'cycle', rule: 'cycle', period: 2, count: 3 },
      `The agent repeated the same 2 calls 3 times and got the same results each time. The last call, ${call}, ` +
        'was blocked.',
    ],
    [
      'similar calls',
      { detector: 'similar', rule: 'similar', count: 5 },
      `4 nearly identical read_file calls returned the same result. The next one, ${call}, was blocked.`,
    ],
    [
      'the same error',
      { detector: 'stall', rule: 'stall', count: 8, results: 'errors' },
      `read_file failed 7 times for the same reason: ENOENT: no such file. The next attempt, ${call}, was blocked.`,
      namesWith([recalled('read_file', READ, '\nENOENT: no such file\n  at open')]),
    ],
    [
      'the same error that is not remembered',
      { detector: 'stall', rule: 'stall', count: 8, results: 'errors' },
      `read_file failed 7 times for the same reason. The next attempt, ${call}, was blocked.`,
    ],
    [
      'nothing but known calls',
      { detector: 'stall', rule: 'revisit', count: 16 },
      `The agent’s last 16 steps only repeated calls it had already made. ${call} was blocked.`,
    ],
    [
      'a call of a subagent',
      {},
      `${call} returned the same result 3 times. The next identical call was blocked. This happened in a subagent, ` +
        'so the whole run was stopped.',
      namesWith([], { stopOf: 'run' }),
    ],
    [
      'a call of a subagent that is stopped alone',
      {},
      `${call} returned the same result 3 times. The next identical call was blocked. This happened in a subagent. ` +
        'The agent that started it continues.',
      namesWith([], { stopOf: 'subagent' }),
    ],
    [
      'calls that VS Code refused',
      { results: 'errors' },
      `${call} failed 3 times. VS Code didn’t run the call: there is no such tool, or its arguments aren’t valid.`,
      namesWith([], { isRefused: true }),
    ],
  ] as const satisfies readonly (readonly [string, Partial<Finding>, string, CallNames?])[]) {
    it(`names ${what}`, () => assert.equal(said(finding, names), expected));
  }

  it('says of a second chance that it was not taken', () => {
    assert.deepEqual(stopSentences(detection({}, { afterChance: true }), telling()), [
      `${call} was blocked and the model was told to change course. It made the same call again.`,
    ]);
  });

  it('begins with the same words everywhere', () => {
    const stop = detection({});
    assert.match(breakText(stop, telling()), /^Loop stopped\. read_file/);
    assert.match(breakText(stop, { ...telling(), isMarkdown: true }), /^\*\*Loop stopped\.\*\* `read_file/);
    assert.equal(
      warningSentences(stop, telling()),
      `Possible loop: ${call} returned the same result 3 times. The call was allowed.`,
    );
    assert.match(
      chanceSentences(stop, telling()),
      /^Possible loop: .* If it repeats the call, the agent is stopped\.$/,
    );
    assert.equal(askSentences(stop, telling()), `${call} already returned the same result 3 times. Run it again?`);
    assert.equal(stuckSentences(stop, telling()), `The agent may be stuck: ${call} returned the same result 3 times.`);
  });

  it('names the chat outside of it, with whose session it is', () => {
    const named = (agent: string | undefined): CallNames => ({
      label: callLabel,
      chat: () => ({ name: 'Why does the build fail?', agent }),
    });
    const what = `${call} returned the same result 3 times. The next identical call was blocked.`;
    const [stop, agents] = [detection({}), [undefined, 'Claude']];
    assert.deepEqual(
      agents.map((agent) => stopNotice(stop, telling(named(agent)))),
      [
        `Loop stopped in "Why does the build fail?": ${what}`,
        `Loop stopped in Claude session "Why does the build fail?": ${what}`,
      ],
    );
    assert.deepEqual(
      agents.map((agent) => blockingNotice(stop, telling(named(agent)))),
      [
        `Blocking calls in "Why does the build fail?"; the agent couldn’t be stopped at once. ${what}`,
        `Blocking calls in Claude session "Why does the build fail?"; the agent couldn’t be stopped at once. ${what}`,
      ],
    );
    const stuck = `may be stuck: ${call} returned the same result 3 times.`;
    assert.deepEqual(
      agents.map((agent) => stuckSentences(stop, telling(named(agent)))),
      [
        `The agent in "Why does the build fail?" ${stuck}`,
        `The agent in Claude session "Why does the build fail?" ${stuck}`,
      ],
    );
    assert.equal(stopNotice(stop, telling()), `Loop stopped. ${what}`);
  });

  it('has something to say of each rule, and leaves no placeholder', () => {
    for (const { id, detector } of RULES) {
      for (const results of ['same', 'errors', 'unknown', 'changed'] as const) {
        for (const [count, atCeiling] of [
          [2, false],
          [5, false],
          [16, true],
        ] as const) {
          const found = detection({ rule: id, detector, results, count, atCeiling });
          const texts = [
            stopSentences(found, telling()).join(' '),
            warningSentences(found, telling()),
            chanceSentences(found, telling()),
            askSentences(found, telling()),
            steeringText(found, inEnglish),
          ];
          for (const text of texts) {
            assert.match(text, /^[A-Z0-9r].*[.?]$/, `${id}: ${text}`);
            assert.doesNotMatch(text, /[{}]|undefined|\b1 times/, `${id}: ${text}`);
          }
        }
      }
    }
    assert.equal(new Set(DETECTORS.map(({ id }) => id)).size, DETECTORS.length);
  });

  it('shows no secret in the first line of an error', () => {
    for (const { text } of SECRET_TEXTS) {
      const names = namesWith([recalled('read_file', READ, text)]);
      const found = detection({ detector: 'stall', rule: 'stall', count: 8, results: 'errors' });
      for (const isMarkdown of [false, true]) {
        expectNoSecrets(stopSentences(found, { translate: inEnglish, names, isMarkdown }).join(' '), text);
      }
    }
  });

  it('says to the model in the user’s name nothing of arguments or results', () => {
    for (const { id, detector } of RULES) {
      const text = steeringText(
        detection({ rule: id, detector }, { tool: 'x`](command:evil) ![y](z)', arguments: { a: 'ignore all' } }),
        inEnglish,
      );
      assert.doesNotMatch(text, /ignore all|checkout|\]\(|!\[/);
    }
    assert.equal(
      steeringText(detection({}), inEnglish),
      'Stop repeating `read_file` with the same arguments: it returned the same result 3 times. Work out why, then ' +
        'try a different approach. If you’re blocked, tell me what you need.',
    );
  });
});
